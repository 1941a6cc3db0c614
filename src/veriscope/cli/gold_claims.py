"""The labelled claims that an evaluation over a corpus reads, and how much of their gold the corpus holds."""

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from veriscope.cli.output import talk
from veriscope.datasets import VeriscopeClaim, counted
from veriscope.errors import InputError
from veriscope.pipeline import open_corpus
from veriscope.pipeline.gold_presence import GoldPresence, gold_presence

_Claim = TypeVar("_Claim")


def sampled(claims: list[_Claim], *, sample: int, seed: int) -> list[_Claim]:
    """So many of the claims drawn at random, in their order; all of them where that is 0."""
    if not sample or sample >= len(claims):
        return claims
    chosen = sorted(random.Random(seed).sample(range(len(claims)), sample))  # noqa: S311 - no secret
    return [claims[index] for index in chosen]


def told_presence(corpus: Path, gold: Path, claims: Sequence[VeriscopeClaim]) -> GoldPresence:
    """How much of the gold the corpus holds, told on stderr; nothing at all is the gold of another corpus."""
    with closing(open_corpus(corpus)) as opened:
        presence = gold_presence((claim.gold() for claim in claims), opened)
    if presence.pages and presence.pages == presence.missing_pages:
        raise InputError(
            f"{gold}: none of the pages of its evidence ({presence.pages:,}) is in {corpus}; "
            "it is the gold of another corpus"
        )
    if presence.unreachable:
        talk.print(
            f"warning: {counted(presence.unreachable, 'claim')} of {presence.claims:,} cannot be found, for the corpus "
            f"holds no whole evidence set of theirs (the first: id {presence.first_unreachable}); they count as misses",
            soft_wrap=True,
        )
    return presence
