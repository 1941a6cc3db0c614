"""Knowledge Linker: the shorter and more specific the best path between its ends, the truer a fact."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import CheckedTriple, Reason, Triple
from veriscope.errors import UsageError
from veriscope.graph import (
    CheapestPath,
    Links,
    PathSearch,
    View,
    are_linked_by_another_predicate,
    degrees_without_each_other,
    direct_paths,
    node_label,
    numbers_of,
    path_over,
)

Costs = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weighting:
    """What nodes cost, and whether the subject and the object of a fact cost something too, as inner nodes do.

    Popular things are close to everything; making the ends cost something corrects for that.
    """

    costs: Callable[[View, Links], Costs]
    ends: tuple[bool, bool] = (False, False)


def log_neighbours(_: View, links: Links) -> Costs:
    """The logarithm of a node's number of neighbours, in either direction (Ciampaglia et al., PLoS ONE 2015)."""
    return logs(links.degrees())


def log_edges(view: View, _: Links) -> Costs:
    """The logarithm of a node's seen edges: a neighbour linked by two predicates counts twice."""
    return logs(_seen(view.graph.out.starts, view.out_hidden) + _seen(view.graph.into.starts, view.into_hidden))


def log_incoming(view: View, _: Links) -> Costs:
    """The logarithm of the seen edges that lead into a node, as the BUCKLE paper words it."""
    return logs(_seen(view.graph.into.starts, view.into_hidden))


def logs(counts: NDArray[np.int64]) -> Costs:
    """Natural logarithms, at least 0."""
    return np.asarray(np.log(np.maximum(counts, 1)), dtype=np.float64)


def _seen(starts: NDArray[np.int64], hidden: NDArray[np.bool_]) -> NDArray[np.int64]:
    sums = np.concatenate([[0], np.cumsum(~hidden)])
    return np.asarray(sums[starts[1:]] - sums[starts[:-1]])


WEIGHTINGS = {
    "degree": Weighting(log_neighbours),
    "edges": Weighting(log_edges),
    "in-degree": Weighting(log_incoming),
    # As in the code of Knowledge Stream (Shiralkar et al., ICDM 2017).
    "degree+object": Weighting(log_neighbours, (False, True)),
    "degree+ends": Weighting(log_neighbours, (True, True)),
}
"""`benchmarks/knowledge_linker` compares them."""


Closure = Literal["metric", "ultrametric"]


class KnowledgeLinker:
    """Scores a triple by 1 / (1 + cost) of the cheapest path between its ends; no path scores 0.

    The cost of a path is the sum of its inner nodes' costs in the metric closure, the greatest of them in the
    ultrametric one. An edge of another predicate between the two ends is a path without cost.
    """

    def __init__(self, view: View, *, closure: Closure = "metric", weighting: str = "degree") -> None:
        self._view = view
        self._weighting = _weighting(weighting)
        self._links = Links.of(view)
        self._costs = self._weighting.costs(view, self._links)
        self._search = PathSearch(self._links, self._costs, is_bottleneck=closure == "ultrametric")

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Proximities from 0 to 1; the reasons are paths that share no inner node, the closest first."""
        facts = numbers_of(self._view.graph, triples)
        pairs = np.ascontiguousarray(facts[:, ::2])
        is_direct = are_linked_by_another_predicate(self._view, facts) | (pairs[:, 0] == pairs[:, 1])
        paths = np.zeros(len(facts))
        paths[~is_direct] = self._search.costs_between(pairs[~is_direct])
        ends = logs(degrees_without_each_other(self._links, pairs)) @ np.array(self._weighting.ends, dtype=np.float64)
        return [
            CheckedTriple(triple, _proximity(path + end), self._reasons(fact, end, limit=reasons))
            for triple, fact, path, end in zip(triples, facts, paths.tolist(), ends.tolist(), strict=True)
        ]

    def _reasons(self, fact: NDArray[np.int32], end: float, *, limit: int) -> tuple[Reason, ...]:
        subject, predicate, object_ = fact.tolist()
        direct = direct_paths(self._view, subject, predicate, object_)[:limit]
        reasons = [Reason("a direct link", _proximity(end), (path,)) for path in direct]
        if subject != object_:
            found = self._search.best_paths(subject, object_, limit=limit - len(reasons))
            reasons += [self._path_reason(path, end) for path in found]
        return tuple(reasons)

    def _path_reason(self, path: CheapestPath, end: float) -> Reason:
        over = " and ".join(self._node_text(node) for node in path.nodes[1:-1])
        return Reason(f"a path over {over}", _proximity(path.cost + end), (path_over(self._view, path.nodes),))

    def _node_text(self, node: int) -> str:
        neighbours = f"{self._links.degree(node)} neighbours, costs {self._costs[node]:.2f}"
        return f"{node_label(self._view.graph, node)} ({neighbours})"


def _proximity(cost: float) -> float:
    return 1 / (1 + cost)


def _weighting(name: str) -> Weighting:
    if name not in WEIGHTINGS:
        raise UsageError(f"no weighting named {name!r}; choose one of: {', '.join(WEIGHTINGS)}")
    return WEIGHTINGS[name]
