"""A model's answers with the gold labels, and the probability of each label."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from veriscope.domain import Label, Verdict

LABELS = tuple(Label)


@dataclass(frozen=True, slots=True)
class Judgement:
    """An answer and the probabilities behind it, in the order of the labels; they sum to one."""

    gold: Label
    answer: Label
    probabilities: tuple[float, ...]

    @property
    def confidence(self) -> float:
        """The probability of the answer."""
        return self.probabilities[LABELS.index(self.answer)]

    @property
    def is_right(self) -> bool:
        """Whether the answer is the gold label."""
        return self.answer is self.gold

    def among(self, labels: Sequence[Label]) -> "Judgement":
        """The answer if only some labels may be chosen: the likeliest of them, ties in their order.

        Their probabilities are scaled to sum to one; if all are 0, they become equal.
        """
        if set(labels) == set(LABELS):
            return self
        kept = [self.probabilities[LABELS.index(label)] if label in labels else 0.0 for label in LABELS]
        total = sum(kept)
        even = [1 / len(labels) if label in labels else 0.0 for label in LABELS]
        scaled = [value / total for value in kept] if total > 0 else even
        answer = max(labels, key=lambda label: scaled[LABELS.index(label)])
        return Judgement(self.gold, answer, tuple(scaled))


def judge(gold: Label, verdict: Verdict) -> Judgement:
    """A verdict together with its gold label."""
    return Judgement(gold, verdict.label, tuple(verdict.probability(label) for label in LABELS))


class Certainty(NamedTuple):
    """How sure each answer was, and whether it was right (1) or not (0)."""

    confidence: npt.NDArray[np.float64]
    right: npt.NDArray[np.float64]


def certainty_of(judgements: Sequence[Judgement]) -> Certainty:
    """The confidences and outcomes of the answers, in their order."""
    confidence = np.array([judgement.confidence for judgement in judgements], np.float64)
    return Certainty(confidence, np.array([judgement.is_right for judgement in judgements], np.float64))
