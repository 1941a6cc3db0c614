"""The knowledge-graph channel of a check: links a claim, looks the triples up, has a checker score the likeliest."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from veriscope.checking import CHECKERS
from veriscope.domain import Claim, LinkedTriple, Triple, TripleChecker
from veriscope.errors import UsageError
from veriscope.graph import View
from veriscope.graph.entity_names import words_of
from veriscope.graph.literals import literal_text
from veriscope.graph.vocabulary import TYPE
from veriscope.linking.linker import GraphLinker
from veriscope.pipeline.graph_finding import GraphFinding, GraphReading, GraphScore, Holding
from veriscope.pipeline.graph_holding import Holdings
from veriscope.pipeline.linking_index import open_linker
from veriscope.pipeline.path_words import node_words, path_words, predicate_words, triple_words

_MOST_READINGS = 3
_MOST_PATHS = 2
# How much a fact that the graph holds, or excludes, counts beside what was read, where the link is sure.
_WEIGHT = 0.9


@dataclass(frozen=True)
class GraphChannel:
    """One open knowledge base and a method that checks triples of it."""

    kb: str
    linker: GraphLinker
    method: str

    @classmethod
    def open(cls, kb: Path, *, method: str) -> "GraphChannel":
        """The channel of a KB folder, or of `starter`."""
        if method not in CHECKERS or CHECKERS[method].learns:
            ready = sorted(name for name, checker in CHECKERS.items() if not checker.learns)
            raise UsageError(f"no method named {method!r} that needs no training; choose one of: {', '.join(ready)}")
        return cls(str(kb), open_linker(kb), method)

    def find(self, claim: Claim) -> GraphFinding:
        """What the graph says of a claim; readings are empty where it could not be linked."""
        linked = self.linker.link(claim, limit=_MOST_READINGS)
        readings = tuple(self._reading(one) for one in linked)
        deciding = _deciding(readings)
        share = _WEIGHT * deciding.linked.score if deciding else 0.0
        return GraphFinding(self.kb, readings, deciding, share, self._score(readings))

    def _reading(self, linked: LinkedTriple) -> GraphReading:
        holding, facts, why = self._holdings.of(linked)
        told = tuple((fact, self._words(fact)) for fact in facts)
        return GraphReading(linked, self._words(_bounded(linked)), holding, told, why)

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
        return CHECKERS[self.method].fit(View.of(self.linker.graph), ())


def _bounded(linked: LinkedTriple) -> Triple:
    """The triple with what bounds its amount: `> 500 metres`."""
    triple, bounds = linked.triple, linked.bounds
    if bounds is None or all(map(math.isfinite, bounds)):
        return triple
    return replace(triple, object=f"{'>' if math.isfinite(bounds[0]) else '<'} {triple.object}")


def _deciding(readings: Sequence[GraphReading]) -> GraphReading | None:
    """The likeliest reading of which the graph says something; of two that say the same, the one that it holds."""
    told = [one for one in readings if one.holding is not Holding.OPEN]
    return next((one for one in told if one.holding is Holding.HELD), told[0] if told else None)
