"""Fixed vectors of words: known words have their own, every other word has one of a hundred random vectors."""

import zlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from veriscope.text import tokenise

PADDING = 0
NULL = 1
_FIRST_BUCKET = 2
_BUCKETS = 100
# The number of rows before those of the known words.
RESERVED = _FIRST_BUCKET + _BUCKETS


@dataclass(frozen=True)
class WordVectors:
    """Row 0 is padding, row 1 the empty word, then come the vectors of unknown words, then `words`.

    Parikh et al. (2016): an unknown word always gets the same one of a hundred random vectors; every text begins with
    the empty word, to which a word that has no counterpart can be aligned.
    """

    words: tuple[str, ...]
    vectors: NDArray[np.floating]

    @classmethod
    def of(cls, words: tuple[str, ...], known: NDArray[np.floating], *, seed: int) -> "WordVectors":
        """The vectors of known words, after random ones of about the same size."""
        drawn = np.random.default_rng(seed).normal(size=(RESERVED, known.shape[1]))
        drawn *= float(known.std()) if len(known) else 1.0
        drawn[PADDING] = 0
        return cls(words, np.concatenate([drawn, known]).astype(np.float16))

    def rows(self, text: str, *, limit: int) -> NDArray[np.int32]:
        """The rows of the empty word and of the first `limit` tokens of a text."""
        found = (self._row(token.lower()) for token in tokenise(text)[:limit])
        return np.array([NULL, *found], np.int32)

    def _row(self, word: str) -> int:
        known = self._places.get(word)
        return _FIRST_BUCKET + zlib.crc32(word.encode()) % _BUCKETS if known is None else RESERVED + known

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}
