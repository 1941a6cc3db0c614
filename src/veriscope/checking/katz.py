"""Katz: the more short paths between its ends, the truer a fact.

Katz, A New Status Index Derived from Sociometric Analysis, Psychometrika 1953; as a measure of links: Liben-Nowell &
Kleinberg, CIKM 2003. Ours stops after three links and counts only paths that repeat no node: walking
to and fro on one link would measure how well a node is connected.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import CheckedTriple, Path, Reason, Triple
from veriscope.graph import (
    Links,
    View,
    are_linked_by_another_predicate,
    common_neighbours,
    direct_paths,
    inner_nodes_of_three_links,
    numbers_of,
    overlaps,
    path_over,
    paths_of_three_links,
)

LENGTH = 3
BETA = 0.05


class Katz:
    """Scores a triple by the sum of β^l over the paths of l links between its ends, l from 1 to 3; β is 0.05.

    A direct link counts if its predicate is not the triple's.
    """

    def __init__(self, view: View, *, beta: float = BETA) -> None:
        self._view = view
        self._links = Links.of(view)
        self._parts = beta ** np.arange(1, LENGTH + 1)
        self._ones = np.ones(len(view.graph.nodes))

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Sums, 0 or more; the reasons are the lengths, each with its number of paths and an example."""
        facts = numbers_of(self._view.graph, triples)
        parts = self._counts(facts) * self._parts
        return [
            CheckedTriple(triple, float(row.sum()), self._reasons(fact, row, limit=reasons))
            for triple, fact, row in zip(triples, facts, parts, strict=True)
        ]

    def _counts(self, facts: NDArray[np.int32]) -> NDArray[np.float64]:
        """How many paths of one, two and three links each fact has."""
        pairs = np.ascontiguousarray(facts[:, ::2])
        direct = are_linked_by_another_predicate(self._view, facts)
        common = overlaps(self._links, pairs, self._ones).common
        return np.stack([direct, common, paths_of_three_links(self._links, pairs)], axis=1).astype(np.float64)

    def _reasons(self, fact: NDArray[np.int32], parts: NDArray[np.float64], *, limit: int) -> tuple[Reason, ...]:
        """The lengths that have paths, the weightiest first."""
        reasons = []
        for length in sorted(np.flatnonzero(parts).tolist(), key=lambda place: (-parts[place], place))[:limit]:
            count = round(parts[length] / self._parts[length])
            text = f"{count} {'path' if count == 1 else 'paths'} of {length + 1} {'link' if length == 0 else 'links'}"
            reasons.append(Reason(text, float(parts[length]), (self._example(fact, length + 1),)))
        return tuple(reasons)

    def _example(self, fact: NDArray[np.int32], length: int) -> Path:
        subject, predicate, object_ = fact.tolist()
        if length == 1:
            return direct_paths(self._view, subject, predicate, object_)[0]
        if length == 2:
            return path_over(self._view, (subject, int(common_neighbours(self._links, subject, object_)[0]), object_))
        return path_over(self._view, (subject, *inner_nodes_of_three_links(self._links, subject, object_), object_))
