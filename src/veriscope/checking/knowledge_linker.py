"""Knowledge Linker: a fact is as true as the closest path between its ends is short and specific.

Ciampaglia, Shiralkar, Rocha, Bollen, Menczer & Flammini, Computational Fact Checking from Knowledge Networks, PLoS ONE
2015. Edges are walked in both directions, and predicates do not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.weightings import WEIGHTINGS, Weighting, logs
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.errors import UsageError
from veriscope.graph import View, numbers_of
from veriscope.graph.common_neighbours import degrees_besides
from veriscope.graph.edges_between import direct_paths, path_over
from veriscope.graph.entity_names import node_label
from veriscope.graph.links import Links, linked_otherwise
from veriscope.graph.shortest_paths import CheapestPath, PathSearch

Closure = Literal["metric", "ultrametric"]


class KnowledgeLinker:
    """Scores a triple by 1 / (1 + cost) of the cheapest path between its ends; no path scores 0.

    A path costs what its inner nodes cost: their sum by the metric closure, the greatest by the ultrametric one. An
    edge of another predicate between the two ends is a path without cost.
    """

    learns: ClassVar[bool] = False

    def __init__(self, view: View, *, closure: Closure = "metric", weighting: str = "degree") -> None:
        self._view = view
        self._weighting = _weighting(weighting)
        self._links = Links.of(view)
        self._costs = self._weighting.costs(view, self._links)
        self._search = PathSearch(self._links, self._costs, is_bottleneck=closure == "ultrametric")

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """The metric closure with costs by degree; nothing is learned."""
        return cls(view)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Proximities from 0 to 1; the reasons are paths that share no inner node, the closest first."""
        facts = numbers_of(self._view.graph, triples)
        pairs = np.ascontiguousarray(facts[:, ::2])
        is_direct = linked_otherwise(self._view, facts) | (pairs[:, 0] == pairs[:, 1])
        paths = np.zeros(len(facts))
        paths[~is_direct] = self._search.costs_between(pairs[~is_direct])
        ends = logs(degrees_besides(self._links, pairs)) @ np.array(self._weighting.ends, dtype=np.float64)
        return [
            CheckedTriple(triple, _proximity(path + end), self._reasons(fact, end, limit=reasons))
            for triple, fact, path, end in zip(triples, facts, paths.tolist(), ends.tolist(), strict=True)
        ]

    def _reasons(self, fact: NDArray[np.int32], end: float, *, limit: int) -> tuple[Reason, ...]:
        subject, predicate, object_ = fact.tolist()
        direct = direct_paths(self._view, subject, predicate, object_)[:limit]
        told = [Reason("a direct link", _proximity(end), (path,)) for path in direct]
        if subject != object_:
            found = self._search.best_paths(subject, object_, limit=limit - len(told))
            told += [self._told(path, end) for path in found]
        return tuple(told)

    def _told(self, path: CheapestPath, end: float) -> Reason:
        over = " and ".join(self._node_told(node) for node in path.nodes[1:-1])
        return Reason(f"a path over {over}", _proximity(path.cost + end), (path_over(self._view, path.nodes),))

    def _node_told(self, node: int) -> str:
        neighbours = f"{self._links.degree(node)} neighbours, costs {self._costs[node]:.2f}"
        return f"{node_label(self._view.graph, node)} ({neighbours})"


@dataclass(frozen=True, slots=True)
class LinkerVariant:
    """Knowledge Linker with another closure or weighting."""

    learns: ClassVar[bool] = False
    closure: Closure = "metric"
    weighting: str = "degree"

    def fit(self, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> KnowledgeLinker:  # noqa: ARG002
        """Nothing is learned."""
        return KnowledgeLinker(view, closure=self.closure, weighting=self.weighting)


def _proximity(cost: float) -> float:
    return 1 / (1 + cost)


def _weighting(name: str) -> Weighting:
    if name not in WEIGHTINGS:
        raise UsageError(f"no weighting named {name!r}; choose one of: {', '.join(WEIGHTINGS)}")
    return WEIGHTINGS[name]
