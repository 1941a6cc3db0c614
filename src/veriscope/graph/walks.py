"""Random walks along predicate paths: where one ends, and how likely they are to end at a given node."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.graph import Graph
from veriscope.graph.neighbours import Neighbours
from veriscope.graph.path_ends import Ground
from veriscope.graph.path_marks import MarksPool
from veriscope.graph.path_search import find_paths
from veriscope.graph.predicate_paths import BUDGET, PredicatePath, key_base
from veriscope.graph.view import View


def walk_from(view: View, node: int, path: PredicatePath, rng: np.random.Generator) -> int | None:
    """Where one walk along the predicate path ends, each edge drawn evenly among the seen ones of its step.

    None where no edge leads on. A walk may come back to a node it has left.
    """
    for step in path:
        edges, hidden = (view.graph.into, view.into_hidden) if step % 2 else (view.graph.out, view.out_hidden)
        start, end = int(edges.starts[node]), int(edges.starts[node + 1])
        predicates = edges.predicates[start:end]
        left, right = (start + int(np.searchsorted(predicates, step // 2, side=side)) for side in ("left", "right"))
        seen = edges.nodes[left:right][~hidden[left:right]]
        if not len(seen):
            return None
        node = int(seen[rng.integers(len(seen))])
    return node


@dataclass(frozen=True, slots=True)
class PathChances:
    """The predicate paths between two nodes, by ascending key, and how likely a random walk along each arrives.

    `left_out` is how many nodes had so many edges that walks through them were not followed.
    """

    keys: NDArray[np.int64]
    chances: NDArray[np.float64]
    left_out: int


@dataclass(frozen=True, slots=True)
class RandomWalks:
    """Walks over a view that draw, at each node, evenly among the edges of the path's next step.

    Their chances are computed exactly (Lao, Mitchell & Cohen, EMNLP 2011, formula 2), but for walks that come back to
    a node they have left: these are not counted. Edges of the predicate asked about between the two ends are neither
    walked nor counted among those drawn from.
    """

    graph: Graph
    neighbours: Neighbours
    forth: NDArray[np.float32]
    back: NDArray[np.float32]
    marks: MarksPool
    budget: int

    @classmethod
    def of(cls, view: View, *, budget: int = BUDGET) -> "RandomWalks":
        """Takes time in proportion to the view's edges: make one, ask it often."""
        neighbours = Neighbours.of(view)
        forth, back = _step_chances(neighbours.arrays(), 2 * len(view.graph.predicates))
        return cls(view.graph, neighbours, forth, back, MarksPool(len(view.graph.nodes)), budget)

    def between_all(self, facts: NDArray[np.int32], *, length: int) -> list[PathChances]:
        """For each fact (subject, predicate, object) how likely walks from subject to object are."""
        base = key_base(self.graph, length=length)
        ground = Ground(*self.neighbours.arrays(), self.forth, self.back, base, self.budget)
        found = find_paths(ground, self.marks, facts, length=length)
        return [PathChances(each.keys, each.weights, each.left_out) for each in found]


@njit(cache=True, nogil=True)
def _step_chances(
    neighbours: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]], steps_there_are: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The chance of each edge among its node's edges of that step; and, the other way round, among its neighbour's."""
    starts, nodes, steps = neighbours
    forth, back = np.empty(len(nodes), np.float32), np.empty(len(nodes), np.float32)
    counts, free = np.zeros(steps_there_are, np.int64), starts[:-1].copy()
    for node in range(len(starts) - 1):
        low, high = starts[node], starts[node + 1]
        for place in range(low, high):
            counts[steps[place]] += 1
        for place in range(low, high):
            forth[place] = 1 / counts[steps[place]]
        for parity in (1, 0):  # what is walked backwards from here is walked forwards from there, and comes first
            for place in range(low, high):
                if steps[place] & 1 == parity:
                    back[free[nodes[place]]] = forth[place]
                    free[nodes[place]] += 1
        counts[steps[low:high]] = 0
    return forth, back
