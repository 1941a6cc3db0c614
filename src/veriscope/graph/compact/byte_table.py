"""A table that numbers byte strings in the order of their first appearance."""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact.kernels import inner_kernel

Arrays = tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]

_OFFSET = np.uint64(0xCBF29CE484222325)
_PRIME = np.uint64(0x100000001B3)
_FOLD = np.uint64(32)
_TAG_SHIFT = np.uint64(33)
_NUMBER_BITS = 32
_NUMBER_MASK = (1 << 32) - 1


class ByteTable:
    """Byte strings → 0, 1, 2 … with open addressing; filled inside kernels by `find_or_add`.

    A slot holds the number and a part of the hash, so that most other strings are ruled out without reading them.
    """

    def __init__(self) -> None:
        self._slots = np.full(1 << 10, -1, dtype=np.int64)
        self._letters = np.empty(1 << 14, dtype=np.uint8)
        self._ends = np.zeros(1 << 9, dtype=np.int64)
        self._filled = np.zeros(2, dtype=np.int64)  # strings, letters

    def __len__(self) -> int:
        return int(self._filled[0])

    @property
    def letters(self) -> NDArray[np.uint8]:
        """The letters of all strings, end to end."""
        return self._letters[: self._filled[1]]

    @property
    def ends(self) -> NDArray[np.int64]:
        """Where each string ends among the letters."""
        return self._ends[1 : len(self) + 1]

    def make_room(self, *, strings: int, letters: int) -> Arrays:
        """Make room for so many more strings and letters, and return the arrays for a kernel."""
        self._letters = _with_room(self._letters, int(self._filled[1]), letters)
        self._ends = _with_room(self._ends, len(self) + 1, strings)
        wanted = 2 * (len(self) + strings)
        if wanted > len(self._slots):
            slots = np.full(1 << int(wanted - 1).bit_length(), -1, dtype=np.int64)
            self._slots = _refill(slots, self._letters, self._ends, len(self))
        return self._slots, self._letters, self._ends, self._filled

    def add(self, text: bytes) -> int:
        """The number of a string, new or not."""
        arrays = self.make_room(strings=1, letters=len(text))
        return int(_add_one(arrays, as_array(text)))

    def find(self, text: bytes) -> int | None:
        """The number of a string, if it is there."""
        arrays = self._slots, self._letters, self._ends, self._filled
        number = int(_find_one(arrays, as_array(text)))
        return number if number >= 0 else None

    def __getitem__(self, number: int) -> bytes:
        return self._letters[self._ends[number] : self._ends[number + 1]].tobytes()


def as_array(data: bytes) -> NDArray[np.uint8]:
    """The bytes as a new, writable array, the only kind that kernels are compiled for."""
    return np.frombuffer(data, dtype=np.uint8).copy()


def _with_room(array: NDArray[Any], used: int, more: int) -> NDArray[Any]:
    if used + more <= len(array):
        return array
    grown = np.empty(max(used + more, len(array) * 3 // 2), dtype=array.dtype)
    grown[:used] = array[:used]
    return grown


@inner_kernel
def hash_of(data: NDArray[np.uint8], start: int, end: int) -> np.uint64:
    """FNV-1a with its halves folded, so that the low bits depend on all letters."""
    value = _OFFSET
    for place in range(start, end):
        value = (value ^ np.uint64(data[place])) * _PRIME
    return value ^ (value >> _FOLD)


@inner_kernel
def _same(letters: NDArray[np.uint8], at: int, data: NDArray[np.uint8], start: int, size: int) -> bool:
    for offset in range(size):  # noqa: SIM110
        if letters[at + offset] != data[start + offset]:
            return False
    return True


@inner_kernel
def _slot(arrays: Arrays, data: NDArray[np.uint8], start: int, end: int, value: np.uint64) -> np.int64:
    """Where a string is, or the free slot where it would be."""
    slots, letters, ends, _ = arrays
    mask, size = len(slots) - 1, end - start
    place = np.int64(value & np.uint64(mask))
    tag = np.int64(value >> _TAG_SHIFT)
    while slots[place] >= 0:
        if slots[place] >> _NUMBER_BITS == tag:
            number = slots[place] & _NUMBER_MASK
            if ends[number + 1] - ends[number] == size and _same(letters, ends[number], data, start, size):
                break
        place = (place + 1) & mask
    return place


@inner_kernel
def touch(arrays: Arrays, values: NDArray[np.uint64], scratch: NDArray[np.int64]) -> None:
    """Prefetch what looking up strings with these hashes will read, step by step for all of them.

    Independent reads overlap: after this, looking up in a table larger than the processor's caches is several times as
    fast.
    """
    slots, letters, ends, _ = arrays
    mask = np.uint64(len(slots) - 1)
    for row in range(len(values)):
        scratch[row] = slots[np.int64(values[row] & mask)]
    for row in range(len(values)):
        scratch[row] = ends[scratch[row] & _NUMBER_MASK] if scratch[row] >= 0 else 0
    for row in range(len(values)):
        scratch[row] = letters[min(scratch[row], len(letters) - 1)]


@inner_kernel
def find_or_add(arrays: Arrays, data: NDArray[np.uint8], start: int, end: int, value: np.uint64) -> np.int64:
    """The number of `data[start:end]`, whose hash is `value`; the arrays must have room for it."""
    slots, letters, ends, filled = arrays
    place = _slot(arrays, data, start, end, value)
    if slots[place] >= 0:
        return np.int64(slots[place] & _NUMBER_MASK)
    number, at = np.int64(filled[0]), filled[1]
    for offset in range(end - start):
        letters[at + offset] = data[start + offset]
    ends[number + 1] = at + end - start
    filled[0], filled[1] = number + 1, at + end - start
    slots[place] = (np.int64(value >> _TAG_SHIFT) << _NUMBER_BITS) | number
    return number


@njit(cache=True, nogil=True)
def _refill(
    slots: NDArray[np.int64], letters: NDArray[np.uint8], ends: NDArray[np.int64], count: int
) -> NDArray[np.int64]:
    mask = len(slots) - 1
    for number in range(count):
        value = hash_of(letters, ends[number], ends[number + 1])
        place = np.int64(value & np.uint64(mask))
        while slots[place] >= 0:
            place = (place + 1) & mask
        slots[place] = (np.int64(value >> _TAG_SHIFT) << _NUMBER_BITS) | number
    return slots


@njit(cache=True, nogil=True)
def _add_one(arrays: Arrays, data: NDArray[np.uint8]) -> np.int64:
    return find_or_add(arrays, data, 0, len(data), hash_of(data, 0, len(data)))


@njit(cache=True, nogil=True)
def _find_one(arrays: Arrays, data: NDArray[np.uint8]) -> np.int64:
    place = _slot(arrays, data, 0, len(data), hash_of(data, 0, len(data)))
    return np.int64(arrays[0][place] & _NUMBER_MASK) if arrays[0][place] >= 0 else np.int64(-1)
