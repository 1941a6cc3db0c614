"""Finds a line that a later document or a correction supersedes: of two that disagree, the later one decides."""

import re
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import NamedTuple

from veriscope.domain import Claim, Evidence, Label, Stance, Verdict
from veriscope.text import coverage, is_value, load_alternatives, match_keys, values
from veriscope.verdict.label_probabilities import LABEL_ORDER, verdict_from

_OPPOSITE = {Label.SUPPORTS: Label.REFUTES, Label.REFUTES: Label.SUPPORTS}
# How sure the deciding line must be of its side, and how much of the claim it and the other one must hold.
_SURE, _SAME_MATTER = 0.6, (0.5, 0.33)
_WORDS = load_alternatives(files("veriscope.verdict") / "data" / "superseding.toml", "lines")
_CORRECTS = re.compile(rf"\b(?:{_WORDS['corrects']})", re.IGNORECASE)


class Superseding(NamedTuple):
    """Two pieces of evidence that disagree; the first is later, or corrects the second."""

    later: int
    earlier: int
    is_correction: bool

    def words(self, evidence: Sequence[Evidence]) -> str:
        """What a reader should know: which of the two decides, and why."""
        one, other = evidence[self.later], evidence[self.earlier]
        if self.is_correction:
            return f"{one.id} corrects {other.id}, and decides"
        return f"{one.id} ({one.date}) is later than {other.id} ({other.date}), and decides"


def find_superseding(claim: Claim, evidence: Sequence[Evidence], stances: Sequence[Stance]) -> Superseding | None:
    """The surest piece that supersedes one of the other side, with that one; None if there is none."""
    for later in sorted(range(len(stances)), key=lambda place: (-_side(stances[place])[1], place)):
        label, surety = _side(stances[later])
        if surety < _SURE or label is Label.NOT_ENOUGH_INFO:
            continue
        for earlier, stance in enumerate(stances):
            is_against = _side(stance)[0] is _OPPOSITE.get(label)
            if is_against and (found := _supersedes(claim, evidence, later, earlier)):
                return found
    return None


def with_superseding(verdict: Verdict, found: Superseding) -> Verdict:
    """The verdict by the later piece, unless the verdict is on its side and surer."""
    decided = verdict_from(verdict.stances[found.later], verdict.stances)
    label = decided.label
    if label is verdict.label and verdict.probability(label) >= decided.probability(label):
        return verdict
    supports, refutes, open_ = decided.supports, decided.refutes, decided.not_enough_info
    return replace(
        verdict, label=label, supports=supports, refutes=refutes, not_enough_info=open_, reason="", together=()
    )


def _side(stance: Stance) -> tuple[Label, float]:
    """The likeliest label of a piece, and how sure it is."""
    place = max(range(len(stance)), key=lambda place: (stance[place], -place))
    return LABEL_ORDER[place], stance[place]


def _supersedes(claim: Claim, evidence: Sequence[Evidence], later: int, earlier: int) -> Superseding | None:
    one, other = evidence[later], evidence[earlier]
    if not _are_of_one_matter(claim, one, other):
        return None
    is_later = _is_later(one.date, other.date)
    corrects = _is_correction(one) and not _is_correction(other) and not _is_later(other.date, one.date)
    return Superseding(later, earlier, corrects) if corrects or is_later else None


def _is_later(one: str, other: str) -> bool:
    """Whether an ISO date is later than another as far as both go: `2024-06` is not later than `2024-06-05`."""
    length = min(len(one), len(other))
    return one[:length] > other[:length]


def _is_correction(piece: Evidence) -> bool:
    return _CORRECTS.search(" ; ".join((piece.text, *piece.context))) is not None


def _are_of_one_matter(claim: Claim, one: Evidence, other: Evidence) -> bool:
    """Whether two pieces, the later one first, give different values for what the claim is about, at its time."""
    texts = [" ; ".join((*piece.context, piece.text)) for piece in (one, other)]
    said = [set(values(piece.text)) for piece in (one, other)]
    if not any(said) or said[0] == said[1] or (one.id.page, one.context) == (other.id.page, other.context):
        return False
    times = {key for key in match_keys(claim.text) if is_value(key) and (len(key) == 4 and key.startswith(("1", "2")))}
    return all(
        coverage(claim.text, text) >= least and times <= set(match_keys(text))
        for text, least in zip(texts, _SAME_MATTER, strict=True)
    )
