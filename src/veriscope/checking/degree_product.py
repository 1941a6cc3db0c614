"""Degree product: a fact is as true as its ends are much linked, whatever links them (preferential attachment)."""

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np

from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import View, numbers_of
from veriscope.graph.common_neighbours import degrees_besides
from veriscope.graph.entity_names import node_label
from veriscope.graph.links import Links


class DegreeProduct:
    """Scores a triple by the product of how many nodes are next to its subject and to its object, the two apart."""

    learns: ClassVar[bool] = False

    def __init__(self, view: View) -> None:
        self._view = view
        self._links = Links.of(view)

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """Nothing is learned."""
        return cls(view)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Products from 0 on; the reasons are the two degrees, the greater first."""
        facts = numbers_of(self._view.graph, triples)
        degrees = degrees_besides(self._links, np.ascontiguousarray(facts[:, ::2]))
        return [
            CheckedTriple(triple, float(first * second), self._told((subject, object_), (first, second))[:reasons])
            for triple, (subject, _, object_), (first, second) in zip(
                triples, facts.tolist(), degrees.tolist(), strict=True
            )
        ]

    def _told(self, ends: tuple[int, int], degrees: tuple[int, int]) -> tuple[Reason, ...]:
        told = [
            Reason(f"{node_label(self._view.graph, node)} has {degree} neighbours", float(degree))
            for node, degree in zip(ends, degrees, strict=True)
        ]
        return tuple(sorted(told, key=lambda reason: -reason.weight))
