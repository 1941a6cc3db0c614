"""All scores of a verdict model over labelled claims with their evidence, and their JSON object for programs."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from veriscope.domain import Label
from veriscope.files import JsonObject, JsonValue
from veriscope.scoring.calibration import Bin, Calibration, calibration, resampled_ece
from veriscope.scoring.judgements import LABELS, Judgement
from veriscope.scoring.labels import OTHER, LabelReport, report_labels
from veriscope.scoring.outcomes import ClaimOutcome, ScoringCase
from veriscope.scoring.selective import SelectiveAccuracy, selective_accuracy
from veriscope.scoring.significance import LEVEL, Interval, confidence_intervals

_DECIDED = (Label.SUPPORTS, Label.REFUTES)


@dataclass(frozen=True, slots=True)
class AnswerScores:
    """The scores of one way to answer, over at least one claim."""

    claims: int
    accuracy: float
    labels: LabelReport
    calibration: Calibration
    selective: SelectiveAccuracy


@dataclass(frozen=True, slots=True)
class VerdictReport:
    """How a model answers if it chooses among the labels of the file (`chosen`), and among all three.

    `accuracy_supports_refutes` is over the claims with these two labels; the model chooses between the two.
    Intervals are empty if no resamples were drawn.
    """

    occurring: tuple[Label, ...]
    chosen: AnswerScores
    three_way: AnswerScores
    accuracy_supports_refutes: float | None
    intervals: dict[str, Interval]


def occurring_labels(judgements: Sequence[Judgement]) -> tuple[Label, ...]:
    """The gold labels that occur."""
    return tuple(label for label in LABELS if any(judgement.gold is label for judgement in judgements))


def report_verdicts(
    judgements: Sequence[Judgement], *, occurring: Sequence[Label], resamples: int = 0, seed: int = 0
) -> VerdictReport:
    """The scores of at least one answer; `occurring` are the labels of the whole file, also for a group of it."""
    chosen = [judgement.among(occurring) for judgement in judgements]
    decided = [judgement.among(_DECIDED) for judgement in judgements if judgement.gold in _DECIDED]
    intervals = _intervals(chosen, judgements, resamples=resamples, seed=seed) if resamples else {}
    return VerdictReport(
        tuple(occurring),
        score_answers(chosen),
        score_answers(judgements),
        sum(judgement.is_right for judgement in decided) / len(decided) if decided else None,
        intervals,
    )


def score_answers(judgements: Sequence[Judgement]) -> AnswerScores:
    """Accuracy, labels, calibration and selective accuracy of at least one answer."""
    return AnswerScores(
        len(judgements),
        sum(judgement.is_right for judgement in judgements) / len(judgements),
        report_labels(case for case, _ in _as_cases(judgements)),
        calibration(judgements),
        selective_accuracy(judgements),
    )


def ece_interval(judgements: Sequence[Judgement], *, resamples: int, seed: int) -> Interval:
    """The 95 % percentile interval of the expected calibration error."""
    drawn = resampled_ece(judgements, resamples=resamples, seed=seed)
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high))


def verdict_json(report: VerdictReport) -> JsonObject:
    """The object that `eval verdict --json` prints: first the scores when choosing among the file's labels."""
    found: JsonObject = {
        "accuracy": report.chosen.accuracy,
        "accuracy_three_way": report.three_way.accuracy,
        "macro_f1": report.chosen.labels.macro_f1,
        "per_label": per_label_json(report.chosen.labels),
        "ece": report.chosen.calibration.ece,
        "claims": report.chosen.claims,
        "labels": [label.value for label in report.occurring],
        "macro_f1_three_way": report.three_way.labels.macro_f1,
        "accuracy_supports_refutes": report.accuracy_supports_refutes,
        "confidence_intervals": {name: [each.low, each.high] for name, each in report.intervals.items()},
        "confusion": confusion_json(report.chosen.labels),
        "confusion_three_way": confusion_json(report.three_way.labels),
        "calibration": calibration_json(report.chosen.calibration),
        "selective": selective_json(report.chosen.selective),
        "calibration_three_way": calibration_json(report.three_way.calibration),
        "selective_three_way": selective_json(report.three_way.selective),
    }
    return found


def short_json(report: VerdictReport) -> JsonObject:
    """The scores of a group of claims."""
    return {
        "claims": report.chosen.claims,
        "accuracy": report.chosen.accuracy,
        "accuracy_three_way": report.three_way.accuracy,
        "macro_f1": report.chosen.labels.macro_f1,
        "ece": report.chosen.calibration.ece,
    }


def per_label_json(labels: LabelReport) -> JsonObject:
    """Precision, recall, F1 and support by label."""
    return {name: asdict(scores) for name, scores in labels.per_label.items()}


def confusion_json(labels: LabelReport) -> JsonObject:
    """How often each gold label was answered by each label."""
    return {
        gold: {name: count for name, count in row.items() if name != OTHER} for gold, row in labels.confusion.items()
    }


def calibration_json(found: Calibration) -> JsonObject:
    """The measures, then the bins of the reliability diagram."""
    return {
        "ece": found.ece,
        "adaptive_ece": found.adaptive_ece,
        "max_error": found.max_error,
        "overconfidence": found.overconfidence,
        "brier": found.brier,
        "log_loss": found.log_loss,
        "bins": _bins(found.bins),
        "adaptive_bins": _bins(found.adaptive_bins),
    }


def selective_json(found: SelectiveAccuracy) -> JsonObject:
    """The accuracy at 80 % coverage, the area under the risk–coverage curve, and the curve."""
    return {
        "accuracy_at_80": found.at_80.accuracy,
        "threshold_at_80": found.at_80.threshold,
        "area_under_risk_coverage": found.area,
        "curve": [dict(point._asdict()) for point in found.curve],
    }


def _bins(bins: Sequence[Bin]) -> list[JsonValue]:
    return [dict(each._asdict()) for each in bins]


def _intervals(
    chosen: Sequence[Judgement], three_way: Sequence[Judgement], *, resamples: int, seed: int
) -> dict[str, Interval]:
    narrow = confidence_intervals(_as_cases(chosen), resamples=resamples, seed=seed)
    wide = confidence_intervals(_as_cases(three_way), resamples=resamples, seed=seed)
    return {
        "accuracy": narrow["label_accuracy"],
        "accuracy_three_way": wide["label_accuracy"],
        "macro_f1": narrow["macro_f1"],
        "ece": ece_interval(chosen, resamples=resamples, seed=seed),
    }


def _as_cases(judgements: Sequence[Judgement]) -> list[tuple[ScoringCase, ClaimOutcome]]:
    """The answers as predictions without evidence."""
    return [
        (
            ScoringCase(judgement.gold, judgement.answer.value, (), ()),
            ClaimOutcome(judgement.is_right, judgement.is_right, 0.0, 0.0, counts_evidence=False),
        )
        for judgement in judgements
    ]
