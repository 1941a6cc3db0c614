"""The working memory of path searches: marks on nodes that need no clearing, and a table of counts by path."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import inner_kernel


class Marks(NamedTuple):
    """`places[n]` is valid only if `stamps[n]` equals the clock."""

    stamps: NDArray[np.int64]
    places: NDArray[np.int64]
    clock: NDArray[np.int64]


class MarksPool:
    """Lends marks to one search at a time, and makes more if several run at once; each is as large as the graph."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._free: list[Marks] = []

    @contextmanager
    def lend(self) -> Iterator[Marks]:
        """Marks that no other search uses meanwhile."""
        marks = self._take()
        try:
            yield marks
        finally:
            self._free.append(marks)

    def _take(self) -> Marks:
        try:
            return self._free.pop()
        except IndexError:
            size = self._nodes
            return Marks(np.zeros(size, np.int64), np.empty(size, np.int64), np.zeros(1, np.int64))


_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # Knuth's multiplicative hashing: 2^64 over the golden ratio


class Table(NamedTuple):
    """Slots with a key (0 if free), a count and a weight; the slots in use, and their number."""

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    weights: NDArray[np.float64]
    used: NDArray[np.int64]
    size: NDArray[np.int64]


@inner_kernel
def new_table(slots: int) -> Table:
    """An empty table; the number of slots is a power of two."""
    counts = np.zeros(slots, np.int64)
    return Table(np.zeros(slots, np.int64), counts, np.zeros(slots), np.empty(slots, np.int64), np.zeros(1, np.int64))


@inner_kernel
def is_full(table: Table) -> bool:
    """Whether it must grow before the next key is added."""
    return bool(2 * table.size[0] >= len(table.keys))


@inner_kernel
def add(table: Table, key: int, count: int, weight: float) -> None:
    """Add to the count and weight of a key; the table must not be full."""
    mask = len(table.keys) - 1
    slot = np.int64((np.uint64(key) * _SPREAD) >> np.uint64(20)) & mask
    while table.keys[slot] != key:
        if table.keys[slot] == 0:
            table.keys[slot] = key
            table.used[table.size[0]] = slot
            table.size[0] += 1
            break
        slot = (slot + 1) & mask
    table.counts[slot] += count
    table.weights[slot] += weight


@inner_kernel
def grow(table: Table) -> Table:
    """The same table with twice the slots."""
    larger = new_table(2 * len(table.keys))
    for place in range(table.size[0]):
        slot = table.used[place]
        add(larger, table.keys[slot], table.counts[slot], table.weights[slot])
    return larger


@inner_kernel
def clear(table: Table) -> None:
    """Remove all keys."""
    for place in range(table.size[0]):
        slot = table.used[place]
        table.keys[slot] = 0
        table.counts[slot] = 0
        table.weights[slot] = 0
    table.size[0] = 0
