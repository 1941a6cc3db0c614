"""Embeddings for a benchmark: one of each model, trained without any fact of any of its scenarios."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from veriscope.checking import EmbeddingChecker
from veriscope.domain import TripleChecker
from veriscope.errors import StoreError
from veriscope.graph import Graph, View, numbers_of
from veriscope.graph.embedding_files import open_embedding
from veriscope.graph.embedding_settings import Model
from veriscope.pipeline.bench_scenarios import BenchScenario


@dataclass(frozen=True, slots=True)
class PreparedShelf:
    """Checkers by embedding that lie ready, each with the view of the graph that it knows."""

    checkers: Mapping[Model, tuple[View, TripleChecker]]

    @classmethod
    def opened(cls, folders: Mapping[Model, Path], view: View) -> "PreparedShelf":
        """The embeddings of some folders; one that saw what the view hides is an error."""
        checkers = {model: EmbeddingChecker(open_embedding(folder), view) for model, folder in folders.items()}
        return cls({model: (view, checker) for model, checker in checkers.items()})

    def checker(self, model: Model, view: View) -> TripleChecker | None:
        """The checker of that model; one that knows more than this view shows is an error."""
        if model not in self.checkers:
            return None
        known, checker = self.checkers[model]
        if (view.out_hidden & ~known.out_hidden).any():
            raise StoreError(
                f"the embedding by {model} lies ready for other facts; some of these are not hidden from it"
            )
        return checker


def view_without(graph: Graph, scenarios: Iterable[BenchScenario]) -> View:
    """The graph without any fact that a scenario teaches or tests; facts with literal values have no edge to hide."""
    triples = {
        one.triple
        for scenario in scenarios
        for one in (*scenario.training, *scenario.test)
        if not one.triple.object.startswith('"')
    }
    return View.of(graph).without(numbers_of(graph, sorted(triples)))
