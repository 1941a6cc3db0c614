"""The best sums over weighted postings, without adding up what cannot reach them."""

import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from veriscope.corpus.vector_segments import Counts, Numbers

LOG_COUNTS = np.log1p(np.arange(256))
# Postings shorter than this are added up faster than a bound is found.
_WORTH_A_BOUND = 2048
# Sums of bounds are rounded; a page within the rounding of the bound is looked at.
_SLACK = 1e-9

Scores = npt.NDArray[np.float64]


class WeightedPostings(NamedTuple):
    """Pages in the order of their numbers, how often each holds a term, and what log(1 + count) is multiplied with."""

    numbers: Numbers
    counts: Counts
    weight: float


class ScoreBoard:
    """Adds up the scores of numbered pages; each thread has its own sums, kept at zero between calls."""

    def __init__(self, size: int, *, divisors: Scores | None = None) -> None:
        self._size = size
        self._divisors = divisors
        self._own = threading.local()

    def best(self, postings: Sequence[WeightedPostings], *, limit: int) -> tuple[Numbers, Scores]:
        """The pages with the `limit` highest sums, best first, ties in the order of numbers.

        The sums are added up in the order of the postings, whatever the limit is. Exact: once the pages met so far
        are sure to hold the best, the remaining postings are only looked up for them (Turtle & Flood, 1995).
        """
        sums = self._sums()
        met: list[Numbers] = []
        try:
            pages = self._add_up(sums, postings, met, limit=limit)
            scores = sums[pages] if self._divisors is None else sums[pages] / self._divisors[pages]
        finally:
            for numbers in met:
                sums[numbers] = 0
        if len(pages) > limit:
            at_least = np.partition(scores, -limit)[-limit]
            pages, scores = pages[scores >= at_least], scores[scores >= at_least]
        order = np.lexsort((pages, -scores))[:limit]
        return pages[order], scores[order]

    def _sums(self) -> Scores:
        sums: Scores | None = getattr(self._own, "sums", None)
        if sums is None:
            sums = self._own.sums = np.zeros(self._size)
        return sums

    def _add_up(self, sums: Scores, postings: Sequence[WeightedPostings], met: list[Numbers], *, limit: int) -> Numbers:
        """Add the postings to the sums; the pages that may be among the best. All pages touched are put into `met`."""
        # Divided sums have no simple bound.
        bounds = _bounds(postings) if self._divisors is None else np.full(len(postings), np.inf)
        for i, (numbers, counts, weight) in enumerate(postings):
            if len(numbers) >= _WORTH_A_BOUND and np.isfinite(bounds[i]):
                candidates = _candidates(sums, met, bound=float(bounds[i]) * (1 + _SLACK), limit=limit)
                if candidates is not None:
                    _look_up(sums, postings[i:], candidates)
                    return candidates
            met.append(numbers[sums[numbers] == 0])
            sums[numbers] += weight * LOG_COUNTS[counts]
        return np.concatenate(met) if met else np.empty(0, dtype=np.uint32)


def _bounds(postings: Sequence[WeightedPostings]) -> Scores:
    """For each place, what a page can still gain from there on."""
    gains = [weight * LOG_COUNTS[counts.max(initial=0)] for _, counts, weight in postings]
    return np.cumsum(gains[::-1])[::-1]


def _candidates(sums: Scores, met: Sequence[Numbers], *, bound: float, limit: int) -> Numbers | None:
    """The pages met that can be among the best, in order; none where another page still can."""
    if sum(map(len, met)) < limit:
        return None
    pages = np.concatenate(met)
    scores = sums[pages]
    lowest = np.partition(scores, -limit)[-limit]
    return np.sort(pages[scores + bound >= lowest]) if lowest > bound else None


def _look_up(sums: Scores, postings: Sequence[WeightedPostings], pages: Numbers) -> None:
    for numbers, counts, weight in postings:
        at = np.minimum(np.searchsorted(numbers, pages), len(numbers) - 1)
        found = numbers[at] == pages
        sums[pages[found]] += weight * LOG_COUNTS[counts[at[found]]]
