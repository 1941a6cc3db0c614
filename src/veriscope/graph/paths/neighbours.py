"""The seen edges of a view by node, in both directions at once, sorted by the neighbour."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import View

_Side = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.bool_]]  # edges and which are hidden


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The edges of node `n` are at `starts[n]` to `starts[n + 1]`, by the neighbour, forward ones first.

    The step that leads from `n` to the neighbour is twice the predicate, plus one where the edge is walked from object
    to subject. An edge from a node to itself is left out: no path without repetition uses it.
    """

    starts: NDArray[np.int64]
    nodes: NDArray[np.int32]
    steps: NDArray[np.int32]

    @classmethod
    def of(cls, view: View) -> "Neighbours":
        """The seen edges of a view; takes time and memory in proportion to its edges."""
        out, into = view.graph.out, view.graph.into
        starts, nodes, steps = _by_neighbour(
            (out.starts, out.predicates, out.nodes, view.out_hidden),
            (into.starts, into.predicates, into.nodes, view.into_hidden),
        )
        return cls(starts, nodes, steps)

    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """Starts, nodes and steps, as compiled searches take them."""
        return self.starts, self.nodes, self.steps


@njit(cache=True, nogil=True)
def _by_neighbour(out: _Side, into: _Side) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """Hand every node's edges to its neighbours, node by node, so that each receives them sorted."""
    nodes = len(out[0]) - 1
    starts = np.zeros(nodes + 1, dtype=np.int64)
    for group in (out, into):
        for node in range(nodes):
            for place in range(group[0][node], group[0][node + 1]):
                if not group[3][place] and group[2][place] != node:
                    starts[node + 1] += 1
    starts = np.cumsum(starts)
    free = starts[:-1].copy()
    far = np.empty(starts[-1], dtype=np.int32)
    steps = np.empty(starts[-1], dtype=np.int32)
    for node in range(nodes):
        # The neighbour walks an edge that leaves `node` backwards.
        for group, backwards in ((into, 0), (out, 1)):
            for place in range(group[0][node], group[0][node + 1]):
                neighbour = group[2][place]
                if not group[3][place] and neighbour != node:
                    far[free[neighbour]] = node
                    steps[free[neighbour]] = 2 * group[1][place] + backwards
                    free[neighbour] += 1
    return starts, far, steps
