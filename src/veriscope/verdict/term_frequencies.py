"""Term frequencies of a claim and a text over a fixed vocabulary, and the cosine of their TF-IDF vectors."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.text import load_words, words

# Riedel et al. leave out everyday words but keep negations.
_LEFT_OUT = load_words("stop_words.txt") - load_words("negations.txt")


class TermVector(NamedTuple):
    """The columns of the words of a text, ascending, with their frequencies scaled to length one."""

    columns: NDArray[np.int64]
    frequencies: NDArray[np.float32]


class TermPair(NamedTuple):
    """What the network reads of a claim and its evidence."""

    claim: TermVector
    body: TermVector
    cosine: float


@dataclass(frozen=True)
class TermVocabulary:
    """The words that count, and how much each weighs in a TF-IDF vector.

    Riedel et al. (2017): the most frequent words, term frequencies of length one, idf smoothed by one text more.
    """

    words: tuple[str, ...]
    idf: NDArray[np.float32]

    @classmethod
    def of(cls, texts: Iterable[str], *, size: int) -> "TermVocabulary":
        """The `size` most frequent words of the texts, ties in alphabetical order."""
        totals: Counter[str] = Counter()
        holders: Counter[str] = Counter()
        count = 0
        for text in texts:
            found = content_words(text)
            totals.update(found)
            holders.update(set(found))
            count += 1
        kept = sorted(sorted(totals), key=lambda word: -totals[word])[:size]
        idf = [np.log((1 + count) / (1 + holders[word])) + 1 for word in kept]
        return cls(tuple(kept), np.array(idf, np.float32))

    def pair(self, claim: str, body: str) -> TermPair:
        """The features of a claim and the text it is compared with."""
        asked, said = self.vector(claim), self.vector(body)
        return TermPair(asked, said, self._cosine(asked, said))

    def vector(self, text: str) -> TermVector:
        """The term frequencies of a text."""
        counts = Counter(self._columns[word] for word in content_words(text) if word in self._columns)
        columns = np.array(sorted(counts), np.int64)
        frequencies = np.array([counts[column] for column in columns.tolist()], np.float32)
        return TermVector(columns, _of_length_one(frequencies))

    def _cosine(self, asked: TermVector, said: TermVector) -> float:
        _, here, there = np.intersect1d(asked.columns, said.columns, assume_unique=True, return_indices=True)
        weighed = [_of_length_one(vector.frequencies * self.idf[vector.columns]) for vector in (asked, said)]
        return float(weighed[0][here] @ weighed[1][there])

    @cached_property
    def _columns(self) -> dict[str, int]:
        return {word: column for column, word in enumerate(self.words)}


def content_words(text: str) -> Sequence[str]:
    """The words of a text without everyday ones; negations stay."""
    return [word for word in words(text) if word not in _LEFT_OUT]


def _of_length_one(values: NDArray[np.float32]) -> NDArray[np.float32]:
    length = float(np.sqrt((values**2).sum()))
    return values / np.float32(length) if length else values
