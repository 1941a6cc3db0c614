"""An evaluation as a JSON object for programs, which rely on the first keys."""

from dataclasses import asdict

from veriscope.files import JsonObject, JsonValue
from veriscope.scoring.breakdown import Group
from veriscope.scoring.evaluate import Evaluation
from veriscope.scoring.outcomes import Scores
from veriscope.scoring.significance import Comparison, Difference, Interval


def evaluation_json(evaluation: Evaluation, *, task: str) -> JsonObject:
    """The JSON object; `task` names the first key: `fever_score` or `feverous_score`."""
    report: JsonObject = _scores(evaluation.scores, task=task)
    report["macro_f1"] = evaluation.labels.macro_f1
    report["claims"] = evaluation.claims
    report["per_label"] = {name: asdict(scores) for name, scores in evaluation.labels.per_label.items()}
    report["confusion"] = {gold: dict(row) for gold, row in evaluation.labels.confusion.items()}
    report["per_challenge"] = groups_json(evaluation.per_challenge, task=task)
    report["per_evidence_type"] = groups_json(evaluation.per_evidence_type, task=task)
    report["per_pages"] = groups_json(evaluation.per_pages, task=task)
    report["per_pieces"] = groups_json(evaluation.per_pieces, task=task)
    report["confidence_intervals"] = {
        _metric_key(metric, task): _interval(interval) for metric, interval in evaluation.intervals.items()
    }
    if evaluation.comparison is not None:
        report["comparison"] = _comparison(evaluation.comparison, task=task)
    report["warnings"] = list(evaluation.warnings)
    return report


def _metric_key(metric: str, task: str) -> str:
    return f"{task}_score" if metric == "score" else metric


def _scores(scores: Scores, *, task: str) -> JsonObject:
    return {_metric_key(metric, task): value for metric, value in asdict(scores).items()}


def groups_json(groups: dict[str, Group], *, task: str) -> JsonValue:
    """The scores of each group of claims."""
    return {name: {**_group_scores(group, task=task), "claims": group.claims} for name, group in groups.items()}


def _group_scores(group: Group, *, task: str) -> JsonObject:
    """The scores of a group; evidence scores are null if none of its claims counts evidence."""
    scores = _scores(group.scores, task=task)
    if group.counts_evidence:
        return scores
    return {metric: None if metric.startswith("evidence_") else value for metric, value in scores.items()}


def _interval(interval: Interval) -> JsonValue:
    return [interval.low, interval.high]


def differences_json(differences: dict[str, Difference], *, task: str) -> JsonObject:
    """How far the first submission is ahead of the second in each metric, and whether by more than chance."""
    return {
        _metric_key(metric, task): {
            "difference": found.difference,
            "interval": _interval(found.interval),
            "p_bootstrap": found.p_bootstrap,
            "p_randomisation": found.p_randomisation,
        }
        for metric, found in differences.items()
    }


def _comparison(comparison: Comparison, *, task: str) -> JsonValue:
    return {
        "second": {**_scores(comparison.second, task=task), "macro_f1": comparison.second_macro_f1},
        "differences": differences_json(comparison.differences, task=task),
        "mcnemar": {
            _metric_key("score", task): asdict(comparison.score_mcnemar),
            "label_accuracy": asdict(comparison.label_mcnemar),
        },
    }
