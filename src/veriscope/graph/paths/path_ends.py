"""What the compiled path searches share: the graph arrays, the two ends, and the budget."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import inner_kernel

_ANY = np.iinfo(np.int64).max


class Ground(NamedTuple):
    """The arrays of `Neighbours`, the weights of their edges, the base of the keys, and the budget of one search.

    `forth[place]` is the weight of an edge walked away from the node it is listed under, `back[place]` that of the same
    edge walked towards it; both are empty if every step weighs one. The budget limits the edges read from one end, and
    the halves of paths that are joined.
    """

    starts: NDArray[np.int64]
    nodes: NDArray[np.int32]
    steps: NDArray[np.int32]
    forth: NDArray[np.float32]
    back: NDArray[np.float32]
    base: int
    budget: int


class End(NamedTuple):
    """One end of the paths: the range of its edges, their weights, and the other end.

    `flip` is 1 for the goal: its edges are walked towards it, so their steps are reversed.
    """

    node: int
    other: int
    low: int
    high: int
    weights: NDArray[np.float64]
    flip: int


class Fan(NamedTuple):
    """The neighbours of an end to walk through, by where the edges to each begin, and how many are left out."""

    end: End
    places: NDArray[np.int64]
    cost: int
    left_out: int


@inner_kernel
def start_of(ground: Ground, node: int, predicate: int, goal: int) -> End:
    """The end where paths begin; edges of the predicate to the goal are ignored."""
    start = End(node, goal, ground.starts[node], ground.starts[node + 1], _weights(ground, ground.forth, node), 0)
    if len(ground.forth):
        own = first_place(ground.nodes, start.low, start.high, goal)
        while own < start.high and ground.nodes[own] == goal:
            if ground.steps[own] >> 1 == predicate:
                _share_again(ground, start, ground.steps[own])
            own += 1
    return start


@inner_kernel
def _weights(ground: Ground, of_edges: NDArray[np.float32], node: int) -> NDArray[np.float64]:
    low, high = ground.starts[node], ground.starts[node + 1]
    weights = np.empty(high - low, np.float64)
    for place in range(low, high):
        weights[place - low] = of_edges[place] if len(of_edges) else 1.0
    return weights


@inner_kernel
def _share_again(ground: Ground, start: End, own: int) -> None:
    """If one of d edges must be ignored, each of the others weighs 1/(d-1) instead of 1/d."""
    for place in range(start.low, start.high):
        weight = start.weights[place - start.low]
        if ground.steps[place] == own and weight < 1:
            start.weights[place - start.low] = 1 / (np.floor(1 / weight + 0.5) - 1)


@inner_kernel
def goal_of(ground: Ground, node: int, start: int) -> End:
    """The end that paths lead to."""
    return End(node, start, ground.starts[node], ground.starts[node + 1], _weights(ground, ground.back, node), 1)


@inner_kernel
def first_place(nodes: NDArray[np.int32], low: int, high: int, node: int) -> int:
    """The place of the first of the sorted nodes that is not below `node`."""
    while low < high:
        middle = (low + high) >> 1
        if nodes[middle] < node:
            low = middle + 1
        else:
            high = middle
    return low


@inner_kernel
def run_end(nodes: NDArray[np.int32], place: int, high: int) -> int:
    """The end of the run of edges to the same neighbour."""
    end = place + 1
    while end < high and nodes[end] == nodes[place]:
        end += 1
    return end


@inner_kernel
def edge_count(ground: Ground, node: int) -> int:
    """How many edges a node has."""
    return int(ground.starts[node + 1] - ground.starts[node])


@inner_kernel
def fan_of(ground: Ground, end: End, most: int) -> Fan:
    """The neighbours of an end that fit the budget; each costs its number of edges, but at most `most`."""
    room, size, place = end.high - end.low, 0, end.low
    places, costs = np.empty(room, np.int64), np.empty(room, np.int64)
    while place < end.high:
        if ground.nodes[place] != end.other:
            places[size], costs[size] = place, min(edge_count(ground, ground.nodes[place]), most)
            size += 1
        place = run_end(ground.nodes, place, end.high)
    cost, kept = _sum_up_to(costs[:size], _ANY), size
    if cost > ground.budget:
        kept, dearest = 0, _dearest(costs[:size], ground.budget)
        for number in range(size):
            if costs[number] <= dearest:
                places[kept] = places[number]
                kept += 1
    return Fan(end, places[:kept], cost, size - kept)


@inner_kernel
def _dearest(costs: NDArray[np.int64], budget: int) -> int:
    """The highest cost that the budget covers when the cheapest come first; equal costs are all in or all out."""
    low, high = 0, budget + 1
    while high - low > 1:
        middle = (low + high) >> 1
        if _sum_up_to(costs, middle) <= budget:
            low = middle
        else:
            high = middle
    return low


@inner_kernel
def _sum_up_to(costs: NDArray[np.int64], dearest: int) -> int:
    total = 0
    for cost in costs:
        if cost <= dearest:
            total += cost
    return total
