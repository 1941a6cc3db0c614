"""Makes the stages by their names, and knows which indexes they need."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from veriscope.corpus import Corpus
from veriscope.domain import EvidenceSelector, PageRetriever, TableComputer, VerdictModel
from veriscope.errors import UsageError
from veriscope.programs.computer import ProgramComputer
from veriscope.retrieval import RETRIEVERS
from veriscope.selection import SELECTORS
from veriscope.verdict import RETRAINED_VERDICT_MODELS, TRAINED_VERDICT_MODELS, VERDICT_MODELS

_Implementation = TypeVar("_Implementation")

# Every index that a retriever declares: a corpus is built with all of them, so that each stage can be swapped.
NEEDED_INDEXES = tuple(sorted({index for retriever in RETRIEVERS.values() for index in retriever.indexes}))


def make_retriever(name: str, corpus: Corpus) -> PageRetriever:
    """The retriever of that name over a corpus."""
    return chosen(RETRIEVERS, name, "retriever")(corpus)


def make_selector(name: str, corpus: Corpus) -> EvidenceSelector:
    """The selector of that name, which weighs terms as the corpus does."""
    return chosen(SELECTORS, name, "selector")(corpus.search_index)


def make_verdict_model(name: str, folder: Path | None = None) -> VerdictModel:
    """The verdict model of that name; one that a recipe trained is read from its folder, a packaged one if asked."""
    trained = chosen({**dict.fromkeys(VERDICT_MODELS), **TRAINED_VERDICT_MODELS}, name, "verdict model")
    if trained is None:
        again = RETRAINED_VERDICT_MODELS.get(name)
        if folder and not again:
            raise UsageError(f"the verdict model {name!r} comes with the package; it is not read from a folder")
        return again(folder) if again and folder else VERDICT_MODELS[name]()
    if folder is None:
        raise UsageError(
            f"the verdict model {name!r} does not come trained; train it (veriscope train) and name its folder"
        )
    return trained(folder)


COMPUTERS: Mapping[str, Callable[[], TableComputer | None]] = {"programs": ProgramComputer, "none": lambda: None}


def make_computer(name: str) -> TableComputer | None:
    """The computer of that name; None where nothing is to be computed."""
    return chosen(COMPUTERS, name, "computer of tables")()


def chosen(registry: Mapping[str, _Implementation], name: str, what: str) -> _Implementation:
    """The entry of a registry; a wrong name is answered with the right ones."""
    if name not in registry:
        raise UsageError(f"no {what} named {name!r}; choose one of: {', '.join(sorted(registry))}")
    return registry[name]
