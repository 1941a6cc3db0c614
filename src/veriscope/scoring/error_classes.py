"""Classifies errors by the categories of the FEVER paper (Thorne et al. 2018, section 5.8)."""

from collections.abc import Sequence
from enum import StrEnum

from veriscope.domain import EvidenceId, GoldClaim, Label, Verdict
from veriscope.scoring.outcomes import ClaimOutcome

# A piece takes a side when it is more likely than not to do so.
_LEANS = 0.5


class Cause(StrEnum):
    """What went wrong with a claim, found by comparing with the gold; each wrong claim has one cause."""

    NO_RIGHT_EVIDENCE = "no right evidence retrieved"
    INSUFFICIENT_EVIDENCE = "right label, insufficient evidence"
    WRONG_LABEL = "right evidence, wrong label"


class Remark(StrEnum):
    """What a person finds when reading a wrong claim; several may apply, or `none`."""

    NEW_EVIDENCE = "new evidence not annotated"
    GUIDELINES = "claim against the guidelines"
    ANNOTATION_ERROR = "annotation error"
    CONTRADICTION = "evidence contradicting gold"
    NONE = "none"


# Shares of the 961 wrong claims that the paper's authors read; the remarks overlap with the causes.
PAPER_SHARES = {
    Cause.NO_RIGHT_EVIDENCE: 0.5827,
    Cause.INSUFFICIENT_EVIDENCE: 0.2851,
    Cause.WRONG_LABEL: 0.1384,
    Remark.NEW_EVIDENCE: 0.2185,
    Remark.GUIDELINES: 0.0405,
    Remark.ANNOTATION_ERROR: 0.0135,
    Remark.CONTRADICTION: 0.0052,
}


def cause_of(outcome: ClaimOutcome) -> Cause | None:
    """What went wrong; None if the claim is strictly right.

    With a wrong label, evidence counts as retrieved if one whole gold set is there. A claim that needs no evidence
    (FEVER's NOT ENOUGH INFO) can only have the wrong label.
    """
    if outcome.is_strictly_right:
        return None
    if outcome.is_label_right:
        return Cause.INSUFFICIENT_EVIDENCE
    is_missing = outcome.counts_evidence and not outcome.recall
    return Cause.NO_RIGHT_EVIDENCE if is_missing else Cause.WRONG_LABEL


def contradicting_pieces(gold: GoldClaim, verdict: Verdict, evidence: Sequence[EvidenceId]) -> list[EvidenceId]:
    """The cited pieces outside the gold that say the opposite of the gold label, by the model's stance on each.

    Empty if the model gives no stances on single pieces, or the gold takes no side.
    """
    if gold.label is Label.NOT_ENOUGH_INFO or len(verdict.stances) != len(evidence):
        return []
    annotated = frozenset[EvidenceId]().union(*gold.evidence_sets)
    opposed = [
        (piece, stance.refutes if gold.label is Label.SUPPORTS else stance.supports)
        for piece, stance in zip(evidence, verdict.stances, strict=True)
    ]
    return [piece for piece, strength in opposed if strength > _LEANS and piece not in annotated]
