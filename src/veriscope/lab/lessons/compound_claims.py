"""Joins two claims about one subject into one sentence, so that the encoder learns to check every part.

Two supported parts make a supported claim. A refuted part makes a refuted one. A supported part and an undecided one
make NOT ENOUGH INFO, although the evidence supports half of the claim.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.lab.lessons.leading_name import leading_name
from veriscope.lab.lessons.mined import MinedClaim, RankedLine

_JOINTS = (" and ", " and ", ", and ", ", and also ", " and it is known that {name} ")
_LINES = 8
_LIKELY = 0.9


class SplitClaim(NamedTuple):
    """A claim split into the name of its subject and the rest."""

    name: str
    rest: str
    claim: MinedClaim


def compound_claims(claims: Sequence[MinedClaim], *, each: int, seed: int) -> Iterator[MinedClaim]:
    """At most `each` compounds for each subject, made from claims that begin with its name."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    by_name: dict[str, list[SplitClaim]] = defaultdict(list)
    for claim in claims:
        if part := split_claim(claim):
            by_name[part.name].append(part)
    for parts in by_name.values():
        draw.shuffle(parts)
        for first, second in _pairs(parts)[:each]:
            if made := compound(first, second, draw):
                yield made


def _pairs(parts: Sequence[SplitClaim]) -> list[tuple[SplitClaim, SplitClaim]]:
    """Pairs supported claims with each other, with refuted claims and with undecided ones, in similar numbers."""
    supported, refuted, undecided = (
        [part for part in parts if part.claim.label is label]
        for label in (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)
    )
    both = list(zip(supported[::2], supported[1::2], strict=False))
    kinds = [both, *(_mixed_pairs(supported, others)[: len(both) + 1] for others in (refuted, undecided))]
    return [pair for round_of in zip_longest(*kinds) for pair in round_of if pair is not None]


def _mixed_pairs(supported: Sequence[SplitClaim], others: Sequence[SplitClaim]) -> list[tuple[SplitClaim, SplitClaim]]:
    """Pairs whose other claim alternately comes first and last."""
    return [
        (one, other) if place % 2 else (other, one)
        for place, (one, other) in enumerate(zip(supported, others, strict=False))
    ]


def split_claim(claim: MinedClaim) -> SplitClaim | None:
    """Splits a claim of the form "NAME does something."; None for other forms, and where the gold is unknown."""
    name = leading_name(claim.claim)
    text = claim.claim.strip().rstrip(".")
    is_known = bool(claim.gold) or claim.label is Label.NOT_ENOUGH_INFO
    if not name or not is_known or not text.startswith(f"{name} ") or len(text) == len(name) + 1:
        return None
    return SplitClaim(name, text[len(name) + 1 :], claim)


def compound(first: SplitClaim, second: SplitClaim, draw: random.Random) -> MinedClaim | None:
    """Both claims in one sentence; None if they say the same, or if the evidence decides neither."""
    labels = {first.claim.label, second.claim.label}
    if first.rest == second.rest or labels == {Label.NOT_ENOUGH_INFO}:
        return None
    label = next(one for one in (Label.REFUTES, Label.NOT_ENOUGH_INFO, Label.SUPPORTS) if one in labels)
    text = f"{first.name} {first.rest}{draw.choice(_JOINTS).format(name=first.name)}{second.rest}."
    gold = tuple(dict.fromkeys((*first.claim.gold, *second.claim.gold)))[:4]
    others = [
        one for part in (first, second) for one in part.claim.found[:5] if one.line not in gold and not one.is_gold
    ]
    draw.shuffle(others)
    is_decided = label is not Label.NOT_ENOUGH_INFO
    found = [RankedLine(line, _LIKELY, is_decided) for line in gold] + [one._replace(is_gold=False) for one in others]
    return MinedClaim(
        f"{first.claim.id}+{second.claim.id}",
        "compound",
        text,
        label,
        gold if is_decided else (),
        tuple(_rank_noisily(found[:_LINES], draw)),
        is_complete=False,
    )


def _rank_noisily(found: Sequence[RankedLine], draw: random.Random) -> list[RankedLine]:
    """Sorts likely lines near the front, as a ranking would, but not always first."""
    return sorted(found, key=lambda one: -(one.score + draw.random()))
