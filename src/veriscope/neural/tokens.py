"""Pairs of texts as token ids, and batches of pairs of like length."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

Ids = NDArray[np.int64]

# Texts are cut long before they reach the tokenizer: no token that matters stands so far behind.
_CHARACTERS_A_TOKEN = 12


class TokenPair(NamedTuple):
    """The ids of a claim and its evidence with their separators, and the side that each id belongs to."""

    ids: Ids
    sides: Ids


class PairTokenizer:
    """Turns claim and evidence into ids; what is too long is cut at the end of the evidence, never of the claim."""

    def __init__(self, file: Path, *, max_tokens: int, claim_tokens: int = 96) -> None:
        self._tokenizer = Tokenizer.from_file(str(file))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens, strategy="only_second")
        self._alone = Tokenizer.from_file(str(file))
        self._alone.no_padding()
        self._alone.enable_truncation(min(claim_tokens, max_tokens // 2))
        self.max_tokens = max_tokens
        self._claim_characters = min(claim_tokens * 2, max_tokens * 3 // 4)
        self._evidence_characters = max_tokens * _CHARACTERS_A_TOKEN

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[TokenPair]:
        """The ids of each pair."""
        cut = [
            (self._claim(_writable(claim)), _writable(evidence[: self._evidence_characters]) or " ")
            for claim, evidence in pairs
        ]
        return [
            TokenPair(np.array(one.ids, np.int64), np.array(one.type_ids, np.int64))
            for one in self._tokenizer.encode_batch(cut)
        ]

    def _claim(self, text: str) -> str:
        """The claim, cut where it alone would fill most of the input."""
        # Only of ASCII is it known that a character makes one token at most: a Korean syllable makes three.
        if text.isascii() and len(text) <= self._claim_characters:
            return text
        shortened = text[: self._claim_characters * _CHARACTERS_A_TOKEN]
        offsets = self._alone.encode(shortened).offsets
        return shortened[: max((end for _, end in offsets), default=0)]


def _writable(text: str) -> str:
    """The text with a question mark for each lone half of a surrogate pair: the tokenizer refuses those."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def like_length(pairs: Sequence[TokenPair], *, tokens: int) -> Iterator[list[int]]:
    """The numbers of the pairs, in batches of like length that hold at most so many ids, padding counted in."""
    order = sorted(range(len(pairs)), key=lambda number: len(pairs[number].ids))
    batch: list[int] = []
    for number in order:
        if batch and len(pairs[number].ids) * (len(batch) + 1) > tokens:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


class Batch(NamedTuple):
    """Pairs padded to one length; `mask` is 1 where an id counts."""

    ids: Ids
    sides: Ids
    mask: Ids


def padded(pairs: Sequence[TokenPair], *, filler: int = 0) -> Batch:
    """The pairs as one batch."""
    width = max(len(pair.ids) for pair in pairs)
    ids = np.full((len(pairs), width), filler, np.int64)
    sides, mask = np.zeros_like(ids), np.zeros_like(ids)
    for row, pair in enumerate(pairs):
        length = len(pair.ids)
        ids[row, :length], sides[row, :length], mask[row, :length] = pair.ids, pair.sides, 1
    return Batch(ids, sides, mask)
