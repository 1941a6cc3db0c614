"""Epochs of training as arrays, and how other processes make them from mined claims; needs no torch."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.neural.hints import told
from veriscope.neural.mined import MinedClaim, MinedClaims
from veriscope.neural.tokens import PairTokenizer, TokenTable, joined_tables
from veriscope.neural.train_examples import UNKNOWN, Example, Head, composed

Scores = NDArray[np.float32]
Marks = NDArray[np.int8]

MAX_TOKENS = 320
_CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class Epoch:
    """The examples of one epoch: ids, what each one teaches, and a teacher's logits where there is one."""

    table: TokenTable
    heads: Marks
    labels: Marks
    ranks: Marks
    scores: Scores | None = None

    def __len__(self) -> int:
        return len(self.heads)


EpochSource = Callable[[int], Epoch]


def epoch_of(examples: Sequence[Example], tokenizer: PairTokenizer) -> Epoch:
    """The examples as arrays."""
    return Epoch(
        encoded(examples, tokenizer),
        np.array([one.head for one in examples], np.int8),
        np.array([one.label for one in examples], np.int8),
        np.array([one.rank for one in examples], np.int8),
    )


def encoded(examples: Sequence[Example], tokenizer: PairTokenizer, *, chunk: int = _CHUNK) -> TokenTable:
    """The examples as ids."""
    return joined_tables(
        [
            tokenizer.table([(one.claim, one.evidence) for one in examples[start : start + chunk]])
            for start in range(0, len(examples), chunk)
        ]
    )


def joined(epochs: Sequence[Epoch], scores: Sequence[Scores] = ()) -> Epoch:
    """The examples of all epochs as one, with a teacher's logits for each where there are some."""
    return Epoch(
        joined_tables([epoch.table for epoch in epochs]),
        np.concatenate([epoch.heads for epoch in epochs]),
        np.concatenate([epoch.labels for epoch in epochs]),
        np.concatenate([epoch.ranks for epoch in epochs]),
        np.concatenate(scores) if scores else None,
    )


def in_parts(made: EpochSource, *, parts: int) -> EpochSource:
    """Whole epochs of those that are made in parts."""
    return lambda number: joined([made(number * parts + part) for part in range(parts)])


@dataclass(frozen=True, slots=True)
class ComposedEpochs:
    """Opens the epochs that are composed from a folder of mined claims, one for each seed, each in so many parts."""

    mined: Path
    tokenizer: Path
    seeds: tuple[int, ...]
    limit: int = 0
    heads: str = "all"
    parts: int = 1

    def __call__(self) -> EpochSource:
        """The parts of the first seed's epoch, then those of the second's."""
        claims = MinedClaims(self.mined, self.limit)
        tokenizer = PairTokenizer(self.tokenizer, max_tokens=MAX_TOKENS)

        def epoch(number: int) -> Epoch:
            place, part = divmod(number, self.parts)
            ends = len(claims) * part // self.parts, len(claims) * (part + 1) // self.parts
            examples = composed(claims, seed=self.seeds[place], part=slice(*ends))
            return epoch_of(_of_heads(examples, self.heads), tokenizer)

        return epoch


@dataclass(frozen=True, slots=True)
class FoundLines:
    """Opens the lines found for the claims of a folder, each with its claim, in so many parts."""

    mined: Path
    tokenizer: Path
    parts: int
    limit: int = 0

    def __call__(self) -> Callable[[int], TokenTable]:
        """The lines of each part."""
        claims = MinedClaims(self.mined, self.limit)
        tokenizer = PairTokenizer(self.tokenizer, max_tokens=MAX_TOKENS)
        ends = [len(claims) * part // self.parts for part in range(self.parts + 1)]
        return lambda part: encoded(line_examples(claims[ends[part] : ends[part + 1]]), tokenizer)


def line_examples(claims: Sequence[MinedClaim]) -> list[Example]:
    """Every line found, with its claim."""
    return [
        Example(Head.LINE, claim.claim, told(claim.claim, [found.line]), UNKNOWN, UNKNOWN, claim.source)
        for claim in claims
        for found in claim.found
    ]


def _of_heads(examples: list[Example], heads: str) -> list[Example]:
    return examples if heads == "all" else [one for one in examples if one.head is Head.LINE]
