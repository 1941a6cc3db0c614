"""An evaluation as the JSON object that programs read; the first keys are a contract."""

from dataclasses import asdict

from veriscope.datasets import JsonObject, JsonValue
from veriscope.scoring.breakdown import Group
from veriscope.scoring.evaluate import Evaluation
from veriscope.scoring.outcomes import Scores
from veriscope.scoring.significance import Comparison, Difference, Interval


def evaluation_json(evaluation: Evaluation, *, task: str) -> JsonObject:
    """The object; `task` names the first key: `fever_score` or `feverous_score`."""
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
        _named(metric, task): _interval(interval) for metric, interval in evaluation.intervals.items()
    }
    if evaluation.comparison is not None:
        report["comparison"] = _comparison(evaluation.comparison, task=task)
    report["warnings"] = list(evaluation.warnings)
    return report


def _named(metric: str, task: str) -> str:
    return f"{task}_score" if metric == "score" else metric


def _scores(scores: Scores, *, task: str) -> JsonObject:
    return {_named(metric, task): value for metric, value in asdict(scores).items()}


def groups_json(groups: dict[str, Group], *, task: str) -> JsonValue:
    """The scores of each group of claims."""
    return {name: {**_group_scores(group, task=task), "claims": group.claims} for name, group in groups.items()}


def _group_scores(group: Group, *, task: str) -> JsonObject:
    """The scores; null where no claim of the group counts."""
    scores = _scores(group.scores, task=task)
    if group.counts_evidence:
        return scores
    return {metric: None if metric.startswith("evidence_") else value for metric, value in scores.items()}


def _interval(interval: Interval) -> JsonValue:
    return [interval.low, interval.high]


def differences_json(differences: dict[str, Difference], *, task: str) -> JsonObject:
    """By metric how much the first submission is ahead of the second, and whether by more than chance."""
    return {
        _named(metric, task): {
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
            _named("score", task): asdict(comparison.score_mcnemar),
            "label_accuracy": asdict(comparison.label_mcnemar),
        },
    }
