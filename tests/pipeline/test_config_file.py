from pathlib import Path

import pytest

from veriscope.errors import UsageError
from veriscope.pipeline import PipelineConfig
from veriscope.pipeline.config_file import read_config


@pytest.fixture
def read(tmp_path):
    def run(text):
        path = tmp_path / "settings.toml"
        path.write_text(text, encoding="utf-8")
        return read_config(path)

    return run


def test_what_a_file_does_not_name_stays_as_it_is(read):
    assert read("") == PipelineConfig()
    assert read('retriever = "titles"\npages = 3') == PipelineConfig(retriever="titles", pages=3)


def test_a_whole_number_may_stand_for_a_number(read):
    assert read("min_confidence = 1").min_confidence == 1.0


def test_a_folder_is_looked_for_beside_the_file(read, tmp_path):
    assert read('model_folder = "models/mlp"').model_folder == tmp_path / "models" / "mlp"
    assert read('model_folder = "/models"').model_folder == Path("/models")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('retreiver = "bm25"', r"settings\.toml: no setting named 'retreiver'; choose one of: retriever, selector"),
        ("pages = 2.5", r"pages: found 2\.5; expected a whole number"),
        ("pages = true", "pages: found True; expected a whole number"),
        ("verdict = 3", "verdict: found 3; expected a text in quotes"),
        ("model_folder = 3", "model_folder: found 3; expected a path in quotes"),
        ("pages = ", r"settings\.toml: not TOML"),
    ],
)
def test_what_is_wrong_is_named(read, text, message):
    with pytest.raises(UsageError, match=message):
        read(text)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"cannot read .*no\.toml"):
        read_config(tmp_path / "no.toml")
    (tmp_path / "latin.toml").write_bytes(b'verdict = "\xe9"')
    with pytest.raises(UsageError, match=r"latin\.toml: not UTF-8"):
        read_config(tmp_path / "latin.toml")
