"""Link prediction by neighbours: degree product, Jaccard, Adamic–Adar, and the shared neighbours that explain them."""

from collections.abc import Callable, Sequence

import numpy as np

from veriscope.checking.knowledge_linker import logs
from veriscope.domain import CheckedTriple, Reason, Triple
from veriscope.graph import (
    Links,
    View,
    common_neighbours,
    degrees_without_each_other,
    node_label,
    numbers_of,
    overlaps,
    path_over,
)


def neighbour_reasons(
    view: View, links: Links, ends: tuple[int, int], *, weigh: Callable[[int], float], limit: int
) -> tuple[Reason, ...]:
    """At most `limit` reasons, the least connected neighbours first; `weigh` gives what each adds to the score."""
    if limit == 0:
        return ()
    subject, object_ = ends
    reasons = []
    for node in common_neighbours(links, subject, object_)[:limit].tolist():
        text = f"both are linked with {node_label(view.graph, node)}, which has {links.degree(node)} neighbours"
        reasons.append(Reason(text, weigh(node), (path_over(view, (subject, node, object_)),)))
    return tuple(reasons)


class DegreeProduct:
    """Scores a triple by the number of neighbours of its subject times that of its object, not counting each other."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._links = Links.of(view)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Products, 0 or more; the reasons are the two degrees, the greater first."""
        facts = numbers_of(self._view.graph, triples)
        degrees = degrees_without_each_other(self._links, np.ascontiguousarray(facts[:, ::2]))
        return [
            CheckedTriple(triple, float(first * second), self._reasons((subject, object_), (first, second))[:reasons])
            for triple, (subject, _, object_), (first, second) in zip(
                triples, facts.tolist(), degrees.tolist(), strict=True
            )
        ]

    def _reasons(self, ends: tuple[int, int], degrees: tuple[int, int]) -> tuple[Reason, ...]:
        reasons = [
            Reason(f"{node_label(self._view.graph, node)} has {degree} neighbours", float(degree))
            for node, degree in zip(ends, degrees, strict=True)
        ]
        return tuple(sorted(reasons, key=lambda reason: -reason.weight))


class Jaccard:
    """Scores a triple by the share of its ends' neighbours that both ends have; the ends do not count."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._links = Links.of(view)
        self._ones = np.ones(len(view.graph.nodes))

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Shares from 0 to 1; the reasons are the common neighbours, the least connected first."""
        facts = numbers_of(self._view.graph, triples)
        pairs = np.ascontiguousarray(facts[:, ::2])
        common = overlaps(self._links, pairs, self._ones).common
        either = np.maximum(degrees_without_each_other(self._links, pairs).sum(axis=1) - common, 1)
        return [
            CheckedTriple(triple, both / all_, self._reasons((subject, object_), 1 / all_, limit=reasons))
            for triple, (subject, object_), both, all_ in zip(
                triples, pairs.tolist(), common.tolist(), either.tolist(), strict=True
            )
        ]

    def _reasons(self, ends: tuple[int, int], share: float, *, limit: int) -> tuple[Reason, ...]:
        return neighbour_reasons(self._view, self._links, ends, weigh=lambda _: share, limit=limit)


class AdamicAdar:
    """Scores a triple by the sum of 1 / log k over its ends' common neighbours, each of which has k neighbours."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._links = Links.of(view)
        # A node with one neighbour is common only to an end and itself; it adds as much as a node with two.
        self._weights = 1 / logs(np.maximum(self._links.degrees(), 2))

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Sums, 0 or more; the reasons are the common neighbours, the weightiest first."""
        pairs = np.ascontiguousarray(numbers_of(self._view.graph, triples)[:, ::2])
        sums = overlaps(self._links, pairs, self._weights).weights
        return [
            CheckedTriple(triple, score, self._reasons((subject, object_), limit=reasons))
            for triple, (subject, object_), score in zip(triples, pairs.tolist(), sums.tolist(), strict=True)
        ]

    def _reasons(self, ends: tuple[int, int], *, limit: int) -> tuple[Reason, ...]:
        return neighbour_reasons(
            self._view, self._links, ends, weigh=lambda node: float(self._weights[node]), limit=limit
        )
