"""Pages by hashed TF-IDF vectors, read from memory-mapped postings: the document retriever of DrQA.

Chen et al. (ACL 2017), as FEVER used it: a bin weighs log(1 + count) · max(0, log((N − n + 0.5) / (n + 0.5))) in a page
and in the text, N being the pages and n those that hit the bin. A query reads the postings of its own bins only.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import log1p
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from veriscope.corpus.best_scores import ScoreBoard, WeightedPostings
from veriscope.corpus.vector_lengths import vector_lengths
from veriscope.corpus.vector_segments import SEGMENTS, Counts, Numbers, Postings, Segment, damaged, open_segments
from veriscope.domain import RankedPage
from veriscope.text.ngrams import ngram_bins

Space = Callable[[Segment], Postings]
Floats = npt.NDArray[np.float64]


class MappedTermVectors:
    """One vector space of a corpus. Threads may share it; what a writer publishes is seen from then on."""

    def __init__(
        self,
        folder: Path,
        space: Space,
        *,
        titles_by_id: Callable[[Iterable[int]], Mapping[int, str]],
        is_normalised: bool = False,
    ) -> None:
        self._folder = folder
        self._space = space
        self._titles_by_id = titles_by_id
        self._is_normalised = is_normalised
        self._lock = threading.Lock()
        self._seen = _published(folder)
        self._snapshot = self._open()

    def nearest(self, text: str, *, limit: int) -> list[RankedPage]:
        """Pages by the product of their vector with that of the text, best first, ties in title order."""
        if limit <= 0:
            return []
        try:
            ranked = list(self._current().nearest(ngram_bins(text), limit=limit))
        except IndexError:
            raise damaged(self._folder) from None
        titles = self._titles_by_id(page for page, _ in ranked)
        pages = [RankedPage(titles[page], score) for page, score in ranked if page in titles]
        return sorted(pages, key=lambda page: (-page.score, page.title))[:limit]

    def normalised(self) -> "MappedTermVectors":
        """The same with the vector of each page brought to length one, so that products order pages as cosines do.

        The lengths are computed here, and anew after every change of the corpus: each page changes all of them.
        """
        return MappedTermVectors(self._folder, self._space, titles_by_id=self._titles_by_id, is_normalised=True)

    def _current(self) -> "_Snapshot":
        published = _published(self._folder)
        # An index that is being replaced is gone for a moment; the old one stays mapped.
        if published is not None and published != self._seen:
            with self._lock:
                if published != self._seen:
                    self._snapshot = self._open()
                    self._seen = published
        return self._snapshot

    def _open(self) -> "_Snapshot":
        return _Snapshot(open_segments(self._folder), self._space, is_normalised=self._is_normalised)


class _Part(NamedTuple):
    """The pages of one segment in this vector space."""

    segment: Segment
    postings: Postings
    board: ScoreBoard

    def live(self, start: int, end: int) -> tuple[Numbers, Counts]:
        """A run of postings without the pages that do not count any more."""
        numbers, counts = self.postings.numbers[start:end], self.postings.counts[start:end]
        if self.segment.is_deleted is None:
            return numbers, counts
        is_live = ~self.segment.is_deleted[numbers]
        return numbers[is_live], counts[is_live]


class _Snapshot:
    """The vectors as one change of the corpus left them."""

    def __init__(self, segments: list[Segment], space: Space, *, is_normalised: bool) -> None:
        self._page_count = sum(segment.live_count() for segment in segments)
        sizes = [len(segment.ids) for segment in segments]
        divisors: list[Floats | None] = [None] * len(segments)
        if is_normalised:
            spaces = [(space(segment), segment.is_deleted) for segment in segments]
            divisors = [*vector_lengths(spaces, self._idf, sizes)]
        boards = [ScoreBoard(size, divisors=lengths) for size, lengths in zip(sizes, divisors, strict=True)]
        self._parts = [_Part(own, space(own), board) for own, board in zip(segments, boards, strict=True)]

    def nearest(self, bins: Counter[int], *, limit: int) -> Iterator[tuple[int, float]]:
        """The ids of the best pages of each segment, with their scores."""
        if not self._parts:
            return
        asked = np.array(sorted(bins), dtype=np.uint32)
        found = [[part.live(*place) for place in part.postings.places(asked)] for part in self._parts]
        frequencies = [sum(len(numbers) for numbers, _ in row) for row in zip(*found, strict=True)]
        idf = self._idf(np.array(frequencies, dtype=np.float64))
        weights = [log1p(bins[number]) * float(value) ** 2 for number, value in zip(asked.tolist(), idf, strict=True)]
        # The same order in every segment: sums of floats depend on it.
        order = sorted(range(len(weights)), key=lambda i: (-weights[i], i))
        for part, rows in zip(self._parts, found, strict=True):
            postings = [WeightedPostings(*rows[i], weights[i]) for i in order if weights[i] > 0 and len(rows[i][0])]
            numbers, scores = part.board.best(postings, limit=limit)
            yield from zip(part.segment.ids[numbers].tolist(), scores.tolist(), strict=True)

    def _idf(self, frequencies: Floats) -> Floats:
        return np.maximum(np.log((self._page_count - frequencies + 0.5) / (frequencies + 0.5)), 0)


def _published(folder: Path) -> tuple[int, int, int] | None:
    """What tells one state of the index from another: the list of segments is replaced by each change."""
    try:
        status = (folder / SEGMENTS).stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
