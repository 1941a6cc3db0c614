"""Samples evidence that is not enough: removes a sentence or a whole table from a set that has both."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from veriscope.datasets import SetKind, set_kind_of
from veriscope.domain import CaptionId, CellId, Evidence, EvidenceId, ItemId, Label, SentenceId
from veriscope.lab.reproductions.feverous_prepared import PreparedClaim

# The order of the types of evidence, by which networks number them.
TYPE_ORDER = (SetKind.SENTENCES, SetKind.TABLES, SetKind.COMBINED)


class LabelledEvidence(NamedTuple):
    """A claim, some evidence, and the label by this evidence."""

    claim: str
    evidence: tuple[Evidence, ...]
    label: Label


def drawn_claims(claims: Sequence[PreparedClaim], *, count: int, seed: int) -> tuple[PreparedClaim, ...]:
    """`count` random claims in their order; all claims if `count` is 0."""
    if not count or count >= len(claims):
        return tuple(claims)
    chosen = random.Random(seed).sample(range(len(claims)), count)  # noqa: S311 - repeatable, no secret
    return tuple(claims[number] for number in sorted(chosen))


def gold_examples(claims: Iterable[PreparedClaim]) -> list[LabelledEvidence]:
    """Each claim with its gold evidence."""
    return [LabelledEvidence(one.claim, tuple(one.evidence()), one.label) for one in claims]


def nei_examples(claims: Sequence[PreparedClaim], *, share: float, seed: int) -> Iterator[LabelledEvidence]:
    """Further NOT ENOUGH INFO examples (Aly et al. 2021, section 4).

    About `share` of the supported and refuted claims with both sentences and tables as evidence lose a sentence or a
    whole table. What a claim loses depends only on the seed and the claim.
    """
    for one in claims:
        draw = random.Random(f"{seed} {one.id} {one.claim}")  # noqa: S311 - a repeatable choice, not a secret
        evidence = one.evidence()
        if one.label is not Label.NOT_ENOUGH_INFO and is_combined(evidence) and draw.random() < share:
            yield LabelledEvidence(one.claim, tuple(without_a_part(evidence, draw)), Label.NOT_ENOUGH_INFO)


def is_combined(evidence: Sequence[Evidence]) -> bool:
    """Whether the evidence has sentences and something else."""
    return len({isinstance(piece.id, SentenceId) for piece in evidence}) == 2


def without_a_part(evidence: Sequence[Evidence], draw: random.Random) -> list[Evidence]:
    """The evidence without one sentence or, equally often, without one whole table or list."""
    takes_sentence = draw.random() < 0.5
    parts = dict.fromkeys(part_of(piece.id) for piece in evidence if isinstance(piece.id, SentenceId) == takes_sentence)
    taken = draw.choice(list(parts))
    return [piece for piece in evidence if part_of(piece.id) != taken]


def part_of(piece: EvidenceId) -> tuple[object, ...]:
    """A key of what is removed together with a piece: its table, its list, or only the sentence."""
    match piece:
        case CellId(page=page, table=table) | CaptionId(page=page, table=table):
            return page, "table", table
        case ItemId(page=page, list=in_list):
            return page, "list", in_list
        case SentenceId():
            return (piece,)


def evidence_type(claim: PreparedClaim) -> SetKind | None:
    """The type of evidence a claim needs, by its gold: sentences, tables (with lists, as in the paper), or both."""
    if not claim.gold:
        return None
    kinds = {set_kind_of([piece.id]) for piece in claim.evidence()}
    if SetKind.SENTENCES not in kinds:
        return SetKind.TABLES
    return SetKind.SENTENCES if len(kinds) == 1 else SetKind.COMBINED
