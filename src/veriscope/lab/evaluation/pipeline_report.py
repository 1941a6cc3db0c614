"""The results of the whole pipeline as a JSON object for programs, which rely on its first keys."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from veriscope.files import JsonObject
from veriscope.lab.evaluation.pipeline_evaluation import PipelineResult
from veriscope.scoring import (
    calibration_json,
    differences_json,
    evaluation_json,
    groups_json,
    latency_json,
    nearest_rank,
    retrieval_json,
    selective_json,
)


def results_json(results: Sequence[PipelineResult]) -> JsonObject:
    """The first run's object; with several runs, all of them are under `runs`."""
    runs = [result_json(result) for result in results]
    return runs[0] | ({"runs": list(runs)} if len(runs) > 1 else {})


def result_json(result: PipelineResult) -> JsonObject:
    """The headline scores, then everything else about a run."""
    task = result.task.name
    more = evaluation_json(result.evaluation, task=task)
    headline = ("label_accuracy", f"{task}_score", "macro_f1", "evidence_recall")
    found: JsonObject = {key: more.pop(key) for key in headline}
    found["ece"] = result.answers.calibration.ece
    found["ms_per_claim"] = latency_json(result.times_ms())
    found |= more
    if result.ece_interval is not None and isinstance(intervals := found["confidence_intervals"], dict):
        intervals["ece"] = [result.ece_interval.low, result.ece_interval.high]
    found["per_gold_label"] = groups_json(result.per_gold_label, task=task)
    found["calibration"] = calibration_json(result.answers.calibration)
    found["selective"] = selective_json(result.answers.selective)
    found["retrieval"] = retrieval_json(result.retrieval)
    found["per_second"] = result.run.per_second
    found["stage_ms"] = _stage_ms(result)
    found["kept_from_before"] = result.run.kept
    found |= _setting(result)
    if result.differences:
        found["first_less_this"] = differences_json(result.differences, task=task)
    return found


def _setting(result: PipelineResult) -> JsonObject:
    plan = result.plan
    config = {name: str(value) if isinstance(value, Path) else value for name, value in asdict(plan.config).items()}
    return {"name": plan.name, "oracle": plan.oracle.value, "second_hop": plan.config.second_hop, "config": config}


def _stage_ms(result: PipelineResult) -> JsonObject:
    """The median time of each stage."""
    times: dict[str, list[float]] = {}
    for answer in result.run.answers:
        for stage, ms in answer.ms:
            times.setdefault(stage, []).append(ms)
    return {stage: nearest_rank(found, 0.5) for stage, found in times.items()}
