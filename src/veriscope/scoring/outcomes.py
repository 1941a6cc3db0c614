"""What one prediction earns, and the average scores of many."""

from collections.abc import Iterable
from dataclasses import dataclass

from veriscope.domain import Label

# A key is what the official scorers compare for equality: FEVER's (page, line), FEVEROUS's (page, type, position).
EvidenceKey = tuple[str | int | None, ...]


@dataclass(frozen=True, slots=True)
class ScoringCase:
    """A prediction with its gold: the predicted label upper-cased, and evidence as the scorers compare it."""

    label: Label
    predicted_label: str
    sets: tuple[frozenset[EvidenceKey], ...]
    predicted: tuple[EvidenceKey, ...]

    def is_label_right(self) -> bool:
        """Whether the labels are equal."""
        return self.predicted_label == self.label


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """What one prediction earns; precision and recall count only if `counts_evidence`."""

    is_label_right: bool
    is_strictly_right: bool
    precision: float
    recall: float
    counts_evidence: bool


@dataclass(frozen=True, slots=True)
class Scores:
    """The five numbers of the official scorers; `score` is the FEVER or the FEVEROUS score."""

    score: float
    label_accuracy: float
    evidence_precision: float
    evidence_recall: float
    evidence_f1: float


def average(outcomes: Iterable[ClaimOutcome]) -> Scores:
    """The scores of at least one outcome, summed in order so that even the last digit matches the official one."""
    total = right = strict = counted = 0
    precision = recall = 0.0
    for outcome in outcomes:
        total += 1
        right += outcome.is_label_right
        strict += outcome.is_strictly_right
        if outcome.counts_evidence:
            counted += 1
            precision += outcome.precision
            recall += outcome.recall
    mean_precision = precision / counted if counted else 1.0
    mean_recall = recall / counted if counted else 0.0
    return Scores(strict / total, right / total, mean_precision, mean_recall, f1(mean_precision, mean_recall))


def f1(precision: float, recall: float) -> float:
    """The harmonic mean; 0 if both are 0."""
    return 2.0 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def covers_a_set(case: ScoringCase, predicted: frozenset[EvidenceKey]) -> bool:
    """Whether the prediction contains a whole gold set."""
    return any(pieces <= predicted for pieces in case.sets)
