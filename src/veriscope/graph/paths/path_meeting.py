"""Paths of four steps: two from each end, which meet in the middle."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import inner_kernel
from veriscope.graph.paths.path_ends import End, Fan, Ground, fan_of, run_end
from veriscope.graph.paths.path_table import Marks, Table, add, grow, is_full, new_table

_FEW = 16  # up to this many pairs of halves are joined one by one; with more, halves of the same key are summed first
_WHATEVER = np.iinfo(np.int64).max


class Halves(NamedTuple):
    """The two steps next to an end, grouped by the node where they meet the others: group `g` begins at `starts[g]`.

    Each has its inner node (ascending within a group), its part of the key, and its weight.
    """

    starts: NDArray[np.int64]
    inner: NDArray[np.int32]
    keys: NDArray[np.int64]
    weights: NDArray[np.float64]


@inner_kernel
def meet(ground: Ground, table: Table, marks: Marks, start: End, goal: End) -> tuple[Table, int]:
    """Add the paths of four steps; returns how many neighbours of the ends and meeting nodes were left out."""
    from_start, from_goal = fan_of(ground, start, _WHATEVER), fan_of(ground, goal, _WHATEVER)
    _reach(ground, marks, from_start)
    counts = _meeting_nodes(ground, marks, from_start, from_goal)
    first = _halves(ground, marks, from_start, counts[0])
    last = _halves(ground, marks, from_goal, counts[1])
    left_out, joined = from_start.left_out + from_goal.left_out, 0
    for group in range(len(counts[0])):
        pairs = counts[0][group] * counts[1][group]
        if pairs <= _FEW:
            table = _join_each(table, first, last, group)
        elif joined <= ground.budget:
            table, pairs = _join_alike(table, first, last, group)
        else:
            left_out += 1
        joined += pairs
    return table, left_out


@inner_kernel
def _reach(ground: Ground, marks: Marks, fan: Fan) -> None:
    """Count how often two steps from an end reach each node.

    The clock's last three values mean, in order: reached, met, and that the node is an end.
    """
    marks.clock[0] += 3
    reached = marks.clock[0] - 2
    marks.stamps[fan.end.node] = marks.clock[0]
    marks.stamps[fan.end.other] = marks.clock[0]
    for place in fan.places:
        node, run = ground.nodes[place], run_end(ground.nodes, place, fan.end.high) - place
        for middle in range(ground.starts[node], ground.starts[node + 1]):
            far = ground.nodes[middle]
            if marks.stamps[far] < reached:
                marks.stamps[far] = reached
                marks.places[far] = 0
            marks.places[far] += run


@inner_kernel
def _meeting_nodes(
    ground: Ground, marks: Marks, from_start: Fan, from_goal: Fan
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the nodes that both ends reach; returns how many halves each has from the start, and from the goal."""
    met = marks.clock[0] - 1
    room, groups = min(from_start.cost, from_goal.cost), 0
    first_counts, last_counts = np.empty(room, np.int64), np.empty(room, np.int64)
    for place in from_goal.places:
        node, run = ground.nodes[place], run_end(ground.nodes, place, from_goal.end.high) - place
        for middle in range(ground.starts[node], ground.starts[node + 1]):
            far = ground.nodes[middle]
            if marks.stamps[far] == met - 1:
                first_counts[groups], last_counts[groups] = marks.places[far], 0
                marks.stamps[far], marks.places[far] = met, groups
                groups += 1
            if marks.stamps[far] == met:
                last_counts[marks.places[far]] += run
    return first_counts[:groups], last_counts[:groups]


@inner_kernel
def _halves(ground: Ground, marks: Marks, fan: Fan, counts: NDArray[np.int64]) -> Halves:
    """The two steps from an end to the nodes where both sides meet."""
    starts = np.zeros(len(counts) + 1, np.int64)
    free, end = np.empty(len(counts), np.int64), fan.end
    for group in range(len(counts)):
        free[group] = starts[group]
        starts[group + 1] = starts[group] + counts[group]
    size = starts[-1]
    halves = Halves(starts, np.empty(size, np.int32), np.empty(size, np.int64), np.empty(size, np.float64))
    outer, inner = (ground.base**3, ground.base**2) if end.flip else (1, ground.base)
    weights, weighted = (ground.back if end.flip else ground.forth), len(ground.forth) > 0
    for place in fan.places:
        node, last = ground.nodes[place], run_end(ground.nodes, place, end.high)
        for middle in range(ground.starts[node], ground.starts[node + 1]):
            far = ground.nodes[middle]
            if marks.stamps[far] == marks.clock[0] - 1:
                for first in range(place, last):
                    slot = free[marks.places[far]]
                    free[marks.places[far]] += 1
                    halves.inner[slot] = node
                    halves.keys[slot] = ((ground.steps[first] ^ end.flip) + 1) * outer + (
                        (ground.steps[middle] ^ end.flip) + 1
                    ) * inner
                    halves.weights[slot] = end.weights[first - end.low] * (weights[middle] if weighted else 1.0)
    return halves


@inner_kernel
def _join_each(table: Table, first: Halves, last: Halves, group: int) -> Table:
    """Join all pairs of halves with different inner nodes."""
    for here in range(first.starts[group], first.starts[group + 1]):
        for there in range(last.starts[group], last.starts[group + 1]):
            if first.inner[here] != last.inner[there]:
                if is_full(table):
                    table = grow(table)
                add(table, first.keys[here] + last.keys[there], 1, first.weights[here] * last.weights[there])
    return table


@inner_kernel
def _join_alike(table: Table, first: Halves, last: Halves, group: int) -> tuple[Table, int]:
    """The same, but sum halves of the same key first; then subtract the pairs with the same inner node."""
    ours, theirs = _sum_by_key(first, group), _sum_by_key(last, group)
    for here in ours.used[: ours.size[0]]:
        for there in theirs.used[: theirs.size[0]]:
            if is_full(table):
                table = grow(table)
            count, weight = ours.counts[here] * theirs.counts[there], ours.weights[here] * theirs.weights[there]
            add(table, ours.keys[here] + theirs.keys[there], count, weight)
    here, there = first.starts[group], last.starts[group]
    while here < first.starts[group + 1] and there < last.starts[group + 1]:
        if first.inner[here] < last.inner[there]:
            here += 1
        elif first.inner[here] > last.inner[there]:
            there += 1
        else:
            here_end = run_end(first.inner, here, first.starts[group + 1])
            there_end = run_end(last.inner, there, last.starts[group + 1])
            for one in range(here, here_end):
                for other in range(there, there_end):
                    add(table, first.keys[one] + last.keys[other], -1, -first.weights[one] * last.weights[other])
            here, there = here_end, there_end
    return table, ours.size[0] * theirs.size[0]


@inner_kernel
def _sum_by_key(halves: Halves, group: int) -> Table:
    """The distinct keys of a group, how many halves have each, and their total weights."""
    low, high = halves.starts[group], halves.starts[group + 1]
    table = new_table(32)
    for place in range(low, high):
        if is_full(table):
            table = grow(table)
        add(table, halves.keys[place], 1, halves.weights[place])
    return table
