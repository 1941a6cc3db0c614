"""Hashed unigrams and bigrams, as the document retriever of DrQA counts them (Chen et al., 2017)."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from veriscope.text.hashing import Positions, murmur3, murmur3_slices
from veriscope.text.normalise import fold
from veriscope.text.word_lists import load_words

BIN_BITS = 24
_BIN_MASK = (1 << BIN_BITS) - 1
_TOKEN = re.compile(r"[^\W_]+|[^\s]")
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
# Scripts written without spaces: each character is a token, so that bigrams do the work of words.
_ANY_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+|[^\s]")
_BETWEEN_TEXTS = " | "
_SPACE = 32
_MAX_REMEMBERED = 1 << 18
_MAX_LENGTH = 64


class _Kept(dict[str, str]):
    """Each token met so far as it counts: itself, or nothing where it is a stop word or a mark."""

    def __init__(self) -> None:
        super().__init__()
        # What is left of a contraction when its apostrophe is a token of its own.
        self._dropped = load_words("stop_words.txt") | {"s", "t", "d", "m", "ll", "re", "ve"}

    def __missing__(self, token: str) -> str:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        self[token] = kept = token[:_MAX_LENGTH] if token.isalnum() and token not in self._dropped else ""
        return kept


_KEPT = _Kept()


def ngram_bins(text: str) -> Counter[int]:
    """How often each bin (of 2²⁴) is hit by the unigrams and bigrams of a text.

    A stop word or a mark is left out, and no bigram reaches over one.
    """
    tokens = _kept_tokens(text).split(b" ")
    grams = [token for token in tokens if token]
    grams += [b" ".join(pair) for pair in pairwise(tokens) if all(pair)]
    return Counter(murmur3(gram) & _BIN_MASK for gram in grams)


def joined(texts: Iterable[str]) -> str:
    """Texts as one, with a mark between them that no bigram crosses."""
    return _BETWEEN_TEXTS.join(texts)


class BinnedTexts:
    """The bins of many texts at once: for each n-gram its bin and the number of its text, in no useful order."""

    def __init__(self, texts: Sequence[str]) -> None:
        kept = [_kept_tokens(text) for text in texts]
        # Two spaces between texts: an empty token, which no bigram crosses.
        data = b"  ".join(kept)
        ends = np.cumsum([len(tokens) + 2 for tokens in kept], dtype=np.int64)
        starts, lengths = _spans(data)
        bins = murmur3_slices(data, starts, lengths) & np.uint32(_BIN_MASK)
        self.bins: npt.NDArray[np.uint32] = bins
        self.texts: Positions = np.searchsorted(ends, starts, side="right")


def _spans(data: bytes) -> tuple[Positions, Positions]:
    """Where the unigrams and bigrams of tokens with one space between them start, and how long they are."""
    spaces = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == _SPACE)
    starts = np.concatenate(([0], spaces + 1))
    ends = np.concatenate((spaces, [len(data)]))
    kept = ends > starts
    both = kept[:-1] & kept[1:]
    all_starts = np.concatenate((starts[kept], starts[:-1][both]))
    all_ends = np.concatenate((ends[kept], ends[1:][both]))
    return all_starts, all_ends - all_starts


def _kept_tokens(text: str) -> bytes:
    """The tokens with one space between them, nothing standing for those that do not count."""
    folded = fold(text)
    tokens = (_TOKEN if folded.isascii() else _ANY_TOKEN).findall(folded)
    return " ".join([_KEPT[token] for token in tokens]).encode("utf-8", "surrogatepass")
