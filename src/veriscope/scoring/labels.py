"""Per-label precision, recall and F1, their macro average, and the confusion matrix."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from veriscope.domain import Label
from veriscope.scoring.outcomes import ScoringCase, f1

OTHER = "OTHER"


@dataclass(frozen=True, slots=True)
class LabelScores:
    """How well one label is predicted; `support` is the number of gold claims with it."""

    precision: float
    recall: float
    f1: float
    support: int


@dataclass(frozen=True, slots=True)
class LabelReport:
    """Scores by label, and how often each gold label (first) was predicted as each label (second)."""

    per_label: dict[str, LabelScores]
    macro_f1: float
    confusion: dict[str, dict[str, int]]


def report_labels(cases: Iterable[ScoringCase]) -> LabelReport:
    """The label scores; macro F1 averages over the labels that occur in the gold file.

    A predicted label that is none of the three counts as OTHER, and is always wrong.
    """
    pairs = Counter((case.label.value, predicted_name(case)) for case in cases)
    names = [label.value for label in Label]
    confusion = {gold: {name: pairs[gold, name] for name in (*names, OTHER)} for gold in names}
    per_label = {name: _label_scores(confusion, name) for name in names}
    present = [scores.f1 for scores in per_label.values() if scores.support]
    return LabelReport(per_label, sum(present) / len(present) if present else 0.0, confusion)


def predicted_name(case: ScoringCase) -> str:
    """The predicted label, or OTHER."""
    return case.predicted_label if case.predicted_label in set(Label) else OTHER


def _label_scores(confusion: dict[str, dict[str, int]], name: str) -> LabelScores:
    hits = confusion[name][name]
    support = sum(confusion[name].values())
    predicted = sum(row[name] for row in confusion.values())
    precision = hits / predicted if predicted else 0.0
    recall = hits / support if support else 0.0
    return LabelScores(precision, recall, f1(precision, recall), support)
