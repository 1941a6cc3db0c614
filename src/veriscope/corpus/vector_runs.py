"""Sorts the postings of a vector space outside of memory: sorted runs on disk, merged bin range by bin range.

A posting is one number of 64 bits: 24 of the bin, 32 of the page's number, 8 of the count. So sorting the numbers
sorts the postings.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from veriscope.corpus.vector_segments import Postings, end_type, mapped
from veriscope.text.ngrams import BIN_BITS

Keys = npt.NDArray[np.uint64]
Renumbering = npt.NDArray[np.int64]

MAX_COUNT = 255
_BIN_SHIFT, _NUMBER_SHIFT = np.uint64(40), np.uint64(8)
_NUMBER_MASK, _COUNT_MASK = np.uint64(0xFFFFFFFF), np.uint64(MAX_COUNT)
# Keys that are sorted in memory at once: 32 MB, and as much again while they are cut up.
_CHUNK = 1 << 22


class Run(Protocol):
    """Postings that can be asked for by bin range."""

    def __len__(self) -> int:
        """How many postings there are, at most."""

    def keys(self, first: int, end: int) -> Keys:
        """The keys of bins `first` to `end` − 1."""


class FileRun:
    """Sorted keys in a file."""

    def __init__(self, path: Path) -> None:
        self._keys: Keys = mapped(path, "<u8")

    def __len__(self) -> int:
        """How many postings there are."""
        return len(self._keys)

    def keys(self, first: int, end: int) -> Keys:
        """The keys of bins `first` to `end` − 1."""
        low, high = (bisect(self._keys, number << int(_BIN_SHIFT)) for number in (first, end))
        return self._keys[low:high]


class SegmentRun:
    """The postings of a segment with its pages numbered anew; those without a new number (−1) are left out."""

    def __init__(self, postings: Postings, renumbering: Renumbering) -> None:
        self._postings = postings
        self._renumbering = renumbering

    def __len__(self) -> int:
        """How many postings there are, those that are left out counted in."""
        return len(self._postings.numbers)

    def keys(self, first: int, end: int) -> Keys:
        """The keys of bins `first` to `end` − 1."""
        low, high = (int(np.searchsorted(self._postings.bins, np.uint32(number))) for number in (first, end))
        start = int(self._postings.ends[low - 1]) if low else 0
        ends = self._postings.ends[low:high].astype(np.int64)
        bins = np.repeat(self._postings.bins[low:high], np.diff(ends, prepend=start))
        stop = int(ends[-1]) if len(ends) else start
        numbers = self._renumbering[self._postings.numbers[start:stop]]
        kept = numbers >= 0
        return packed(bins[kept], numbers[kept], self._postings.counts[start:stop][kept])


class RunWriter:
    """Collects keys and writes them as sorted runs into a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._waiting: list[Keys] = []
        self._count = 0
        self.runs: list[Run] = []

    def add(self, keys: Keys) -> None:
        """Take some keys, in any order."""
        self._waiting.append(keys)
        self._count += len(keys)
        if self._count >= _CHUNK:
            self.flush()

    def flush(self) -> None:
        """Write what was collected as a run."""
        if self._waiting:
            path = self._folder / f"{self._name}-{len(self.runs)}.run"
            np.sort(np.concatenate(self._waiting)).astype("<u8").tofile(path)
            self.runs.append(FileRun(path))
            self._waiting, self._count = [], 0


def packed(bins: npt.NDArray[np.uint32], numbers: npt.NDArray[np.int64], counts: npt.NDArray[np.uint8]) -> Keys:
    """The keys of postings."""
    keys: Keys = bins.astype(np.uint64) << _BIN_SHIFT
    keys |= numbers.astype(np.uint64) << _NUMBER_SHIFT
    keys |= counts
    return keys


def counted(bins: npt.NDArray[np.uint32], numbers: npt.NDArray[np.int64]) -> Keys:
    """The keys of the hits of bins, each page and bin once with its count, sorted."""
    hits = np.sort(packed(bins, numbers, np.zeros(len(bins), dtype=np.uint8)))
    is_first = np.ones(len(hits), dtype=bool)
    is_first[1:] = hits[1:] != hits[:-1]
    first = np.flatnonzero(is_first)
    counts = np.diff(first, append=len(hits))
    return hits[first] | np.minimum(counts, MAX_COUNT).astype(np.uint64)


def renumbered(keys: Keys, numbers: Renumbering) -> Keys:
    """The keys with number `n` replaced by `numbers[n]`."""
    new = numbers[(keys >> _NUMBER_SHIFT & _NUMBER_MASK).astype(np.int64)].astype(np.uint64)
    return keys & ~(_NUMBER_MASK << _NUMBER_SHIFT) | new << _NUMBER_SHIFT


def write_postings(segment: Path, space: str, runs: Sequence[Run]) -> int:
    """Merge the runs into the files of a vector space; how many postings that makes."""
    written = 0
    ends: list[npt.NDArray[np.int64]] = []
    with ExitStack() as stack:
        files = {kind: stack.enter_context((segment / f"{space}.{kind}").open("wb")) for kind in _FILES}
        for keys in _merged(runs):
            bins = (keys >> _BIN_SHIFT).astype("<u4")
            last = np.append(np.flatnonzero(bins[1:] != bins[:-1]), len(bins) - 1)
            files["bins"].write(bins[last].tobytes())
            files["numbers"].write((keys >> _NUMBER_SHIFT & _NUMBER_MASK).astype("<u4").tobytes())
            files["counts"].write((keys & _COUNT_MASK).astype("u1").tobytes())
            ends.append(last + 1 + written)
            written += len(keys)
    all_ends = np.concatenate(ends) if ends else np.empty(0, dtype=np.int64)
    (segment / f"{space}.ends").write_bytes(all_ends.astype(end_type(written)).tobytes())
    return written


_FILES = ("bins", "numbers", "counts")


def _merged(runs: Sequence[Run]) -> Iterator[Keys]:
    """The keys of all runs in order, in pieces of whole bins."""
    pieces = sum(map(len, runs)) // _CHUNK + 1
    bounds = [(1 << BIN_BITS) * piece // pieces for piece in range(pieces + 1)]
    for first, end in pairwise(bounds):
        keys = np.sort(np.concatenate(list(_parts(runs, first, end))))
        if len(keys):
            yield keys


def _parts(runs: Iterable[Run], first: int, end: int) -> Iterator[Keys]:
    yield np.empty(0, dtype=np.uint64)
    yield from (run.keys(first, end) for run in runs)


def bisect(values: Keys, key: int) -> int:
    """Where a key belongs among sorted keys; beyond the last for one of more than 64 bits."""
    return len(values) if key >> 64 else int(np.searchsorted(values, np.uint64(key)))
