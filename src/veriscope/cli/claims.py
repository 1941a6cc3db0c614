"""Checks the rows that a command reads: samples them, and warns of bad rows and of gold that the corpus lacks."""

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from veriscope.cli.output import talk
from veriscope.corpus import Skip
from veriscope.datasets import BadRow, VeriscopeClaim, count_text
from veriscope.errors import InputError
from veriscope.lab.evaluation import GoldPresence, gold_presence
from veriscope.pipeline import open_corpus

_Claim = TypeVar("_Claim")


def draw_sample(claims: list[_Claim], *, sample: int, seed: int) -> list[_Claim]:
    """Draw this many claims at random, in their order; 0 keeps all."""
    if not sample or sample >= len(claims):
        return claims
    chosen = sorted(random.Random(seed).sample(range(len(claims)), sample))  # noqa: S311 - no secret
    return [claims[index] for index in chosen]


def warn_missing_gold(corpus: Path, gold: Path, claims: Sequence[VeriscopeClaim]) -> GoldPresence:
    """Count the gold that the corpus lacks, and warn of it; a corpus with none of the gold is an error."""
    with closing(open_corpus(corpus)) as opened:
        presence = gold_presence((claim.gold() for claim in claims), opened)
    if presence.pages and presence.pages == presence.missing_pages:
        raise InputError(
            f"{gold}: none of the pages of its evidence ({presence.pages:,}) is in {corpus}; "
            "it belongs to another corpus"
        )
    if presence.unreachable:
        talk.print(
            f"warning: {count_text(presence.unreachable, 'claim')} of {presence.claims:,} cannot be found, "
            "because the corpus has no whole evidence set for them "
            f"(the first: id {presence.first_unreachable}); they count as misses"
        )
    return presence


_NAMED = 5


def warn_bad_rows(data: Path, rows: Sequence[object]) -> None:
    """List the first rows that cannot be read, and count all; a file without readable rows is an error."""
    bad = [row for row in rows if isinstance(row, BadRow)]
    if not rows:
        raise InputError(f"{data}: the file holds no rows; expected one JSON object a line")
    if len(bad) == len(rows):
        raise InputError(f"{data}:{bad[0].line}: {bad[0].problem} (no row of the file can be read)")
    for row in bad[:_NAMED]:
        talk.print(f"warning: {data}:{row.line}: {row.problem}")
    if bad:
        talk.print(f"warning: {count_text(len(bad), 'row')} of {len(rows):,} cannot be read and were left out")


def warn_skips(path: Path, skips: Sequence[Skip], *, what: str) -> None:
    """List the first things that were left out of a file, and count all."""
    for skip in skips[:_NAMED]:
        talk.print(f"warning: {skip.place}: {skip.reason}")
    if skips:
        talk.print(f"warning: {count_text(len(skips), what)} of {path} left out")
