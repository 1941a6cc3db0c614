"""Embeddings for a benchmark: one of each model, trained without any fact of any of its scenarios."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from veriscope.checking import EmbeddingChecker
from veriscope.domain import TripleChecker
from veriscope.graph import Graph, View, numbers_of
from veriscope.graph.embedding_files import open_embedding
from veriscope.graph.embedding_settings import Model
from veriscope.pipeline.bench_scenarios import BenchScenario


@dataclass(frozen=True, slots=True)
class PreparedShelf:
    """Embeddings that lie ready, by model."""

    folders: Mapping[Model, Path]

    def checker(self, model: Model, view: View) -> TripleChecker | None:
        """A checker by the embedding of that model; one that saw what the view hides is an error."""
        folder = self.folders.get(model)
        return None if folder is None else EmbeddingChecker(open_embedding(folder), view)


def view_without(graph: Graph, scenarios: Iterable[BenchScenario]) -> View:
    """The graph without any fact that a scenario teaches or tests; facts with literal values have no edge to hide."""
    triples = {
        one.triple
        for scenario in scenarios
        for one in (*scenario.training, *scenario.test)
        if not one.triple.object.startswith('"')
    }
    return View.of(graph).without(numbers_of(graph, sorted(triples)))
