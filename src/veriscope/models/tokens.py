"""Pairs of texts as token ids, and batches of pairs of similar length."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

Ids = NDArray[np.int64]
ShortIds = NDArray[np.int32]

# Texts are cut long before they reach the tokenizer: no token that far back matters.
_CLAIM_TOKENS = 96
_CHARACTERS_A_TOKEN = 12


class TokenPair(NamedTuple):
    """The ids of a claim and its evidence with their separators, and the side of each id."""

    ids: Ids
    sides: Ids


class TokenTable(NamedTuple):
    """A large number of pairs in three arrays.

    The ids of pair `n` are `ids[starts[n]:starts[n + 1]]`; the first `claims[n]` of them are its claim.
    """

    ids: ShortIds
    starts: Ids
    claims: ShortIds

    @property
    def lengths(self) -> Ids:
        """How many ids each pair has."""
        return np.diff(self.starts)


class PairTokenizer:
    """Turns claim and evidence into ids; texts that are too long are cut at the end of the evidence, not the claim."""

    def __init__(self, file: Path, *, max_tokens: int) -> None:
        self._tokenizer = Tokenizer.from_file(str(file))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens, strategy="only_second")
        self._alone = Tokenizer.from_file(str(file))
        self._alone.no_padding()
        self._alone.enable_truncation(min(_CLAIM_TOKENS, max_tokens // 2))
        self.max_tokens = max_tokens
        self._claim_characters = min(_CLAIM_TOKENS * 2, max_tokens * 3 // 4)
        self._evidence_characters = max_tokens * _CHARACTERS_A_TOKEN

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[TokenPair]:
        """The ids of each pair."""
        return [
            TokenPair(np.array(one.ids, np.int64), np.array(one.type_ids, np.int64))
            for one in self._tokenizer.encode_batch(self._cut(pairs))
        ]

    def encode_placed(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[TokenPair, Ids]]:
        """Like `encode`, with the end of each id's text within the evidence, or 0 for ids outside the evidence."""
        return [
            (
                TokenPair(np.array(one.ids, np.int64), np.array(one.type_ids, np.int64)),
                np.array(
                    [end if side == 1 else 0 for side, (_, end) in zip(one.sequence_ids, one.offsets, strict=True)],
                    np.int64,
                ),
            )
            for one in self._tokenizer.encode_batch(self._cut(pairs))
        ]

    def table(self, pairs: Sequence[tuple[str, str]]) -> TokenTable:
        """The ids of all pairs, the same as from `encode`."""
        encodings = self._tokenizer.encode_batch_fast(self._cut(pairs))
        ids = [np.array(one.ids, np.int32) for one in encodings]
        lengths = np.fromiter(map(len, ids), np.int64, len(ids))
        # The claim's side is 0 and comes first, so its length determines all sides.
        evidence = np.fromiter((sum(one.type_ids) for one in encodings), np.int64, len(ids))
        return TokenTable(
            np.concatenate([np.zeros(0, np.int32), *ids]),
            np.concatenate(([0], lengths.cumsum())),
            (lengths - evidence).astype(np.int32),
        )

    def _cut(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """The pairs without the text that is too far back to matter."""
        return [
            (self._claim(_writable(claim)), _writable(evidence[: self._evidence_characters]) or " ")
            for claim, evidence in pairs
        ]

    def _claim(self, text: str) -> str:
        """The claim, cut if it alone would fill most of the input."""
        # Only in ASCII is a character one token at most: a Korean syllable makes three.
        if text.isascii() and len(text) <= self._claim_characters:
            return text
        shortened = text[: self._claim_characters * _CHARACTERS_A_TOKEN]
        offsets = self._alone.encode(shortened).offsets
        return shortened[: max((end for _, end in offsets), default=0)]


def _writable(text: str) -> str:
    """The text with a question mark for each half of a surrogate pair, which the tokenizer would reject."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def like_length(pairs: Sequence[TokenPair], *, tokens: int) -> Iterator[list[int]]:
    """The numbers of the pairs, in batches of similar length with at most `tokens` ids each, padding included."""
    order = sorted(range(len(pairs)), key=lambda number: len(pairs[number].ids))
    batch: list[int] = []
    for number in order:
        if batch and len(pairs[number].ids) * (len(batch) + 1) > tokens:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def like_lengths(lengths: Ids, *, tokens: int) -> list[Ids]:
    """The batches of `like_length`, for a large number of pairs."""
    order = np.argsort(lengths, kind="stable")
    cuts = []
    begin = 0
    for place, length in enumerate(lengths[order].tolist()):
        if place > begin and length * (place - begin + 1) > tokens:
            cuts.append(place)
            begin = place
    return np.split(order, cuts) if len(order) else []


def joined_tables(tables: Sequence[TokenTable]) -> TokenTable:
    """The pairs of all tables, one after the other."""
    lengths = np.concatenate([np.zeros(0, np.int64), *(table.lengths for table in tables)])
    return TokenTable(
        np.concatenate([np.zeros(0, np.int32), *(table.ids for table in tables)]),
        np.concatenate(([0], lengths.cumsum())),
        np.concatenate([np.zeros(0, np.int32), *(table.claims for table in tables)]),
    )


class Batch(NamedTuple):
    """Pairs padded to one length; `mask` is 1 for ids that count."""

    ids: Ids
    sides: Ids
    mask: Ids


def pad(pairs: Sequence[TokenPair], *, filler: int = 0) -> Batch:
    """The pairs as one batch."""
    width = max(len(pair.ids) for pair in pairs)
    ids = np.full((len(pairs), width), filler, np.int64)
    sides, mask = np.zeros_like(ids), np.zeros_like(ids)
    for row, pair in enumerate(pairs):
        length = len(pair.ids)
        ids[row, :length], sides[row, :length], mask[row, :length] = pair.ids, pair.sides, 1
    return Batch(ids, sides, mask)
