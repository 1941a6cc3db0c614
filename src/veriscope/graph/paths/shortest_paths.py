"""The cheapest paths between two nodes if inner nodes have costs: compiled search from both ends."""

import threading
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import inner_kernel
from veriscope.graph.paths.links import Links

_DIGITS = 12


class CheapestPath(NamedTuple):
    """The nodes of a path, including both ends, and the total cost of its inner nodes."""

    nodes: tuple[int, ...]
    cost: float


class _Room(NamedTuple):
    """What a search reads, and its notes on each node, which it resets at the end.

    `labels[n]` holds the cost of a path from the start to `n`, that of one from the goal to `n`, both including `n`,
    and the cost of `n`, so that a node takes one cache line. `parents[n]` holds the nodes before it on either side.
    """

    starts: NDArray[np.int64]
    nodes: NDArray[np.int32]
    labels: NDArray[np.float64]
    parents: NDArray[np.int32]
    touched: NDArray[np.int32]
    size: NDArray[np.int64]


class _Question(NamedTuple):
    ends: tuple[int, int]
    is_bottleneck: bool


class _Reached(NamedTuple):
    """A node reached from one side, and the least cost of anything not yet reached from the other side."""

    node: int
    label: float
    side: int
    beyond: float


@dataclass(frozen=True)
class PathSearch:
    """Searches paths of at least one inner node; the cost of a path is that of its inner nodes.

    The costs, none below zero, are added up; if `is_bottleneck`, only the greatest counts. A direct link of the two
    ends is never walked. Takes memory in proportion to the nodes: make one and reuse it.
    """

    links: Links
    costs: NDArray[np.float64]
    is_bottleneck: bool = False
    _local: threading.local = field(default_factory=threading.local, repr=False)

    def costs_between(self, pairs: NDArray[np.int32]) -> NDArray[np.float64]:
        """The cost of the cheapest path for each row (start, goal); infinite if there is none."""
        found = _costs_between(self._room(), pairs.astype(np.int64), self.is_bottleneck)
        # Rounded, so that equal costs stay equal when they are added in another order.
        return np.asarray(np.round(found, _DIGITS))

    def best_paths(self, start: int, goal: int, *, limit: int) -> list[CheapestPath]:
        """The cheapest path, then the cheapest that shares no inner node with those before it, and so on."""
        room, barred = self._room(), []
        found: list[CheapestPath] = []
        while len(found) < limit:
            nodes, cost = _path_between(room, _Question((int(start), int(goal)), self.is_bottleneck))
            if not len(nodes):
                break
            found.append(CheapestPath(tuple(nodes.tolist()), round(cost, _DIGITS)))
            inner = nodes[1:-1]
            barred.append((inner, room.labels[inner, 2]))
            room.labels[inner, 2] = np.inf
        for inner, costs in barred:
            room.labels[inner, 2] = costs
        return found

    def _room(self) -> _Room:
        """Every thread has its own."""
        if not hasattr(self._local, "room"):
            count = len(self.costs)
            labels = np.full((count, 4), np.inf)
            # A node with one neighbour is never inner.
            labels[:, 2] = np.where(self.links.degrees() > 1, self.costs, np.inf)
            parents, touched = np.empty((count, 2), np.int32), np.empty(count, np.int32)
            self._local.room = _Room(
                self.links.starts, self.links.nodes, labels, parents, touched, np.zeros(1, np.int64)
            )
        room: _Room = self._local.room
        return room


@njit(cache=True, nogil=True)
def _costs_between(room: _Room, pairs: NDArray[np.int64], is_bottleneck: bool) -> NDArray[np.float64]:  # noqa: FBT001
    costs = np.empty(len(pairs), np.float64)
    for row in range(len(pairs)):
        costs[row], _ = _search(room, _Question((pairs[row, 0], pairs[row, 1]), is_bottleneck))
        _tidy(room)
    return costs


@njit(cache=True, nogil=True)
def _path_between(room: _Room, question: _Question) -> tuple[NDArray[np.int32], float]:
    cost, meeting = _search(room, question)
    path = [meeting for _ in range(0)]
    if meeting >= 0:
        for side in range(2):
            node = meeting
            while node != question.ends[side]:
                node = room.parents[node, side]
                path.append(node)
            if side == 0:
                path.reverse()
                path.append(meeting)
    _tidy(room)
    return np.array(path, np.int32), cost


@inner_kernel
def _search(room: _Room, question: _Question) -> tuple[float, int]:
    """The cost of the cheapest path and the node where its halves meet.

    A node is scanned only after its own cost is paid, so a hub that costs more than the path is never scanned. The
    search stops when the two least unscanned labels together cost as much as the best path: the halves of any other
    path end in two different unscanned nodes.
    """
    start, goal = question.ends
    kept = room.labels[start, 2], room.labels[goal, 2]
    for side in range(2):
        end = question.ends[side]
        room.labels[end, 2] = 0.0
        _label(room, end, side, 0.0)
    from_start, from_goal = [(0.0, start)], [(0.0, goal)]
    best = (np.inf, -1)
    start_work, goal_work = 0, 0
    while len(from_start) > 0 and len(from_goal) > 0:
        low, high = from_start[0][0], from_goal[0][0]
        if _joined(low, high, question.is_bottleneck) >= best[0]:
            break
        start_next = start_work + _degree(room, from_start[0][1])
        goal_next = goal_work + _degree(room, from_goal[0][1])
        if start_next <= goal_next:
            start_work = start_next
            label, node = heappop(from_start)
            best = _scan(room, question, _Reached(node, label, 0, high), from_start, best)
        else:
            goal_work = goal_next
            label, node = heappop(from_goal)
            best = _scan(room, question, _Reached(node, label, 1, low), from_goal, best)
    room.labels[start, 2], room.labels[goal, 2] = kept
    return best


@inner_kernel
def _scan(
    room: _Room, question: _Question, reached: _Reached, heap: list[tuple[float, int]], best: tuple[float, int]
) -> tuple[float, int]:
    """Label the neighbours of a node; returns the best path so far, which may pass one of them."""
    node, label, side, beyond = reached
    if label > room.labels[node, side]:
        return best  # it was scanned before, with a lower label
    cost, meeting = best
    is_end = node == question.ends[side]
    other_end = question.ends[1 - side]
    for place in range(room.starts[node], room.starts[node + 1]):
        neighbour = int(np.int64(room.nodes[place]))
        longer = _joined(label, room.labels[neighbour, 2], question.is_bottleneck)
        if longer >= room.labels[neighbour, side] or (is_end and neighbour == other_end):
            continue
        _label(room, neighbour, side, longer)
        room.parents[neighbour, side] = node
        whole = _joined(label, room.labels[neighbour, 1 - side], question.is_bottleneck)
        if whole < cost:
            cost, meeting = whole, neighbour
        if _joined(longer, beyond, question.is_bottleneck) < cost:
            heappush(heap, (longer, neighbour))
    return cost, meeting


@inner_kernel
def _label(room: _Room, node: int, side: int, label: float) -> None:
    if room.labels[node, 0] == np.inf and room.labels[node, 1] == np.inf:
        room.touched[room.size[0]] = node
        room.size[0] += 1
    room.labels[node, side] = label


@inner_kernel
def _tidy(room: _Room) -> None:
    for place in range(room.size[0]):
        room.labels[room.touched[place], 0] = np.inf
        room.labels[room.touched[place], 1] = np.inf
    room.size[0] = 0


@inner_kernel
def _joined(first: float, second: float, is_bottleneck: bool) -> float:  # noqa: FBT001
    return max(first, second) if is_bottleneck else first + second


@inner_kernel
def _degree(room: _Room, node: int) -> int:
    return int(room.starts[node + 1] - room.starts[node])
