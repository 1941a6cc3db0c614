"""Pages by hashed TF-IDF vectors: the document retriever of DrQA (Chen et al., ACL 2017), as FEVER used it.

In a page and in the text, a bin weighs log(1 + count) · max(0, log((N − n + 0.5) / (n + 0.5))), for N pages of which n
contain the bin.
"""

import threading
from math import log1p
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from veriscope.corpus.store.term_matrix import MAX_COUNT, TermMatrix
from veriscope.corpus.store.vector_texts import VectorKind
from veriscope.domain import RankedPage
from veriscope.text import ngram_bins

if TYPE_CHECKING:
    from veriscope.corpus.store.store import Corpus

_LOG_COUNTS = np.log1p(np.arange(MAX_COUNT + 1))


class CorpusTermVectors:
    """One kind of term vectors of a corpus. Threads may share it; it sees what a writer publishes."""

    def __init__(self, corpus: "Corpus", kind: VectorKind) -> None:
        self._corpus = corpus
        self._kind = kind
        self._lock = threading.Lock()
        self._seen = corpus.last_change()
        self._matrix = corpus.home.term_matrix(corpus, kind)

    def nearest(self, text: str, *, limit: int) -> list[RankedPage]:
        """Pages by the product of their vector with that of the text, best first, ties in title order."""
        if limit <= 0:
            return []
        matrix = self._current()
        numbers, scores = _best(matrix, text, limit=limit)
        ids = matrix.ids[numbers].tolist()
        titles = self._corpus.titles_by_id(ids)
        # A page that was just removed has no title.
        return [RankedPage(titles[page], score) for page, score in zip(ids, scores, strict=True) if page in titles]

    def _current(self) -> TermMatrix:
        with self._lock:
            change = self._corpus.last_change()
            if change != self._seen:
                self._matrix = self._corpus.home.term_matrix(self._corpus, self._kind)
                self._seen = change
            return self._matrix


def _best(matrix: TermMatrix, text: str, *, limit: int) -> tuple[npt.NDArray[np.int64], list[float]]:
    """The numbers of the `limit` best pages, and their scores."""
    columns, weights = _weighted_columns(matrix, text)
    scores = np.zeros(len(matrix.ids))
    met = [np.empty(0, np.int64)]
    for column, weight in zip(columns, weights, strict=True):
        place = slice(*matrix.starts[column : column + 2].tolist())
        numbers = matrix.numbers[place]
        met.append(numbers[scores[numbers] == 0])
        scores[numbers] += weight * _LOG_COUNTS[matrix.counts[place]]
    pages = np.concatenate(met)
    own = scores[pages]
    if len(pages) > limit:
        is_near = own >= np.partition(own, -limit)[-limit]
        pages, own = pages[is_near], own[is_near]
    order = np.lexsort((pages, -own))[:limit]
    return pages[order], own[order].tolist()


def _weighted_columns(matrix: TermMatrix, text: str) -> tuple[list[int], list[float]]:
    """The columns of the text's bins that distinguish pages, and the factor of log(1 + count) in each."""
    bins, times = np.unique(ngram_bins([text]).bins, return_counts=True)
    columns = np.searchsorted(matrix.bins, bins)
    is_known = columns < len(matrix.bins)
    is_known[is_known] = matrix.bins[columns[is_known]] == bins[is_known]
    columns, times = columns[is_known], times[is_known]
    frequencies = matrix.starts[columns + 1] - matrix.starts[columns]
    idf = np.maximum(np.log((len(matrix.ids) - frequencies + 0.5) / (frequencies + 0.5)), 0)
    weights = np.array([log1p(count) for count in times.tolist()]) * idf**2
    return columns[weights > 0].tolist(), weights[weights > 0].tolist()
