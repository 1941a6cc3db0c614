"""Hashed unigrams and bigrams, as the document retriever of DrQA counts them (Chen et al., 2017)."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from veriscope.text.normalise import fold
from veriscope.text.word_lists import load_words

BIN_BITS = 24
_BIN_MASK = np.uint32((1 << BIN_BITS) - 1)
_TOKEN = re.compile(r"[^\W_]+|[^\s]")
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
# In scripts written without spaces each character is a token, and bigrams do the work of words.
_ANY_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+|[^\s]")
_BETWEEN_TEXTS = " | "
_MAX_REMEMBERED = 1 << 18
_MAX_LENGTH = 64


class _TokenBytes(dict[str, bytes]):
    """The bytes by which each token is hashed: its letters, or empty for a stop word or a mark."""

    def __init__(self) -> None:
        super().__init__()
        # The rest of a contraction whose apostrophe is a token of its own.
        self._dropped = load_words("stop_words.txt") | {"s", "t", "d", "m", "ll", "re", "ve"}

    def __missing__(self, token: str) -> bytes:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        kept = token[:_MAX_LENGTH] if token.isalnum() and token not in self._dropped else ""
        self[token] = data = kept.encode("utf-8", "surrogatepass")
        return data


_TOKEN_BYTES = _TokenBytes()


class NgramBins(NamedTuple):
    """For each unigram and bigram of some texts, its bin (one of 2²⁴) and the number of its text."""

    bins: npt.NDArray[np.uint32]
    texts: npt.NDArray[np.int64]


def ngram_bins(texts: Sequence[str]) -> NgramBins:
    """The unigrams and bigrams of the texts, hashed, text by text.

    Stop words and marks are left out, and no bigram crosses one.
    """
    # scikit-learn takes most of a second to import, and only the papers' baselines need this.
    from sklearn.utils import murmurhash3_32  # noqa: PLC0415

    # The seed and the sign go by position, since keywords take five times as long.
    hashes = [[murmurhash3_32(ngram, 0, True) for ngram in _ngrams(text)] for text in texts]  # noqa: FBT003
    counts = [len(row) for row in hashes]
    bins = np.array([value for row in hashes for value in row], np.uint32) & _BIN_MASK
    return NgramBins(bins, np.repeat(np.arange(len(texts)), counts))


def join_texts(texts: Iterable[str]) -> str:
    """Texts joined with a mark that no bigram crosses."""
    return _BETWEEN_TEXTS.join(texts)


def _ngrams(text: str) -> list[bytes]:
    folded = fold(text)
    found = (_TOKEN if folded.isascii() else _ANY_TOKEN).findall(folded)
    tokens = [_TOKEN_BYTES[token] for token in found]
    return [*filter(None, tokens), *(first + b" " + second for first, second in pairwise(tokens) if first and second)]
