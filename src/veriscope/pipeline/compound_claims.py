"""Compound claims: two claims about one subject said in one sentence, so that the encoder learns to check every part.

Both parts supported: supported. One refuted: refuted. One supported and one that the evidence does not decide: not
enough info, though half of the claim stands in the evidence.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.neural.mined import Found, MinedClaim
from veriscope.pipeline.mine_claims import leading_name

_JOINTS = (" and ", " and ", ", and ", ", and also ", " and it is known that {name} ")
_LINES = 8
_LIKELY = 0.9


class Part(NamedTuple):
    """A claim as its subject and what it says of it."""

    name: str
    rest: str
    claim: MinedClaim


def compound_claims(claims: Sequence[MinedClaim], *, each: int, seed: int) -> Iterator[MinedClaim]:
    """At most `each` compounds of the claims about one subject, of claims that name it first."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    by_name: dict[str, list[Part]] = defaultdict(list)
    for claim in claims:
        if part := part_of(claim):
            by_name[part.name].append(part)
    for parts in by_name.values():
        draw.shuffle(parts)
        for first, second in _pairs(parts)[:each]:
            if made := compound(first, second, draw):
                yield made


def _pairs(parts: Sequence[Part]) -> list[tuple[Part, Part]]:
    """Supported parts with one another, with refuted and with undecided ones: as many of each as can be."""
    supported, refuted, undecided = (
        [part for part in parts if part.claim.label is label]
        for label in (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)
    )
    both = list(zip(supported[::2], supported[1::2], strict=False))
    kinds = [both, *(_mixed_pairs(supported, others)[: len(both) + 1] for others in (refuted, undecided))]
    return [pair for round_of in zip_longest(*kinds) for pair in round_of if pair is not None]


def _mixed_pairs(supported: Sequence[Part], others: Sequence[Part]) -> list[tuple[Part, Part]]:
    """The other part comes first as often as last."""
    return [
        (one, other) if place % 2 else (other, one)
        for place, (one, other) in enumerate(zip(supported, others, strict=False))
    ]


def part_of(claim: MinedClaim) -> Part | None:
    """The parts of a claim of the form "NAME does something."; none for others, and for those whose gold is unknown."""
    name = leading_name(claim.claim)
    text = claim.claim.strip().rstrip(".")
    is_known = bool(claim.gold) or claim.label is Label.NOT_ENOUGH_INFO
    if not name or not is_known or not text.startswith(f"{name} ") or len(text) == len(name) + 1:
        return None
    return Part(name, text[len(name) + 1 :], claim)


def compound(first: Part, second: Part, draw: random.Random) -> MinedClaim | None:
    """Both said in one; none where both say the same or neither is decided."""
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
    found = [Found(line, _LIKELY, is_decided) for line in gold] + [one._replace(is_gold=False) for one in others]
    return MinedClaim(
        f"{first.claim.id}+{second.claim.id}",
        "compound",
        text,
        label,
        gold if is_decided else (),
        tuple(_mixed(found[:_LINES], draw)),
        is_complete=False,
    )


def _mixed(found: Sequence[Found], draw: random.Random) -> list[Found]:
    """Likely lines near the front, as a ranking would have them, but not always first."""
    return sorted(found, key=lambda one: -(one.score + draw.random()))
