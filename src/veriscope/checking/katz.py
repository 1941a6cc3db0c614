"""Katz: a fact is as true as there are many short paths between its ends.

Katz, A New Status Index Derived from Sociometric Analysis, Psychometrika 1953; as a measure of links: Liben-Nowell &
Kleinberg, CIKM 2003. Cut off after three links, and over paths that repeat no node: walks to and fro on one link would
tell how much a node is linked.
"""

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import CheckedTriple, GoldTriple, Path, Reason, Triple
from veriscope.graph import View, numbers_of
from veriscope.graph.common_neighbours import (
    common_neighbours,
    inner_nodes_of_three_links,
    overlaps,
    paths_of_three_links,
)
from veriscope.graph.edges_between import direct_paths, path_over
from veriscope.graph.links import Links, linked_otherwise

LENGTH = 3
BETA = 0.05


class Katz:
    """Scores a triple by the sum of β^l over the paths of l links between its ends, l from 1 to 3; β is 0.05.

    The direct link counts where another predicate than the triple's makes it.
    """

    learns: ClassVar[bool] = False

    def __init__(self, view: View, *, beta: float = BETA) -> None:
        self._view = view
        self._links = Links.of(view)
        self._parts = beta ** np.arange(1, LENGTH + 1)
        self._ones = np.ones(len(view.graph.nodes))

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """Nothing is learned."""
        return cls(view)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Sums from 0 on; the reasons are the lengths, each with how many paths it has and an example."""
        facts = numbers_of(self._view.graph, triples)
        parts = self._counts(facts) * self._parts
        return [
            CheckedTriple(triple, float(row.sum()), self._reasons(fact, row, limit=reasons))
            for triple, fact, row in zip(triples, facts, parts, strict=True)
        ]

    def _counts(self, facts: NDArray[np.int32]) -> NDArray[np.float64]:
        """How many paths of one, two and three links each fact has."""
        pairs = np.ascontiguousarray(facts[:, ::2])
        direct = linked_otherwise(self._view, facts)
        common = overlaps(self._links, pairs, self._ones).common
        return np.stack([direct, common, paths_of_three_links(self._links, pairs)], axis=1).astype(np.float64)

    def _reasons(self, fact: NDArray[np.int32], parts: NDArray[np.float64], *, limit: int) -> tuple[Reason, ...]:
        """The lengths that there are paths of, the weightiest first."""
        told = []
        for length in sorted(np.flatnonzero(parts).tolist(), key=lambda place: (-parts[place], place))[:limit]:
            count = round(parts[length] / self._parts[length])
            text = f"{count} {'path' if count == 1 else 'paths'} of {length + 1} {'link' if length == 0 else 'links'}"
            told.append(Reason(text, float(parts[length]), (self._example(fact, length + 1),)))
        return tuple(told)

    def _example(self, fact: NDArray[np.int32], length: int) -> Path:
        subject, predicate, object_ = fact.tolist()
        if length == 1:
            return direct_paths(self._view, subject, predicate, object_)[0]
        if length == 2:
            return path_over(self._view, (subject, int(common_neighbours(self._links, subject, object_)[0]), object_))
        return path_over(self._view, (subject, *inner_nodes_of_three_links(self._links, subject, object_), object_))
