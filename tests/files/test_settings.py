from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from veriscope.errors import UsageError
from veriscope.files import read_settings


@dataclass(frozen=True, slots=True)
class Settings:
    corpus: Path
    folder: Path | None = None
    size: Annotated[int, msgspec.Meta(ge=1)] = 3
    rate: float = 0.5
    weights: tuple[float, float] = (1.0, 1.0)
    is_half: bool = False
    claims: tuple[Path, ...] = ()
    more: dict[str, Path] = field(default_factory=dict)


@pytest.fixture
def read(tmp_path):
    def run(text):
        path = tmp_path / "settings.toml"
        path.write_text(text, encoding="utf-8")
        return read_settings(path, Settings, places=["starter"])

    return run


def test_what_a_file_does_not_name_is_the_default(read, tmp_path):
    assert read('corpus = "wiki"') == Settings(tmp_path / "wiki")


def test_all_kinds_of_values_are_read(read, tmp_path):
    text = 'corpus = "/wiki"\nsize = 4\nrate = 1\nweights = [2, 3.5]\nis_half = true\nclaims = ["a", "b"]'
    found = read(text)
    assert (found.corpus, found.size, found.rate, found.weights) == (Path("/wiki"), 4, 1.0, (2.0, 3.5))
    assert (found.is_half, found.claims) == (True, (tmp_path / "a", tmp_path / "b"))


def test_a_named_place_stands_for_itself_unless_the_file_has_a_neighbour_of_that_name(read, tmp_path):
    assert read('corpus = "starter"').corpus == Path("starter")
    (tmp_path / "starter").mkdir()
    assert read('corpus = "starter"').corpus == tmp_path / "starter"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('corpsu = "wiki"', r"settings\.toml: no setting named 'corpsu'; choose one of: corpus, folder"),
        ("size = 3", "`corpus` is missing; the settings are: corpus, folder"),
        ('corpus = "wiki"\nsize = 0', "size: found 0; expected int >= 1"),
        ('corpus = "wiki"\nsize = "x"', "size: found 'x'; expected int"),
        ('corpus = "wiki"\nrate = "fast"', "rate: found 'fast'; expected a number"),
        ('corpus = "wiki"\nis_half = 1', "is_half: found 1; expected true or false"),
        ('corpus = "wiki"\nweights = [1]', r"weights: found \[1\]; expected"),
        ("corpus = 3", "corpus: found 3; expected a path in quotes"),
        ('corpus = "wiki"\nfolder = 3', "folder: found 3; expected a path in quotes"),
    ],
)
def test_what_is_wrong_is_one_line(read, text, message):
    with pytest.raises(UsageError, match=message) as raised:
        read(text)
    assert "\n" not in str(raised.value)
