"""Sorts names by their bytes, seven at a time."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

_STEP = 7
_MORE = _STEP + 1
_INSERTION_BELOW = 24


def name_order(letters: NDArray[np.uint8], ends: NDArray[np.int64]) -> NDArray[np.int32]:
    """The ids of names, all different, in the order of their bytes."""
    order = np.arange(len(ends), dtype=np.int32)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), ends])
    _sort(letters, starts, order)
    return order


@njit(cache=True, nogil=True)
def _key(letters: NDArray[np.uint8], start: int, end: int) -> np.int64:
    """The next seven bytes, then how many there are (eight: there are more): its order is that of the names."""
    key, size = np.int64(0), min(end - start, _STEP)
    for place in range(start, start + size):
        key = (key << 8) | np.int64(letters[place])
    key <<= 8 * (_STEP - size)
    # Half of the range lies below zero: signed keys sort faster than unsigned ones are written.
    return ((key - (np.int64(1) << 55)) << 8) | np.int64(min(end - start, _MORE))


@njit(cache=True, nogil=True)
def _common(letters: NDArray[np.uint8], starts: NDArray[np.int64]) -> int:
    """How many bytes all names begin with alike."""
    size = int(starts[1] - starts[0])
    for name in range(1, len(starts) - 1):
        size = min(size, int(starts[name + 1] - starts[name]))
        place = 0
        while place < size and letters[starts[name] + place] == letters[starts[0] + place]:
            place += 1
        size = place
    return size


@njit(cache=True, nogil=True)
def _sort_by_keys(keys: NDArray[np.int64], order: NDArray[np.int32], start: int, end: int) -> None:
    if end - start >= _INSERTION_BELOW:
        sorted_places = np.argsort(keys[start:end])
        keys[start:end] = keys[start:end][sorted_places]
        order[start:end] = order[start:end][sorted_places]
        return
    for place in range(start + 1, end):
        key, name, at = keys[place], order[place], place
        while at > start and keys[at - 1] > key:
            keys[at], order[at] = keys[at - 1], order[at - 1]
            at -= 1
        keys[at], order[at] = key, name


@njit(cache=True, nogil=True)
def _sort(letters: NDArray[np.uint8], starts: NDArray[np.int64], order: NDArray[np.int32]) -> None:
    if len(order) < 2:
        return
    keys = np.empty(len(order), dtype=np.int64)
    waiting = [(0, len(order), _common(letters, starts))]
    while len(waiting) > 0:
        start, end, depth = waiting.pop()
        for place in range(start, end):
            name = order[place]
            keys[place] = _key(letters, starts[name] + depth, starts[name + 1])
        _sort_by_keys(keys, order, start, end)
        first = start
        for place in range(start + 1, end + 1):
            if place == end or keys[place] != keys[first]:
                if place - first > 1:
                    waiting.append((first, place, depth + _STEP))
                first = place
