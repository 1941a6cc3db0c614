"""Makes epochs of training as arrays, also in other processes, from mined claims; does not need torch."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.lab.lessons import MinedClaim, MinedClaims
from veriscope.lab.training.examples import UNKNOWN, Example, Head
from veriscope.lab.training.train_examples import compose_examples
from veriscope.models import PairTokenizer, TokenTable, joined_tables, with_hints

Scores = NDArray[np.float32]
Marks = NDArray[np.int8]

MAX_TOKENS = 320
_CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class Epoch:
    """The examples of one epoch: their ids and targets, and a teacher's logits if there is a teacher."""

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
        encode_examples(examples, tokenizer),
        np.array([one.head for one in examples], np.int8),
        np.array([one.label for one in examples], np.int8),
        np.array([one.rank for one in examples], np.int8),
    )


def encode_examples(examples: Sequence[Example], tokenizer: PairTokenizer, *, chunk: int = _CHUNK) -> TokenTable:
    """The examples as ids."""
    return joined_tables(
        [
            tokenizer.table([(one.claim, one.evidence) for one in examples[start : start + chunk]])
            for start in range(0, len(examples), chunk)
        ]
    )


def join_epochs(epochs: Sequence[Epoch], scores: Sequence[Scores] = ()) -> Epoch:
    """The examples of all epochs as one epoch, with a teacher's logits if there are any."""
    return Epoch(
        joined_tables([epoch.table for epoch in epochs]),
        np.concatenate([epoch.heads for epoch in epochs]),
        np.concatenate([epoch.labels for epoch in epochs]),
        np.concatenate([epoch.ranks for epoch in epochs]),
        np.concatenate(scores) if scores else None,
    )


def in_parts(made: EpochSource, *, parts: int) -> EpochSource:
    """Joins epochs that are made in parts to whole ones."""
    return lambda number: join_epochs([made(number * parts + part) for part in range(parts)])


@dataclass(frozen=True, slots=True)
class ComposedEpochs:
    """Opens epochs composed from a folder of mined claims: one for each seed, each in `parts` parts."""

    mined: Path
    tokenizer: Path
    seeds: tuple[int, ...]
    limit: int = 0
    heads: str = "all"
    parts: int = 1

    def __call__(self) -> EpochSource:
        """A source whose numbers count the parts of the first seed's epoch, then those of the second's."""
        claims = MinedClaims(self.mined, self.limit)
        tokenizer = PairTokenizer(self.tokenizer, max_tokens=MAX_TOKENS)

        def epoch(number: int) -> Epoch:
            place, part = divmod(number, self.parts)
            ends = len(claims) * part // self.parts, len(claims) * (part + 1) // self.parts
            examples = compose_examples(claims, seed=self.seeds[place], part=slice(*ends))
            return epoch_of(_of_heads(examples, self.heads), tokenizer)

        return epoch


@dataclass(frozen=True, slots=True)
class FoundLines:
    """Opens the lines found for the claims of a folder, each with its claim, in `parts` parts."""

    mined: Path
    tokenizer: Path
    parts: int
    limit: int = 0

    def __call__(self) -> Callable[[int], TokenTable]:
        """A function from the number of a part to its lines."""
        claims = MinedClaims(self.mined, self.limit)
        tokenizer = PairTokenizer(self.tokenizer, max_tokens=MAX_TOKENS)
        ends = [len(claims) * part // self.parts for part in range(self.parts + 1)]
        return lambda part: encode_examples(line_examples(claims[ends[part] : ends[part + 1]]), tokenizer)


def line_examples(claims: Sequence[MinedClaim]) -> list[Example]:
    """Every line found, with its claim."""
    return [
        Example(Head.LINE, claim.claim, with_hints(claim.claim, [found.line]), UNKNOWN, UNKNOWN, claim.source)
        for claim in claims
        for found in claim.found
    ]


def _of_heads(examples: list[Example], heads: str) -> list[Example]:
    return examples if heads == "all" else [one for one in examples if one.head is Head.LINE]
