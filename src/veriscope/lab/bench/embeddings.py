"""The embeddings of a benchmark: one for each model, trained without any fact of its scenarios."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from veriscope.checking import EmbeddingChecker
from veriscope.domain import TripleChecker
from veriscope.errors import StoreError
from veriscope.graph import Model, View, numbers_of, open_embedding
from veriscope.lab.bench.scenarios import BenchScenario


@dataclass(frozen=True, slots=True)
class PreparedEmbeddings:
    """Embedding checkers that are already trained, each with the view of the graph that it learned from."""

    checkers: Mapping[Model, tuple[View, TripleChecker]]

    @classmethod
    def open(cls, folders: Mapping[Model, Path], view: View) -> "PreparedEmbeddings":
        """Open the embeddings of some folders; one that learned a fact hidden from this view is an error."""
        checkers = {model: EmbeddingChecker(open_embedding(folder), view) for model, folder in folders.items()}
        return cls({model: (view, checker) for model, checker in checkers.items()})

    def checker(self, model: Model, view: View) -> TripleChecker | None:
        """The checker of that model; an error if it learned from facts that this view hides."""
        if model not in self.checkers:
            return None
        known, checker = self.checkers[model]
        if (view.out_hidden & ~known.out_hidden).any():
            raise StoreError(
                f"the embedding by {model} was trained for other facts; it has seen some that must be hidden from it"
            )
        return checker


def view_without(seen: View, scenarios: Iterable[BenchScenario]) -> View:
    """What is seen, without the training and test facts of the scenarios; facts with literal values have no edge."""
    triples = {
        one.triple
        for scenario in scenarios
        for one in (*scenario.training, *scenario.test)
        if not one.triple.object.startswith('"')
    }
    return seen.without(numbers_of(seen.graph, sorted(triples)))
