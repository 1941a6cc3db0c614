"""The counts of hashed n-grams in all pages of a corpus: a sparse matrix in memory-mapped files, by column."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO, Literal, Self

import numpy as np
import numpy.typing as npt
from numpy.lib.format import open_memmap

from veriscope.domain import Page
from veriscope.errors import StoreError
from veriscope.text import BIN_BITS, ngram_bins

if TYPE_CHECKING:
    from veriscope.corpus.store.store import Corpus

# Counts take one byte each; 255 also means more.
MAX_COUNT = 255
_CHUNK_PAGES = 500
_SCRATCH_FILES = 64

# A posting has 24 bits for a bin, 32 for a page's number and 8 for a count, so postings sort in matrix order.
_Postings = npt.NDArray[np.uint64]
_BIN_SHIFT, _NUMBER_SHIFT = np.uint64(40), np.uint64(8)
_NUMBER_MASK, _COUNT_MASK = np.uint64(0xFFFFFFFF), np.uint64(MAX_COUNT)


@dataclass(frozen=True, slots=True)
class TermMatrix:
    """How often each page (a row) contains each occurring bin (a column), as a CSC matrix.

    `ids` are the page ids of the rows, in title order; `bins` are the sorted bins of the columns. Column i holds
    `counts[starts[i] : starts[i + 1]]` in the rows `numbers[starts[i] : starts[i + 1]]`.
    """

    ids: npt.NDArray[np.int64]
    bins: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint8]

    @classmethod
    def open(cls, folder: Path, *, is_mapped: bool = True) -> Self:
        """Map the files, so that nothing is read until it is needed; or read them whole, so that they may go."""
        mode: Literal["r"] | None = "r" if is_mapped else None
        try:
            # Plain arrays, because numpy takes far longer to slice its own memmaps.
            return cls(*(np.asarray(np.load(folder / f"{field.name}.npy", mmap_mode=mode)) for field in fields(cls)))
        except (OSError, ValueError, EOFError):
            raise StoreError(f"{folder} is damaged; delete it, and it will be made again") from None


def write_term_matrix(
    corpus: "Corpus", folder: Path, text_of: Callable[[Page], str], *, report: Callable[[int, int], None]
) -> None:
    """Count the n-grams of all pages into the files of a matrix.

    Memory stays bounded: the postings go through scratch files, one per range of bins, which are sorted one by one.
    """
    ids = list(corpus.page_ids_by_title())
    np.save(folder / "ids.npy", np.array(ids, np.int64))
    with ExitStack() as stack:
        scratch = [stack.enter_context(TemporaryFile(dir=folder)) for _ in range(_SCRATCH_FILES)]
        for postings in _count_terms(corpus, ids, text_of, report=report):
            _scatter(postings, scratch)
        _gather(scratch, folder)


def _count_terms(
    corpus: "Corpus", ids: Sequence[int], text_of: Callable[[Page], str], *, report: Callable[[int, int], None]
) -> Iterator[_Postings]:
    """The sorted postings of a few hundred pages at a time."""
    for start in range(0, len(ids), _CHUNK_PAGES):
        chunk = ids[start : start + _CHUNK_PAGES]
        pages = corpus.pages_by_id(chunk)
        bins, texts = ngram_bins([text_of(pages[number]) for number in chunk])
        places = bins.astype(np.uint64) << _BIN_SHIFT | (texts + start).astype(np.uint64) << _NUMBER_SHIFT
        postings, counts = np.unique(places, return_counts=True)
        postings |= np.minimum(counts, MAX_COUNT).astype(np.uint64)
        yield postings
        report(start + len(chunk), len(ids))


def _scatter(postings: _Postings, scratch: Sequence[BinaryIO]) -> None:
    """Append each range of bins to its file."""
    shift = np.uint64(40 + BIN_BITS - (len(scratch) - 1).bit_length())
    bounds = np.searchsorted(postings >> shift, np.arange(len(scratch) + 1, dtype=np.uint64))
    for file, start, end in zip(scratch, bounds, bounds[1:], strict=False):
        file.write(postings[start:end].tobytes())


def _gather(scratch: Sequence[BinaryIO], folder: Path) -> None:
    """Sort the postings of each file, and write the columns one after another."""
    total = sum(file.tell() for file in scratch) // 8
    numbers = open_memmap(folder / "numbers.npy", "w+", np.int32, (total,))
    counts = open_memmap(folder / "counts.npy", "w+", np.uint8, (total,))
    bins, starts = [np.empty(0, np.uint32)], [np.empty(0, np.int64)]
    done = 0
    for file in scratch:
        file.seek(0)
        postings = np.sort(np.frombuffer(file.read(), np.uint64))
        own, first = np.unique(postings >> _BIN_SHIFT, return_index=True)
        bins.append(own.astype(np.uint32))
        starts.append(first + done)
        place = slice(done, done + len(postings))
        numbers[place] = postings >> _NUMBER_SHIFT & _NUMBER_MASK
        counts[place] = postings & _COUNT_MASK
        done += len(postings)
    np.save(folder / "bins.npy", np.concatenate(bins))
    np.save(folder / "starts.npy", np.concatenate([*starts, [total]]))
