"""Writes segments of the vector index: from pages, and from other segments."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from veriscope.corpus.store import Corpus
from veriscope.corpus.stored_pages import digest_pages
from veriscope.corpus.vector_keys import PageKeys, page_keys
from veriscope.corpus.vector_runs import Renumbering, Run, RunWriter, SegmentRun, renumbered, write_postings
from veriscope.corpus.vector_segments import (
    INTRODUCTIONS,
    PAGES,
    Ids,
    Segment,
    SegmentEntry,
    write_deleted,
    write_ids,
)

_SCRATCH = "runs"
# Up to so many pages are sorted by asking for their titles, more by reading all titles in order.
_FEW = 10_000


def segment_of_pages(
    corpus: Corpus, segment: Path, page_ids: Ids, *, report: Callable[[int, int], None], workers: int
) -> SegmentEntry:
    """Write those of the pages that are there as a segment."""
    ids = _in_title_order(corpus, page_ids)
    numbering = _Numbering(ids)
    segment.mkdir(parents=True)
    spaces = _Spaces(segment / _SCRATCH)
    seen = np.zeros(len(ids), dtype=bool)
    done = 0
    for asked, batch in digest_pages(corpus, numbering.ordered.tolist(), page_keys, workers=workers):
        numbers = numbering.of(np.array(batch.ids, dtype=np.int64))
        seen[numbers] = True
        spaces.add(batch, numbers)
        done += len(asked)
        report(done, len(ids))
    entry = _finished(segment, ids, *spaces.runs())
    # Pages that went while the others were read.
    gone = np.flatnonzero(~seen).astype(np.uint32)
    return replace(entry, deleted=write_deleted(segment, gone, generation=0)) if len(gone) else entry


def joined_segment(corpus: Corpus, segment: Path, parts: Sequence[Segment]) -> SegmentEntry:
    """Write the pages of some segments that still count as one segment."""
    ids = _in_title_order(corpus, np.concatenate([part.live_ids() for part in parts]))
    numbering = _Numbering(ids)
    segment.mkdir()
    new = [numbering.renumbering(part) for part in parts]
    pages = [SegmentRun(part.pages, numbers) for part, numbers in zip(parts, new, strict=True)]
    introductions = [SegmentRun(part.introductions, numbers) for part, numbers in zip(parts, new, strict=True)]
    is_shared = all(part.introductions is part.pages for part in parts)
    return _finished(segment, ids, pages, None if is_shared else introductions)


class _Numbering:
    """From the ids of pages to their numbers, which are their places in `ids`."""

    def __init__(self, ids: Ids) -> None:
        self._numbers: Renumbering = np.argsort(ids)
        self.ordered: Ids = ids[self._numbers]

    def of(self, ids: Ids) -> Renumbering:
        return self._numbers[np.searchsorted(self.ordered, ids)]

    def renumbering(self, part: Segment) -> Renumbering:
        """The new number of each page of a segment; −1 for those that do not count any more."""
        if not len(self.ordered):
            return np.full(len(part.ids), -1, dtype=np.int64)
        at = np.minimum(np.searchsorted(self.ordered, part.ids), len(self.ordered) - 1)
        is_kept = self.ordered[at] == part.ids
        if part.is_deleted is not None:
            is_kept &= ~part.is_deleted
        return np.where(is_kept, self._numbers[at], -1)


class _Spaces:
    """The vector spaces of a segment as it is written: one, as long as no page has more than an introduction."""

    def __init__(self, scratch: Path) -> None:
        scratch.mkdir()
        self._pages, self._introductions = RunWriter(scratch, PAGES), RunWriter(scratch, INTRODUCTIONS)
        self._is_shared = True

    def add(self, batch: PageKeys, numbers: Renumbering) -> None:
        if self._is_shared and batch.introductions is not None:
            self._is_shared = False
            self._pages.flush()
            self._introductions.runs.extend(self._pages.runs)
        pages = renumbered(batch.pages, numbers)
        self._pages.add(pages)
        if not self._is_shared:
            own = pages if batch.introductions is None else renumbered(batch.introductions, numbers)
            self._introductions.add(own)

    def runs(self) -> tuple[Sequence[Run], Sequence[Run] | None]:
        self._pages.flush()
        self._introductions.flush()
        return self._pages.runs, None if self._is_shared else self._introductions.runs


def _finished(segment: Path, ids: Ids, pages: Sequence[Run], introductions: Sequence[Run] | None) -> SegmentEntry:
    write_ids(segment, ids)
    page_postings = write_postings(segment, PAGES, pages)
    own = None if introductions is None else write_postings(segment, INTRODUCTIONS, introductions)
    shutil.rmtree(segment / _SCRATCH, ignore_errors=True)
    return SegmentEntry(segment.name, len(ids), None, page_postings, own)


def _in_title_order(corpus: Corpus, page_ids: Ids) -> Ids:
    """Those of the pages that are there, by title: then the order of numbers is the order in which ties are broken."""
    if len(page_ids) <= _FEW:
        titles = corpus.titles_by_id(page_ids.tolist())
        return np.array(sorted(titles, key=lambda page: titles[page]), dtype=np.int64)
    everything = np.fromiter(corpus.page_ids_by_title(), dtype=np.int64)
    return everything[np.isin(everything, page_ids)]
