"""The benchmarks that the whole pipeline is scored on: how each cites evidence, and what a prediction earns."""

from collections.abc import Callable
from dataclasses import dataclass

from veriscope.datasets import (
    Prediction,
    VeriscopeClaim,
    challenge_of,
    evidence_id_to_fever,
    evidence_id_to_feverous,
    fever_prediction,
    feverous_prediction,
)
from veriscope.domain import EvidenceId, SentenceId
from veriscope.lab.evaluation.claim_answers import ClaimAnswer
from veriscope.scoring import ClaimOutcome, EvidenceKey, GoldRow, ScoringCase, score_fever_claim, score_feverous_claim


@dataclass(frozen=True, slots=True)
class Task:
    """A benchmark; `cites` says which pieces of evidence a submission can name."""

    name: str
    cites: Callable[[EvidenceId], bool]
    key: Callable[[EvidenceId], EvidenceKey]
    predict: Callable[[VeriscopeClaim, ClaimAnswer], Prediction]
    score: Callable[[ScoringCase], ClaimOutcome]

    def gold_row(self, claim: VeriscopeClaim) -> GoldRow:
        """A claim as the scorers take it; its evidence has our spelling of the ids, as in predictions."""
        sets = tuple(frozenset(self.key(piece) for piece in pieces) for pieces in claim.evidence)
        return GoldRow(0, claim.id, claim.label, sets, challenge_of(claim))

    def case(self, claim: VeriscopeClaim, answer: ClaimAnswer) -> ScoringCase:
        """An answer together with its gold."""
        predicted = tuple(self.key(piece) for piece in answer.evidence if self.cites(piece))
        row = self.gold_row(claim)
        return ScoringCase(row.label, answer.verdict.label.value, row.sets, predicted)


def _fever_key(piece: EvidenceId) -> EvidenceKey:
    # Only gold in our own format can have a piece that FEVER cannot cite; it then matches nothing.
    return evidence_id_to_fever(piece) if isinstance(piece, SentenceId) else (str(piece),)


def _feverous_key(piece: EvidenceId) -> EvidenceKey:
    address = evidence_id_to_feverous(piece)
    return (address.page, address.kind, address.position)


def _predict_fever(claim: VeriscopeClaim, answer: ClaimAnswer) -> Prediction:
    return fever_prediction(claim.id, answer.verdict.label, evidence=answer.evidence)


def _predict_feverous(claim: VeriscopeClaim, answer: ClaimAnswer) -> Prediction:
    return feverous_prediction(claim.id, answer.verdict.label, evidence=answer.evidence)


def _is_sentence(piece: EvidenceId) -> bool:
    return isinstance(piece, SentenceId)


def _is_any(piece: EvidenceId) -> bool:  # noqa: ARG001 - one signature for all tasks
    return True


FEVER_TASK = Task("fever", _is_sentence, _fever_key, _predict_fever, score_fever_claim)
FEVEROUS_TASK = Task("feverous", _is_any, _feverous_key, _predict_feverous, score_feverous_claim)

# By format of the gold file; claims of our own format may cite cells, so they are scored like FEVEROUS.
TASKS = {"fever": FEVER_TASK, "feverous": FEVEROUS_TASK, "veriscope": FEVEROUS_TASK}
