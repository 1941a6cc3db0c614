"""Random walks along predicate paths: how likely they are to end at a given node."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import Graph, View
from veriscope.graph.paths.neighbours import Neighbours
from veriscope.graph.paths.path_ends import Ground
from veriscope.graph.paths.path_search import find_paths
from veriscope.graph.paths.path_table import MarksPool
from veriscope.graph.paths.predicate_paths import BUDGET, key_base


@dataclass(frozen=True, slots=True)
class PathChances:
    """The predicate paths between two nodes, by ascending key, and how likely a random walk along each arrives.

    `left_out` counts the nodes with so many edges that walks through them were not followed.
    """

    keys: NDArray[np.int64]
    chances: NDArray[np.float64]
    left_out: int


@dataclass(frozen=True, slots=True)
class RandomWalks:
    """Walks over a view that choose, at each node, uniformly among the edges of the path's next step.

    Their chances are computed exactly (Lao, Mitchell & Cohen, EMNLP 2011, formula 2), except that walks that return to
    a node are not counted. Direct edges of the given predicate between the two ends are neither walked nor among the
    edges to choose from.
    """

    graph: Graph
    neighbours: Neighbours
    forth: NDArray[np.float32]
    back: NDArray[np.float32]
    marks: MarksPool
    budget: int

    @classmethod
    def of(cls, view: View, *, budget: int = BUDGET) -> "RandomWalks":
        """Takes time in proportion to the view's edges: make one and reuse it."""
        neighbours = Neighbours.of(view)
        forth, back = _step_chances(neighbours.arrays(), 2 * len(view.graph.predicates))
        return cls(view.graph, neighbours, forth, back, MarksPool(len(view.graph.nodes)), budget)

    def between_all(self, facts: NDArray[np.int32], *, length: int) -> list[PathChances]:
        """For each fact (subject, predicate, object), the chance of walks from subject to object."""
        base = key_base(self.graph, length=length)
        ground = Ground(*self.neighbours.arrays(), self.forth, self.back, base, self.budget)
        found = find_paths(ground, self.marks, facts, length=length)
        return [PathChances(each.keys, each.weights, each.left_out) for each in found]


@njit(cache=True, nogil=True)
def _step_chances(
    neighbours: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]], steps_there_are: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The chance of each edge among its node's edges of that step, and, in reverse, among its neighbour's."""
    starts, nodes, steps = neighbours
    forth, back = np.empty(len(nodes), np.float32), np.empty(len(nodes), np.float32)
    counts, free = np.zeros(steps_there_are, np.int64), starts[:-1].copy()
    for node in range(len(starts) - 1):
        low, high = starts[node], starts[node + 1]
        for place in range(low, high):
            counts[steps[place]] += 1
        for place in range(low, high):
            forth[place] = 1 / counts[steps[place]]
        for parity in (1, 0):  # edges walked backwards from here are walked forwards from there, and come first
            for place in range(low, high):
                if steps[place] & 1 == parity:
                    back[free[nodes[place]]] = forth[place]
                    free[nodes[place]] += 1
        counts[steps[low:high]] = 0
    return forth, back
