"""Jaccard: a fact is as true as its ends share their neighbours."""

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np

from veriscope.checking.shared_neighbours import told_neighbours
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import View, numbers_of
from veriscope.graph.common_neighbours import degrees_besides, overlaps
from veriscope.graph.links import Links


class Jaccard:
    """Scores a triple by the share of the nodes next to either end that are next to both; the ends do not count."""

    learns: ClassVar[bool] = False

    def __init__(self, view: View) -> None:
        self._view = view
        self._links = Links.of(view)
        self._ones = np.ones(len(view.graph.nodes))

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """Nothing is learned."""
        return cls(view)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Shares from 0 to 1; the reasons are the common neighbours, those with the fewest links first."""
        facts = numbers_of(self._view.graph, triples)
        pairs = np.ascontiguousarray(facts[:, ::2])
        common = overlaps(self._links, pairs, self._ones).common
        either = np.maximum(degrees_besides(self._links, pairs).sum(axis=1) - common, 1)
        return [
            CheckedTriple(triple, both / all_, self._reasons((subject, object_), 1 / all_, limit=reasons))
            for triple, (subject, object_), both, all_ in zip(
                triples, pairs.tolist(), common.tolist(), either.tolist(), strict=True
            )
        ]

    def _reasons(self, ends: tuple[int, int], share: float, *, limit: int) -> tuple[Reason, ...]:
        return told_neighbours(self._view, self._links, ends, weigh=lambda _: share, limit=limit)
