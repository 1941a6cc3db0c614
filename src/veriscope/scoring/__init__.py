"""Scores submissions exactly as the official scorers do, and reports more."""

from veriscope.scoring.align import Alignment, align
from veriscope.scoring.evaluate import Evaluation, Resampling, Scorer, evaluate
from veriscope.scoring.fever import score_fever_claim
from veriscope.scoring.feverous import score_feverous_claim
from veriscope.scoring.labels import LabelReport, LabelScores, report_labels
from veriscope.scoring.outcomes import Outcome, Scores, ScoringCase, average
from veriscope.scoring.report import evaluation_json
from veriscope.scoring.significance import Comparison, Difference, Interval, McNemar, compare, confidence_intervals
from veriscope.scoring.submission import (
    GoldRow,
    PredictionRow,
    read_fever_gold,
    read_fever_predictions,
    read_feverous_gold,
    read_feverous_predictions,
)

SCORERS = {
    "fever": Scorer(read_fever_gold, read_fever_predictions, score_fever_claim),
    "feverous": Scorer(read_feverous_gold, read_feverous_predictions, score_feverous_claim),
}

__all__ = [
    "SCORERS",
    "Alignment",
    "Comparison",
    "Difference",
    "Evaluation",
    "GoldRow",
    "Interval",
    "LabelReport",
    "LabelScores",
    "McNemar",
    "Outcome",
    "PredictionRow",
    "Resampling",
    "Scorer",
    "Scores",
    "ScoringCase",
    "align",
    "average",
    "compare",
    "confidence_intervals",
    "evaluate",
    "evaluation_json",
    "read_fever_gold",
    "read_fever_predictions",
    "read_feverous_gold",
    "read_feverous_predictions",
    "report_labels",
    "score_fever_claim",
    "score_feverous_claim",
]
