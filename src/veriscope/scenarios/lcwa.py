"""Hard false facts by the local closed world assumption alone: BUCKLE's alternative to random walks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from veriscope.graph import Graph
from veriscope.scenarios.false_facts import HardFact
from veriscope.scenarios.likeness import Likeness
from veriscope.scenarios.pool import Pair


@dataclass(frozen=True, slots=True)
class LcwaMaker:
    """Takes pairs linked by another predicate, in either direction, if the new end is like the one it replaces.

    If the graph holds some objects of a subject (or subjects of an object), it is assumed to hold them all.
    """

    graph: Graph
    predicate: int
    likeness: Likeness

    def make(self, pair: Pair, *, may_use: Callable[[Pair], bool], rng: np.random.Generator) -> Iterator[HardFact]:
        """False facts with another object or another subject."""
        subject, object_ = pair
        candidates = [
            *(((subject, other), (step,)) for other, step in self._joined(subject, like=object_)),
            # Paths run from subject to object.
            *(((other, object_), (step ^ 1,)) for other, step in self._joined(object_, like=subject)),
        ]
        for place in rng.permutation(len(candidates)).tolist():
            found, path = candidates[place]
            if may_use(found):
                yield HardFact(found, path)

    def _joined(self, node: int, *, like: int) -> Iterator[tuple[int, int]]:
        """Neighbours that are like another node, with the step that leads to them."""
        for backwards, edges in enumerate((self.graph.out, self.graph.into)):
            places = edges.of_node(node)
            for predicate, other in zip(edges.predicates[places].tolist(), edges.nodes[places].tolist(), strict=True):
                if predicate != self.predicate and self.likeness.are_alike(like, other):
                    yield other, 2 * predicate + backwards
