"""Sorts names by their bytes, seven at a time."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact.kernels import inner_kernel, sort_stretch_with

_STEP = 7
_MORE = _STEP + 1


def name_order(letters: NDArray[np.uint8], ends: NDArray[np.int64]) -> NDArray[np.int32]:
    """The ids of names, all different, in the order of their bytes."""
    if not len(ends):
        return np.empty(0, dtype=np.int32)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), ends])
    depth = int(_common(letters, starts))
    keys = _keys(letters, starts, depth)
    order = np.argsort(keys).astype(np.int32)
    _sort(letters, starts, order, keys[order], depth)
    return order


@inner_kernel
def _key(letters: NDArray[np.uint8], start: int, end: int) -> np.int64:
    """The next seven bytes, then how many bytes remain (8 means more than seven); keys sort like names."""
    key, size = np.int64(0), min(end - start, _STEP)
    for place in range(start, start + size):
        key = (key << 8) | np.int64(letters[place])
    key <<= 8 * (_STEP - size)
    # Half of the range is below zero: signed keys are faster to handle than unsigned ones.
    return ((key - (np.int64(1) << 55)) << 8) | np.int64(min(end - start, _MORE))


@njit(cache=True, nogil=True)
def _common(letters: NDArray[np.uint8], starts: NDArray[np.int64]) -> int:
    """The length of the prefix that all names share."""
    size = int(starts[1] - starts[0])
    for name in range(1, len(starts) - 1):
        size = min(size, int(starts[name + 1] - starts[name]))
        place = 0
        while place < size and letters[starts[name] + place] == letters[starts[0] + place]:
            place += 1
        size = place
    return size


@njit(cache=True, nogil=True)
def _keys(letters: NDArray[np.uint8], starts: NDArray[np.int64], depth: int) -> NDArray[np.int64]:
    keys = np.empty(len(starts) - 1, dtype=np.int64)
    for name in range(len(keys)):
        keys[name] = _key(letters, starts[name] + depth, starts[name + 1])
    return keys


@njit(cache=True, nogil=True)
def _sort(
    letters: NDArray[np.uint8], starts: NDArray[np.int64], order: NDArray[np.int32], keys: NDArray[np.int64], depth: int
) -> None:
    """Sort names with equal keys at `depth` by their next keys, until no two are equal."""
    waiting = [(0, len(order), depth)]
    while len(waiting) > 0:
        start, end, depth = waiting.pop()
        first = start
        for place in range(start + 1, end + 1):
            if place < end and keys[place] == keys[first]:
                continue
            if place - first > 1:
                for alike in range(first, place):
                    name = order[alike]
                    keys[alike] = _key(letters, starts[name] + depth + _STEP, starts[name + 1])
                sort_stretch_with(keys, order, first, place)
                waiting.append((first, place, depth + _STEP))
            first = place
