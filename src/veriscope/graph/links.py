"""Which nodes of a view are linked at all, whatever the predicate and the direction."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.kernels import inner_kernel
from veriscope.graph.view import View

_Side = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.bool_]]  # edges and which are hidden


@dataclass(frozen=True, slots=True)
class Links:
    """The nodes next to node `n` are `nodes[starts[n]:starts[n + 1]]`: each once, ascending, never `n` itself."""

    starts: NDArray[np.int64]
    nodes: NDArray[np.int32]

    @classmethod
    def of(cls, view: View) -> "Links":
        """The links of the seen edges; takes time and memory in proportion to them."""
        return cls(*_dealt(_out(view), _into(view)))

    def degrees(self) -> NDArray[np.int64]:
        """How many nodes are next to each node."""
        return np.diff(self.starts)

    def degree(self, node: int) -> int:
        """How many nodes are next to a node."""
        return int(self.starts[node + 1] - self.starts[node])

    def of_node(self, node: int) -> NDArray[np.int32]:
        """The nodes next to a node."""
        return self.nodes[self.starts[node] : self.starts[node + 1]]


def linked_otherwise(view: View, facts: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Whether a seen edge of another predicate than the fact's links its two ends, in either direction."""
    return _linked_otherwise(_out(view), _into(view), facts)


def _out(view: View) -> _Side:
    edges = view.graph.out
    return edges.starts, edges.predicates, edges.nodes, view.out_hidden


def _into(view: View) -> _Side:
    edges = view.graph.into
    return edges.starts, edges.predicates, edges.nodes, view.into_hidden


@njit(cache=True, nogil=True)
def _dealt(out: _Side, into: _Side) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Deal every node out to its neighbours, in the order of the nodes, so that each receives them sorted."""
    count = len(out[0]) - 1
    starts = np.zeros(count + 1, np.int64)
    last = np.full(count, -1, np.int32)
    for node in range(count):
        for side in (out, into):
            for place in range(side[0][node], side[0][node + 1]):
                other = side[2][place]
                if not side[3][place] and other != node and last[other] != node:
                    last[other] = node
                    starts[other + 1] += 1
    starts = np.cumsum(starts)
    free = starts[:-1].copy()
    nodes = np.empty(starts[-1], np.int32)
    last[:] = -1
    for node in range(count):
        for side in (out, into):
            for place in range(side[0][node], side[0][node + 1]):
                other = side[2][place]
                if not side[3][place] and other != node and last[other] != node:
                    last[other] = node
                    nodes[free[other]] = node
                    free[other] += 1
    return starts, nodes


@njit(cache=True, nogil=True)
def _linked_otherwise(out: _Side, into: _Side, facts: NDArray[np.int32]) -> NDArray[np.bool_]:
    found = np.zeros(len(facts), np.bool_)
    for row in range(len(facts)):
        near, predicate, far = facts[row, 0], facts[row, 1], facts[row, 2]
        if _edge_count(out, into, far) < _edge_count(out, into, near):
            near, far = far, near
        for side in (out, into):
            for place in range(side[0][near], side[0][near + 1]):
                if side[2][place] == far and side[1][place] != predicate and not side[3][place]:
                    found[row] = True
    return found


@inner_kernel
def _edge_count(out: _Side, into: _Side, node: int) -> int:
    return int(out[0][node + 1] - out[0][node] + into[0][node + 1] - into[0][node])
