"""The files of a vector index: segments of memory-mapped postings, and the list of those that count.

A segment is a folder of pages numbered in title order: the store's `ids`, and for each vector space the bins that
occur, where the postings of each end, and the postings: page numbers in order, and how often each hits the bin (255
stands for more). It is never changed; pages that went are listed beside it, and `segments.json` is replaced whole.
"""

import json
import mmap
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from veriscope.errors import StoreError

VECTORS = "vectors"
# Raised whenever what the index holds changes.
VERSION = 1
SEGMENTS = "segments.json"
PAGES, INTRODUCTIONS = "pages", "introductions"
_ATTEMPTS = 5
_ID_TYPE, _NUMBER_TYPE = "<i8", "<u4"
# The files of a vector space; where its postings end is kept in four bytes, or eight where there are more.
_BINS, _ENDS, _NUMBERS, _COUNTS = "bins", "ends", "numbers", "counts"

Numbers = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.uint8]
Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SegmentEntry:
    """What `segments.json` tells of a segment. `introductions` is none where they are the whole pages."""

    name: str
    pages: int
    deleted: str | None
    page_postings: int
    introduction_postings: int | None


@dataclass(frozen=True, slots=True)
class Postings:
    """One vector space of a segment."""

    bins: Numbers
    ends: npt.NDArray[Any]
    numbers: Numbers
    counts: Counts

    @classmethod
    def open(cls, folder: Path, space: str, *, size: int) -> Self:
        """Map the files; an error where their sizes do not fit together."""
        bins = mapped(folder / f"{space}.{_BINS}", _NUMBER_TYPE)
        ends = mapped(folder / f"{space}.{_ENDS}", end_type(size))
        numbers = mapped(folder / f"{space}.{_NUMBERS}", _NUMBER_TYPE)
        counts = mapped(folder / f"{space}.{_COUNTS}", "u1")
        last = int(ends[-1]) if len(ends) else 0
        if not (len(bins) == len(ends) and len(numbers) == len(counts) == size == last):
            raise damaged(folder)
        return cls(bins, ends, numbers, counts)

    def places(self, bins: Numbers) -> list[tuple[int, int]]:
        """Where the postings of each of the bins start and end."""
        at = np.searchsorted(self.bins, bins)
        return [self._place(int(i), int(number)) for i, number in zip(at, bins, strict=True)]

    def _place(self, at: int, number: int) -> tuple[int, int]:
        if at == len(self.bins) or self.bins[at] != number:
            return 0, 0
        return (int(self.ends[at - 1]) if at else 0), int(self.ends[at])


@dataclass(frozen=True, slots=True)
class Segment:
    """An open segment; `is_deleted` is none where all its pages count."""

    entry: SegmentEntry
    ids: Ids
    pages: Postings
    introductions: Postings
    is_deleted: npt.NDArray[np.bool_] | None

    @classmethod
    def open(cls, folder: Path, entry: SegmentEntry) -> Self:
        """Map the files of a segment."""
        own = folder / entry.name
        ids = mapped(own / "ids", _ID_TYPE)
        pages = Postings.open(own, PAGES, size=entry.page_postings)
        size = entry.introduction_postings
        introductions = pages if size is None else Postings.open(own, INTRODUCTIONS, size=size)
        gone = None if entry.deleted is None else mapped(own / entry.deleted, _NUMBER_TYPE)
        if len(ids) != entry.pages or (gone is not None and gone.max(initial=0) >= len(ids)):
            raise damaged(folder)
        return cls(entry, ids, pages, introductions, None if gone is None else _mask(gone, len(ids)))

    def live_count(self) -> int:
        """How many of its pages count."""
        return len(self.ids) - (0 if self.is_deleted is None else int(self.is_deleted.sum()))

    def live_ids(self) -> Ids:
        """The ids of its pages that count, in the order of their numbers."""
        return self.ids if self.is_deleted is None else self.ids[~self.is_deleted]


def open_segments(folder: Path) -> list[Segment]:
    """The segments that count, mapped."""
    for _ in range(_ATTEMPTS):
        try:
            return [Segment.open(folder, entry) for entry in read_segments(folder)]
        except FileNotFoundError:
            # A writer merged the segments between our two looks.
            continue
    raise damaged(folder)


def read_segments(folder: Path) -> list[SegmentEntry]:
    """The segments that count."""
    path = folder / SEGMENTS
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        return [
            SegmentEntry(str(e["name"]), e["pages"], e["deleted"], e["page_postings"], e["introduction_postings"])
            for e in fields["segments"]
        ]
    except (OSError, ValueError, KeyError, TypeError):
        raise damaged(folder) from None


def write_segments(folder: Path, entries: list[SegmentEntry]) -> None:
    """Replace the list in one step: a reader sees the old one or the new one."""
    fields = [{name: getattr(entry, name) for name in SegmentEntry.__slots__} for entry in entries]
    with NamedTemporaryFile("w", encoding="utf-8", dir=folder, prefix=SEGMENTS, delete=False) as temporary:
        temporary.write(json.dumps({"segments": fields}, indent=1) + "\n")
    Path(temporary.name).chmod(0o644)
    Path(temporary.name).replace(folder / SEGMENTS)


def write_ids(segment: Path, ids: Ids) -> None:
    """Write the ids of a segment's pages, in the order of their numbers."""
    (segment / "ids").write_bytes(ids.astype(_ID_TYPE).tobytes())


def write_deleted(segment: Path, numbers: Numbers, *, generation: int) -> str:
    """Write the numbers of the pages that do not count any more; the name of the file."""
    name = f"deleted-{generation}"
    (segment / name).write_bytes(numbers.astype(_NUMBER_TYPE).tobytes())
    return name


def end_type(postings: int) -> str:
    """How the ends of so many postings are stored."""
    return "<u4" if postings < 1 << 32 else "<u8"


def damaged(folder: Path) -> StoreError:
    """The error for an index that cannot be read."""
    corpus = folder.parent.parent
    return StoreError(f"the index {folder} is damaged; build it again: veriscope corpus index {corpus} --rebuild")


def mapped(path: Path, kind: str) -> npt.NDArray[Any]:
    """A file as an array that is read when it is looked at."""
    try:
        with path.open("rb") as file:
            data: mmap.mmap | bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError:
        data = b""
    except FileNotFoundError:
        raise
    except OSError:
        raise damaged(path.parent.parent) from None
    if len(data) % np.dtype(kind).itemsize:
        raise damaged(path.parent.parent)
    return np.frombuffer(data, dtype=kind)


def _mask(numbers: Numbers, size: int) -> npt.NDArray[np.bool_]:
    mask = np.zeros(size, dtype=bool)
    mask[numbers] = True
    return mask
