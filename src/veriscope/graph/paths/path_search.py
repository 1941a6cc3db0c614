"""The compiled search for all predicate paths between two nodes, from both ends; no path repeats a node."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import inner_kernel
from veriscope.graph.paths.path_ends import End, Ground, edge_count, fan_of, first_place, goal_of, run_end, start_of
from veriscope.graph.paths.path_meeting import meet
from veriscope.graph.paths.path_table import Marks, MarksPool, Table, add, clear, grow, is_full, new_table

_Columns = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]  # keys, counts, weights

_SEARCH_COST = 4  # looking up one node among sorted neighbours costs about as much as reading this many of them


class FactPaths(NamedTuple):
    """The predicate paths of one fact by ascending key, their counts and weights; how many nodes were left out."""

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    weights: NDArray[np.float64]
    left_out: int


def find_paths(ground: Ground, pool: MarksPool, facts: NDArray[np.int32], *, length: int) -> list[FactPaths]:
    """The predicate paths of each fact (subject, predicate, object), of at most `length` steps."""
    if not len(facts):
        return []
    with pool.lend() as marks:
        starts, (keys, counts, weights), left_out = _search(ground, marks, facts.astype(np.int64), length)
    rows = np.repeat(np.arange(len(facts)), np.diff(starts))
    keys, counts, weights = keys[: starts[-1]], counts[: starts[-1]], weights[: starts[-1]]
    order = np.lexsort((keys, rows))
    order = order[counts[order] > 0]
    ends = np.searchsorted(rows[order], np.arange(1, len(facts)))
    return [
        FactPaths(keys[places], counts[places], weights[places], int(cut))
        for places, cut in zip(np.split(order, ends), left_out, strict=True)
    ]


@njit(cache=True, nogil=True)
def _search(
    ground: Ground, marks: Marks, facts: NDArray[np.int64], length: int
) -> tuple[NDArray[np.int64], _Columns, NDArray[np.int64]]:
    """The predicate paths of all facts, end to end; where those of each begin; how many nodes each left out.

    The paths of one fact are in no particular order, and some have a count of zero.
    """
    table, left_out, starts = new_table(1024), np.zeros(len(facts), np.int64), np.zeros(len(facts) + 1, np.int64)
    found = np.empty(1024, np.int64), np.empty(1024, np.int64), np.empty(1024, np.float64)
    for row in range(len(facts)):
        if facts[row, 0] != facts[row, 2]:
            table, left_out[row] = _paths(ground, table, marks, facts[row], length)
        starts[row + 1] = starts[row] + table.size[0]
        while starts[row + 1] > len(found[0]):
            found = _enlarge(found)
        for place in range(table.size[0]):
            slot, target = table.used[place], starts[row] + place
            found[0][target] = table.keys[slot]
            found[1][target] = table.counts[slot]
            found[2][target] = table.weights[slot]
        clear(table)
    return starts, found, left_out


@inner_kernel
def _enlarge(found: _Columns) -> _Columns:
    size = len(found[0])
    larger = np.empty(2 * size, np.int64), np.empty(2 * size, np.int64), np.empty(2 * size, np.float64)
    for place in range(size):
        larger[0][place] = found[0][place]
        larger[1][place] = found[1][place]
        larger[2][place] = found[2][place]
    return larger


@inner_kernel
def _paths(ground: Ground, table: Table, marks: Marks, fact: NDArray[np.int64], length: int) -> tuple[Table, int]:
    """Add the paths of one fact to the table; returns how many nodes were left out."""
    start, goal = start_of(ground, fact[0], fact[1], fact[2]), goal_of(ground, fact[2], fact[0])
    left_out = 0
    table = _one(ground, table, start, goal, fact[1])
    if length > 1:
        table = _two(ground, table, start, goal)
    if length > 2:
        table, left_out = _three(ground, table, marks, start, goal)
    if length > 3:
        table, more = meet(ground, table, marks, start, goal)
        left_out += more
    return table, left_out


@inner_kernel
def _one(ground: Ground, table: Table, start: End, goal: End, predicate: int) -> Table:
    """Paths of one step: the edges between the ends, except those of the predicate itself."""
    place = first_place(ground.nodes, start.low, start.high, goal.node)
    while place < start.high and ground.nodes[place] == goal.node:
        if ground.steps[place] >> 1 != predicate:
            if is_full(table):
                table = grow(table)
            add(table, ground.steps[place] + 1, 1, start.weights[place - start.low])
        place += 1
    return table


@inner_kernel
def _two(ground: Ground, table: Table, start: End, goal: End) -> Table:
    """Paths of two steps: over the common neighbours of the ends."""
    fewer, more = (start, goal) if start.high - start.low <= goal.high - goal.low else (goal, start)
    place, other = fewer.low, more.low
    while place < fewer.high and other < more.high:
        end = run_end(ground.nodes, place, fewer.high)
        other = _leap(ground.nodes, other, more.high, ground.nodes[place])
        if other < more.high and ground.nodes[other] == ground.nodes[place]:
            other_end = run_end(ground.nodes, other, more.high)
            for here in range(place, end):
                first, factor = _digit(ground, fewer, here, 1 if fewer.flip == 0 else ground.base)
                for there in range(other, other_end):
                    second, weight = _digit(ground, more, there, 1 if more.flip == 0 else ground.base)
                    if is_full(table):
                        table = grow(table)
                    add(table, first + second, 1, factor * weight)
        place = end
    return table


@inner_kernel
def _leap(nodes: NDArray[np.int32], low: int, high: int, node: int) -> int:
    """Like `first_place`, but fast if the place is near `low`."""
    stride = 1
    while low + stride < high and nodes[low + stride] < node:
        stride *= 2
    return first_place(nodes, low + stride // 2, min(low + stride + 1, high), node)


@inner_kernel
def _digit(ground: Ground, end: End, place: int, position: int) -> tuple[int, float]:
    """What an edge of an end adds to the key, and its weight."""
    return ((ground.steps[place] ^ end.flip) + 1) * position, end.weights[place - end.low]


@inner_kernel
def _three(ground: Ground, table: Table, marks: Marks, start: End, goal: End) -> tuple[Table, int]:
    """Paths of three steps: from the end that is cheaper to leave, two steps to a neighbour of the other."""
    fan = fan_of(ground, start, _SEARCH_COST * (goal.high - goal.low))
    other = fan_of(ground, goal, _SEARCH_COST * (start.high - start.low))
    far = goal
    if other.cost < fan.cost:
        fan, far = other, start
    _mark(ground, marks, far)
    for place in fan.places:
        if edge_count(ground, ground.nodes[place]) <= _SEARCH_COST * (far.high - far.low):
            table = _read_edges(ground, table, marks, (fan.end, far), place)
        else:
            table = _look_up_goals(ground, table, (fan.end, far), place)
    return table, fan.left_out


@inner_kernel
def _mark(ground: Ground, marks: Marks, end: End) -> None:
    """Mark each neighbour of an end with the place where its edges begin."""
    marks.clock[0] += 1
    for place in range(end.high - 1, end.low - 1, -1):
        marks.stamps[ground.nodes[place]] = marks.clock[0]
        marks.places[ground.nodes[place]] = place


@inner_kernel
def _read_edges(ground: Ground, table: Table, marks: Marks, ends: tuple[End, End], place: int) -> Table:
    """Read all edges of the neighbour at `place`, and use those that lead to a marked node."""
    node, clock = ground.nodes[place], marks.clock[0]
    for middle in range(ground.starts[node], ground.starts[node + 1]):
        inner = ground.nodes[middle]
        if marks.stamps[inner] == clock and inner != ends[0].node:
            table = _add_three(ground, table, ends, (place, middle, marks.places[inner]))
    return table


@inner_kernel
def _look_up_goals(ground: Ground, table: Table, ends: tuple[End, End], place: int) -> Table:
    """Look up each neighbour of the far end among the many neighbours of the node at `place`."""
    node, (near, far) = ground.nodes[place], ends
    high, last = ground.starts[node + 1], far.low
    while last < far.high:
        inner = ground.nodes[last]
        if inner != near.node:
            middle = first_place(ground.nodes, ground.starts[node], high, inner)
            while middle < high and ground.nodes[middle] == inner:
                table = _add_three(ground, table, ends, (place, middle, last))
                middle += 1
        last = run_end(ground.nodes, last, far.high)
    return table


@inner_kernel
def _add_three(ground: Ground, table: Table, ends: tuple[End, End], places: tuple[int, int, int]) -> Table:
    """Add the paths over one inner edge, for all edges that join its nodes to the two ends."""
    near, far = ends
    near_position, far_position = (1, ground.base**2) if near.flip == 0 else (ground.base**2, 1)
    key, inner_weight = ((ground.steps[places[1]] ^ near.flip) + 1) * ground.base, 1.0
    if len(ground.forth):
        inner_weight = ground.forth[places[1]] if near.flip == 0 else ground.back[places[1]]
    for first in range(places[0], run_end(ground.nodes, places[0], near.high)):
        first_digit, first_weight = _digit(ground, near, first, near_position)
        for last in range(places[2], run_end(ground.nodes, places[2], far.high)):
            last_digit, last_weight = _digit(ground, far, last, far_position)
            if is_full(table):
                table = grow(table)
            add(table, first_digit + key + last_digit, 1, first_weight * inner_weight * last_weight)
    return table
