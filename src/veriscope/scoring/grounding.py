"""How well a system tells what documents support: two-way or three-way, with no threshold tuned."""

from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.domain import Label
from veriscope.files import JsonObject
from veriscope.scoring.judgements import LABELS, Judgement
from veriscope.scoring.labels import LabelReport
from veriscope.scoring.ranking import LabelledScores, auroc
from veriscope.scoring.verdict_report import per_label_json, score_answers

NOT_SUPPORTED = "NOT SUPPORTED"
_SUPPORTS = LABELS.index(Label.SUPPORTS)


@dataclass(frozen=True, slots=True)
class GroundingScores:
    """Scores of at least one claim; `auroc` is that of the probability of SUPPORTS, None if a side has no claim.

    `labels.confusion` counts the three-way answers to each gold label.
    """

    claims: int
    accuracy: float
    balanced_accuracy: float
    auroc: float | None
    labels: LabelReport
    ece: float


def score_grounding(judgements: Sequence[Judgement], *, is_two_way: bool) -> GroundingScores:
    """The scores; in the two-way case, gold and answers other than SUPPORTS count as NOT SUPPORTED."""
    scored = score_answers([as_two_way(judgement) for judgement in judgements] if is_two_way else judgements)
    recalls = [scores.recall for scores in scored.labels.per_label.values() if scores.support]
    return GroundingScores(
        scored.claims,
        scored.accuracy,
        sum(recalls) / len(recalls),
        _auroc(judgements),
        _labels(scored.labels, judgements, is_two_way=is_two_way),
        scored.calibration.ece,
    )


def grounding_json(scores: GroundingScores) -> JsonObject:
    """The object that `eval grounding --json` prints begins with this."""
    return {
        "claims": scores.claims,
        "accuracy": scores.accuracy,
        "balanced_accuracy": scores.balanced_accuracy,
        "auroc": scores.auroc,
        "per_label": per_label_json(scores.labels),
        "ece": scores.ece,
        "macro_f1": scores.labels.macro_f1,
        "answers": {gold: dict(row) for gold, row in scores.labels.confusion.items()},
    }


def as_two_way(judgement: Judgement) -> Judgement:
    """The judgement with REFUTES counted as NOT ENOUGH INFO; the two then stand for NOT SUPPORTED."""
    supports = judgement.probabilities[_SUPPORTS]
    rest = sum(judgement.probabilities) - supports
    shares = {Label.SUPPORTS: supports, Label.NOT_ENOUGH_INFO: rest}
    gold, answer = (
        label if label is Label.SUPPORTS else Label.NOT_ENOUGH_INFO for label in (judgement.gold, judgement.answer)
    )
    return Judgement(gold, answer, tuple(shares.get(label, 0.0) for label in LABELS))


def _auroc(judgements: Sequence[Judgement]) -> float | None:
    truths = [judgement.gold is Label.SUPPORTS for judgement in judgements]
    if all(truths) or not any(truths):
        return None
    return auroc(LabelledScores.of([judgement.probabilities[_SUPPORTS] for judgement in judgements], truths))


def _labels(labels: LabelReport, judgements: Sequence[Judgement], *, is_two_way: bool) -> LabelReport:
    """The report by the names of the file's labels, with the three-way answers."""
    names = {label.value: label.value for label in LABELS}
    if is_two_way:
        names = {Label.SUPPORTS.value: Label.SUPPORTS.value, Label.NOT_ENOUGH_INFO.value: NOT_SUPPORTED}
    answers = {name: {label.value: 0 for label in LABELS} for name in names.values()}
    for judgement in judgements:
        gold = names.get(judgement.gold.value, NOT_SUPPORTED)
        answers[gold][judgement.answer.value] += 1
    per_label = {name: labels.per_label[label] for label, name in names.items()}
    return LabelReport(per_label, labels.macro_f1, answers)
