"""Puts edges into the order of a graph by counting sort, and drops duplicates."""

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact.edges import Edges
from veriscope.graph.compact.kernels import sort_stretch

_FAR_BITS = 32
_FAR_MASK = (1 << 32) - 1


def ordered_edges(rows: Sequence[NDArray[np.int32]], *, nodes: int) -> Edges:
    """The edges of rows (near, predicate, far), by near end, predicate, far end, each once."""
    starts = np.zeros(nodes + 1, dtype=np.int64)
    for block in rows:
        _count(block[:, 0], starts)
    np.cumsum(starts, out=starts)
    keys, free = np.empty(int(starts[-1]), dtype=np.int64), starts[:-1].copy()
    for block in rows:
        _place(block, free, keys)
    return _sort_and_drop_repeats(starts, keys)


def reversed_edges(edges: Edges, *, nodes: int) -> Edges:
    """The same edges by their far end."""
    starts = np.zeros(nodes + 1, dtype=np.int64)
    _count(edges.nodes, starts)
    np.cumsum(starts, out=starts)
    keys = np.empty(len(edges), dtype=np.int64)
    _place_reversed(edges.starts, edges.predicates, edges.nodes, starts[:-1].copy(), keys)
    return _sort_and_drop_repeats(starts, keys)


def _sort_and_drop_repeats(starts: NDArray[np.int64], keys: NDArray[np.int64]) -> Edges:
    _sort_groups(starts, keys)
    kept_starts = np.zeros_like(starts)
    kept = _drop_repeats(starts, keys, kept_starts)
    predicates, nodes = np.empty(kept, dtype=np.int32), np.empty(kept, dtype=np.int32)
    _split(keys, predicates, nodes)
    return Edges(kept_starts, predicates, nodes)


@njit(cache=True, nogil=True)
def _count(near: NDArray[np.int32], starts: NDArray[np.int64]) -> None:
    for node in near:
        starts[node + 1] += 1


@njit(cache=True, nogil=True)
def _place(rows: NDArray[np.int32], free: NDArray[np.int64], keys: NDArray[np.int64]) -> None:
    for row in range(len(rows)):
        near = rows[row, 0]
        keys[free[near]] = (np.int64(rows[row, 1]) << _FAR_BITS) | np.int64(rows[row, 2])
        free[near] += 1


@njit(cache=True, nogil=True)
def _place_reversed(
    starts: NDArray[np.int64],
    predicates: NDArray[np.int32],
    nodes: NDArray[np.int32],
    free: NDArray[np.int64],
    keys: NDArray[np.int64],
) -> None:
    for near in range(len(starts) - 1):
        for edge in range(starts[near], starts[near + 1]):
            far = nodes[edge]
            keys[free[far]] = (np.int64(predicates[edge]) << _FAR_BITS) | np.int64(near)
            free[far] += 1


@njit(cache=True, nogil=True)
def _sort_groups(starts: NDArray[np.int64], keys: NDArray[np.int64]) -> None:
    for group in range(len(starts) - 1):
        sort_stretch(keys, starts[group], starts[group + 1])


@njit(cache=True, nogil=True)
def _drop_repeats(starts: NDArray[np.int64], keys: NDArray[np.int64], kept_starts: NDArray[np.int64]) -> int:
    """Within each group, move the keys that differ from the previous one to the front."""
    kept = 0
    for group in range(len(starts) - 1):
        for place in range(starts[group], starts[group + 1]):
            if place == starts[group] or keys[place] != keys[place - 1]:
                keys[kept] = keys[place]
                kept += 1
        kept_starts[group + 1] = kept
    return kept


@njit(cache=True, nogil=True)
def _split(keys: NDArray[np.int64], predicates: NDArray[np.int32], nodes: NDArray[np.int32]) -> None:
    for place in range(len(nodes)):
        predicates[place] = keys[place] >> _FAR_BITS
        nodes[place] = keys[place] & _FAR_MASK
