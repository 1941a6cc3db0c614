"""The index `vectors` as the registry of indexes knows it: built from scratch, or brought up to date."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from veriscope.corpus.store import Corpus
from veriscope.corpus.stored_pages import page_ids_after
from veriscope.corpus.vector_segments import (
    VERSION,
    Ids,
    Segment,
    SegmentEntry,
    open_segments,
    read_segments,
    write_deleted,
    write_segments,
)
from veriscope.corpus.vector_writer import joined_segment, segment_of_pages
from veriscope.errors import StoreError

# More segments than this are merged: a query looks at each of them.
_MAX_SEGMENTS = 8
_MAX_NAMED = 20

PagesDone = Callable[[int, int], None]


class VectorIndexKind:
    """The index `vectors`: hashed unigrams and bigrams of whole pages, and of titles with introductions."""

    version = VERSION

    def build(self, corpus: Corpus, folder: Path, *, report: PagesDone, workers: int) -> None:
        """Index all pages, always from the beginning."""
        with _telling(folder):
            _discard(folder, [])
            page_ids = np.array(page_ids_after(corpus, 0), dtype=np.int64)
            entry = segment_of_pages(corpus, folder / _name(0), page_ids, report=report, workers=workers)
            write_segments(folder, [entry])

    def update(self, corpus: Corpus, folder: Path, page_ids: Sequence[int], *, report: PagesDone, workers: int) -> None:
        """Strike these pages out of the segments, and write those that are there as a segment of their own."""
        changed = np.array(sorted(set(page_ids)), dtype=np.int64)
        with _telling(folder):
            entries = read_segments(folder)
            # What a killed update left.
            _discard(folder, entries)
            number = _next_number(entries)
            struck = [_struck(folder, entry, changed, number=number) for entry in entries]
            fresh = segment_of_pages(corpus, folder / _name(number), changed, report=report, workers=workers)
            kept = _merged(corpus, folder, [*struck, fresh], name=_name(number + 1))
            write_segments(folder, kept)
            _discard(folder, kept)

    def problems(self, corpus: Corpus, folder: Path) -> Iterator[str]:
        """Where the index and the pages differ, each in one line."""
        parts = [segment.live_ids() for segment in open_segments(folder)]
        indexed = np.sort(np.concatenate([np.empty(0, dtype=np.int64), *parts]))
        stored = np.array(page_ids_after(corpus, 0), dtype=np.int64)
        missing = np.setdiff1d(stored, indexed)[:_MAX_NAMED].tolist()
        yield from (f"the vector index lacks the page {title!r}" for title in corpus.titles_by_id(missing).values())
        extra = np.setdiff1d(indexed, stored)
        if len(extra):
            yield f"the vector index holds {len(extra)} pages that the corpus does not have"
        twice = len(indexed) - len(np.unique(indexed))
        if twice:
            yield f"the vector index holds {twice} pages twice"


def _name(number: int) -> str:
    return f"{number:06}"


def _next_number(entries: list[SegmentEntry]) -> int:
    """A number that no file of the segments bears."""
    used = [int(entry.name) for entry in entries]
    used += [int(entry.deleted.rpartition("-")[2]) for entry in entries if entry.deleted]
    return 1 + max(used, default=-1)


def _struck(folder: Path, entry: SegmentEntry, changed: Ids, *, number: int) -> SegmentEntry:
    """The entry of a segment without the changed pages."""
    segment = Segment.open(folder, entry)
    gone = np.isin(segment.ids, changed)
    if not gone.any():
        return entry
    if segment.is_deleted is not None:
        gone |= segment.is_deleted
    numbers = np.flatnonzero(gone).astype(np.uint32)
    return replace(entry, deleted=write_deleted(folder / entry.name, numbers, generation=number))


def _merged(corpus: Corpus, folder: Path, entries: list[SegmentEntry], *, name: str) -> list[SegmentEntry]:
    """The segments that hold pages, small ones merged when there are many; all, when half of their pages are gone."""
    segments = [segment for segment in (Segment.open(folder, entry) for entry in entries) if segment.live_count()]
    sizes = [segment.live_count() for segment in segments]
    is_hollow = sum(len(segment.ids) for segment in segments) > 2 * sum(sizes)
    if len(segments) <= _MAX_SEGMENTS and not is_hollow:
        return [segment.entry for segment in segments]
    # One that is larger than all others together is left as it is: rewriting it for each few pages would not pay.
    is_kept = [2 * size > sum(sizes) and not is_hollow for size in sizes]
    kept = [segment.entry for segment, keep in zip(segments, is_kept, strict=True) if keep]
    joining = [segment for segment, keep in zip(segments, is_kept, strict=True) if not keep]
    return [*kept, joined_segment(corpus, folder / name, joining)]


def _discard(folder: Path, kept: list[SegmentEntry]) -> None:
    """Delete what does not belong to these segments; a reader that has it open keeps it until it looks again."""
    names = {entry.name: entry.deleted for entry in kept}
    for path in folder.iterdir():
        if path.is_dir() and path.name not in names:
            shutil.rmtree(path, ignore_errors=True)
        elif path.is_dir():
            for old in path.glob("deleted-*"):
                if old.name != names[path.name]:
                    old.unlink(missing_ok=True)


@contextmanager
def _telling(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"cannot write the vector index {folder}: {error.strerror or error}") from None
