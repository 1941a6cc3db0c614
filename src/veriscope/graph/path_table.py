"""A hash table that adds up what is known of each predicate path, for use inside compiled searches."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.kernels import inner_kernel

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # Knuth's multiplicative hashing: 2^64 over the golden ratio


class Table(NamedTuple):
    """Slots with a key (0 where free), a count and a weight; the slots in use, and how many they are."""

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
    """Add to what stands under a key; the table must not be full."""
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
def grown(table: Table) -> Table:
    """The same with twice the slots."""
    larger = new_table(2 * len(table.keys))
    for place in range(table.size[0]):
        slot = table.used[place]
        add(larger, table.keys[slot], table.counts[slot], table.weights[slot])
    return larger


@inner_kernel
def empty(table: Table) -> None:
    """Forget everything."""
    for place in range(table.size[0]):
        slot = table.used[place]
        table.keys[slot] = 0
        table.counts[slot] = 0
        table.weights[slot] = 0
    table.size[0] = 0
