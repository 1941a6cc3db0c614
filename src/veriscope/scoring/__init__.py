"""Scores submissions exactly as the official scorers do, and reports more."""

from veriscope.scoring.align import Alignment, align
from veriscope.scoring.claim_groups import GROUPINGS, group_cases
from veriscope.scoring.coverage import CellRecall, cell_recall, coverage, full_evidence
from veriscope.scoring.evaluate import Evaluation, Resampling, Scorer, evaluate
from veriscope.scoring.fever import score_fever_claim
from veriscope.scoring.feverous import score_feverous_claim
from veriscope.scoring.labels import LabelReport, LabelScores, report_labels
from veriscope.scoring.misses import worst_misses
from veriscope.scoring.outcomes import Outcome, Scores, ScoringCase, average
from veriscope.scoring.report import evaluation_json
from veriscope.scoring.retrieval import KindScores, RankedKind, Retrieval, RetrievalCase, score_kind
from veriscope.scoring.retrieval_report import RetrievalScores, retrieval_json, score_groups, score_retrieval
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
    "GROUPINGS",
    "SCORERS",
    "Alignment",
    "CellRecall",
    "Comparison",
    "Difference",
    "Evaluation",
    "GoldRow",
    "Interval",
    "KindScores",
    "LabelReport",
    "LabelScores",
    "McNemar",
    "Outcome",
    "PredictionRow",
    "RankedKind",
    "Resampling",
    "Retrieval",
    "RetrievalCase",
    "RetrievalScores",
    "Scorer",
    "Scores",
    "ScoringCase",
    "align",
    "average",
    "cell_recall",
    "compare",
    "confidence_intervals",
    "coverage",
    "evaluate",
    "evaluation_json",
    "full_evidence",
    "group_cases",
    "read_fever_gold",
    "read_fever_predictions",
    "read_feverous_gold",
    "read_feverous_predictions",
    "report_labels",
    "retrieval_json",
    "score_fever_claim",
    "score_feverous_claim",
    "score_groups",
    "score_kind",
    "score_retrieval",
    "worst_misses",
]
