"""The models that come with the package, each with its card."""

from pathlib import Path
from typing import NamedTuple

import veriscope
from veriscope.errors import UsageError

_PACKAGE = Path(veriscope.__file__).parent
_CARD = "CARD.md"


class PackagedModel(NamedTuple):
    """A model by name: what it does, and the folder with its weights and its card."""

    name: str
    purpose: str
    folder: Path

    def size(self) -> int:
        """The size of its files in bytes, without the card."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file() and file.name != _CARD)

    def card(self) -> str:
        """The card, in Markdown."""
        return (self.folder / _CARD).read_text(encoding="utf-8")


MODELS = (
    PackagedModel("encoder", "ranks sentences and judges claims by evidence", _PACKAGE / "models/data/encoder"),
    PackagedModel(
        "verdict-head", "weighs the encoder's judgements into calibrated verdicts", _PACKAGE / "verdict/data"
    ),
    PackagedModel(
        "corrections", "weighs what would make a claim about a table true", _PACKAGE / "verdict/data/corrections"
    ),
    PackagedModel(
        "weighing", "mixes what evidence, programs and graphs say into one verdict", _PACKAGE / "verdict/data/weighing"
    ),
    PackagedModel(
        "program-rankers", "choose and weigh the programs that are run on tables", _PACKAGE / "programs/data"
    ),
    PackagedModel("page-rankers", "ranks pages for a claim", _PACKAGE / "retrieval/data"),
    PackagedModel(
        "element-rankers", "rank sentences, tables and cells by words and numbers", _PACKAGE / "selection/data"
    ),
)


def find_model(name: str) -> PackagedModel:
    """The model of that name; raises an error that lists the names for any other."""
    for model in MODELS:
        if model.name == name:
            return model
    raise UsageError(f"no model named {name!r}; choose one of: {', '.join(model.name for model in MODELS)}")
