"""The knowledge-graph channel of a check: links a claim, looks up its triples, and scores the likeliest one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from veriscope.checking import CHECKERS
from veriscope.domain import Claim, LinkedTriple, Triple, TripleChecker
from veriscope.graph import TYPE, View, literal_text, words_of
from veriscope.linking import GraphLinker
from veriscope.pipeline.embedding_cache import EmbeddingCache
from veriscope.pipeline.graph_finding import GraphFinding, GraphReading, GraphScore, Holding
from veriscope.pipeline.graph_holding import Holdings
from veriscope.pipeline.linking_index import open_linker
from veriscope.pipeline.path_words import node_words, path_words, predicate_words, triple_words
from veriscope.pipeline.starter_kb import kb_folder
from veriscope.verdict import graph_share

_MOST_READINGS = 3
_MOST_PATHS = 2


@dataclass(frozen=True)
class GraphChannel:
    """One open knowledge base and a method that checks triples against it."""

    kb: str
    linker: GraphLinker
    method: str
    embeddings: EmbeddingCache

    @classmethod
    def open(cls, kb: Path | str, *, method: str) -> "GraphChannel":
        """The channel of a KB folder, or of `starter`."""
        linker = open_linker(kb)
        return cls(str(kb), linker, method, EmbeddingCache(kb_folder(kb), linker.graph))

    def find(self, claim: Claim) -> GraphFinding:
        """What the graph says about a claim; `readings` is empty if the claim could not be linked."""
        linked = self.linker.link(claim, limit=_MOST_READINGS)
        readings = tuple(self._reading(one) for one in linked)
        deciding = _deciding(readings)
        share = graph_share(deciding.linked.score) if deciding else 0.0
        return GraphFinding(self.kb, readings, deciding, share, self._score(readings))

    def _reading(self, linked: LinkedTriple) -> GraphReading:
        holding, facts, why = self._holdings.of(linked)
        facts_in_words = tuple((fact, self._words(fact)) for fact in facts)
        return GraphReading(linked, self._words(_with_bounds(linked)), holding, facts_in_words, why)

    def _words(self, triple: Triple) -> str:
        graph = self.linker.graph
        if triple.predicate == TYPE:
            return f"{node_words(graph, triple.subject)} —is a→ {words_of(triple.object)}"
        if graph.nodes.find(triple.object) is not None:
            return triple_words(graph, triple)
        value = literal_text(triple.object)
        return f"{node_words(graph, triple.subject)} —{predicate_words(graph, triple.predicate)}→ {value}"

    def _score(self, readings: Sequence[GraphReading]) -> GraphScore | None:
        """The checker's score of the likeliest triple between two entities, with its paths."""
        graph = self.linker.graph
        triples = (one.linked.triple for one in readings if graph.nodes.find(one.linked.triple.object) is not None)
        triple = next((one for one in triples if one.predicate != TYPE), None)
        if triple is None:
            return None
        (checked,) = self._checker.check([triple], reasons=_MOST_PATHS)
        paths = tuple(path_words(graph, path) for reason in checked.reasons for path in reason.paths)
        return GraphScore(self.method, checked, self._words(triple), paths[:_MOST_PATHS])

    @cached_property
    def _holdings(self) -> Holdings:
        return Holdings(self.linker.graph)

    @cached_property
    def _checker(self) -> TripleChecker:
        method, view = CHECKERS[self.method], View.of(self.linker.graph)
        found = {model: self.embeddings.checker(model, view) for model in method.embeddings}
        return method.fit(view, embeddings={model: checker for model, checker in found.items() if checker is not None})


def _with_bounds(linked: LinkedTriple) -> Triple:
    """The triple with the bound on its amount: `> 500 metres`."""
    triple, bounds = linked.triple, linked.bounds
    if bounds is None or all(map(math.isfinite, bounds)):
        return triple
    return replace(triple, object=f"{'>' if math.isfinite(bounds[0]) else '<'} {triple.object}")


def _deciding(readings: Sequence[GraphReading]) -> GraphReading | None:
    """The likeliest reading that the graph holds, else the likeliest that it contradicts; None if all are open."""
    answered = [one for one in readings if one.holding is not Holding.OPEN]
    return next((one for one in answered if one.holding is Holding.HELD), answered[0] if answered else None)
