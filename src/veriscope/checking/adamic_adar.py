"""Adamic–Adar: a fact is as true as its ends share neighbours that few others have.

Adamic & Adar, Friends and Neighbors on the Web, Social Networks 2003.
"""

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np

from veriscope.checking.shared_neighbours import told_neighbours
from veriscope.checking.weightings import logs
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import View, numbers_of
from veriscope.graph.common_neighbours import overlaps
from veriscope.graph.links import Links


class AdamicAdar:
    """Scores a triple by the sum of 1 / log k over the nodes next to both ends, each of which has k neighbours."""

    learns: ClassVar[bool] = False

    def __init__(self, view: View) -> None:
        self._view = view
        self._links = Links.of(view)
        # A node with one neighbour is common to two ends only where they are the same; it adds as much as one with two.
        self._weights = 1 / logs(np.maximum(self._links.degrees(), 2))

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """Nothing is learned."""
        return cls(view)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Sums from 0 on; the reasons are the common neighbours, the weightiest first."""
        pairs = np.ascontiguousarray(numbers_of(self._view.graph, triples)[:, ::2])
        sums = overlaps(self._links, pairs, self._weights).weights
        return [
            CheckedTriple(triple, score, self._reasons((subject, object_), limit=reasons))
            for triple, (subject, object_), score in zip(triples, pairs.tolist(), sums.tolist(), strict=True)
        ]

    def _reasons(self, ends: tuple[int, int], *, limit: int) -> tuple[Reason, ...]:
        return told_neighbours(
            self._view, self._links, ends, weigh=lambda node: float(self._weights[node]), limit=limit
        )
