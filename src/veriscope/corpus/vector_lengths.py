"""The lengths of all TF-IDF vectors of a vector space, from one pass over its postings."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from veriscope.corpus.best_scores import LOG_COUNTS, Scores
from veriscope.corpus.vector_segments import Counts, Numbers, Postings
from veriscope.text.ngrams import BIN_BITS

_CHUNK = 1 << 21

Deleted = npt.NDArray[np.bool_]


class _Chunk(NamedTuple):
    """The postings of consecutive bins."""

    bins: Numbers
    sizes: npt.NDArray[np.int64]
    numbers: Numbers
    counts: Counts


def vector_lengths(
    spaces: Sequence[tuple[Postings, Deleted | None]], idf: Callable[[Scores], Scores], sizes: Sequence[int]
) -> list[Scores]:
    """For each segment with so many pages, the lengths of the vectors of its pages."""
    frequencies = np.zeros(1 << BIN_BITS, dtype=np.uint32)
    for postings, deleted in spaces:
        for chunk in _chunks(postings):
            frequencies[chunk.bins] += (chunk.sizes if deleted is None else _live_sizes(chunk, deleted)).astype(
                np.uint32
            )

    def bin_idf(bins: Numbers) -> Scores:
        return idf(frequencies[bins].astype(np.float64))

    return [_lengths(postings, bin_idf, size) for (postings, _), size in zip(spaces, sizes, strict=True)]


def _lengths(postings: Postings, idf: Callable[[Numbers], Scores], size: int) -> Scores:
    squares = np.zeros(size)
    for chunk in _chunks(postings):
        weights = LOG_COUNTS[chunk.counts] * np.repeat(idf(chunk.bins), chunk.sizes)
        squares += np.bincount(chunk.numbers, weights * weights, minlength=size)
    return np.sqrt(squares)


def _live_sizes(chunk: _Chunk, deleted: Deleted) -> npt.NDArray[np.int64]:
    starts = np.cumsum(chunk.sizes) - chunk.sizes
    return np.add.reduceat((~deleted[chunk.numbers]).astype(np.int64), starts)


def _chunks(postings: Postings) -> Iterator[_Chunk]:
    """The postings in runs of whole bins."""
    first = start = 0
    while first < len(postings.bins):
        past = np.searchsorted(postings.ends, postings.ends.dtype.type(start + _CHUNK), side="right")
        last = max(int(past), first + 1)
        ends = postings.ends[first:last].astype(np.int64)
        stop = int(ends[-1])
        yield _Chunk(
            postings.bins[first:last],
            np.diff(ends, prepend=start),
            postings.numbers[start:stop],
            postings.counts[start:stop],
        )
        first, start = last, stop
