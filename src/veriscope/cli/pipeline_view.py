"""The scores of the whole pipeline in the terminal: one row a setting, then the first in detail."""

from collections.abc import Sequence

from rich.table import Table

from veriscope.cli.calibration_view import show_calibration
from veriscope.cli.output import out
from veriscope.cli.page_view import visible
from veriscope.cli.score_tables import confusion_table, group_table, label_table, score_table
from veriscope.datasets import counted
from veriscope.pipeline.pipeline_evaluation import PipelineResult
from veriscope.scoring import Interval, RankedKind
from veriscope.scoring.latency import nearest_rank

_TITLES = {"fever": "FEVER", "feverous": "FEVEROUS"}


def show_pipeline(results: Sequence[PipelineResult]) -> None:
    """Print all settings side by side, and the details of the first."""
    first = results[0]
    out.print(_settings(results))
    out.print(_more(results))
    if any(result.differences for result in results):
        out.print(_differences(results))
    out.print(f"{visible(first.plan.name)}, in detail:")
    out.print(_metrics(first))
    out.print(label_table(first.evaluation.labels))
    out.print(confusion_table(first.evaluation.labels))
    for title, groups in (
        ("By gold label", first.per_gold_label),
        ("By challenge", first.evaluation.per_challenge),
        ("By type of evidence", first.evaluation.per_evidence_type),
        ("By pages needed", first.evaluation.per_pages),
        ("By pieces needed", first.evaluation.per_pieces),
    ):
        if groups:
            out.print(group_table(title, groups))
    show_calibration(first.answers.calibration, first.answers.selective)


def _settings(results: Sequence[PipelineResult]) -> Table:
    score = _TITLES[results[0].task.name]
    title = counted(results[0].evaluation.claims, "claim")
    table = score_table(title, "Labels", score, "Macro F1", "Recall", "Precision")
    for result in results:
        scores = result.evaluation.scores
        numbers = (
            scores.label_accuracy,
            scores.score,
            result.evaluation.labels.macro_f1,
            scores.evidence_recall,
            scores.evidence_precision,
        )
        table.add_row(visible(result.plan.name), *(f"{number:.3f}" for number in numbers))
    return table


def _more(results: Sequence[PipelineResult]) -> Table:
    """Calibration, accuracy among the surest 80 % of the answers, what was retrieved, and milliseconds a claim."""
    table = score_table("", "ECE", "Surest 80 %", "Pages@5", "Sent.@5", "ms", "p95", "per s")
    for result in results:
        times = result.times_ms()
        rate = result.run.per_second
        table.add_row(
            visible(result.plan.name),
            f"{result.answers.calibration.ece:.3f}",
            f"{result.answers.selective.at_80.accuracy:.3f}",
            _at_5(result, RankedKind.PAGES),
            _at_5(result, RankedKind.SENTENCES),
            f"{nearest_rank(times, 0.5):.1f}",
            f"{nearest_rank(times, 0.95):.1f}",
            "–" if rate is None else f"{rate:,.1f}",
        )
    return table


def _at_5(result: PipelineResult, kind: RankedKind) -> str:
    found = result.retrieval.kinds[kind]
    return "–" if found is None else f"{found.fully_supported[5]:.3f}"


def _differences(results: Sequence[PipelineResult]) -> Table:
    """How far the first setting is ahead of each other one."""
    table = score_table("First less this", "Labels", "95 % interval", "Score", "95 % interval", "p")
    for result in results[1:]:
        labels, score = result.differences["label_accuracy"], result.differences["score"]
        table.add_row(
            visible(result.plan.name),
            f"{labels.difference:+.3f}",
            _signed(labels.interval),
            f"{score.difference:+.3f}",
            _signed(score.interval),
            f"{score.p_randomisation:.3f}",
        )
    return table


def _metrics(result: PipelineResult) -> Table:
    table = score_table(counted(result.evaluation.claims, "claim"), "Value", "95 % interval")
    scores, intervals = result.evaluation.scores, result.evaluation.intervals
    rows = {
        "label_accuracy": ("Label accuracy", scores.label_accuracy),
        "score": (f"{_TITLES[result.task.name]} score", scores.score),
        "macro_f1": ("Macro F1", result.evaluation.labels.macro_f1),
        "evidence_recall": ("Evidence recall", scores.evidence_recall),
        "evidence_precision": ("Evidence precision", scores.evidence_precision),
        "evidence_f1": ("Evidence F1", scores.evidence_f1),
    }
    for key, (name, value) in rows.items():
        table.add_row(name, f"{value:.4f}", _shown(intervals.get(key)))
    table.add_row("Expected calibration error", f"{result.answers.calibration.ece:.4f}", _shown(result.ece_interval))
    return table


def _shown(interval: Interval | None) -> str:
    return f"{interval.low:.4f}, {interval.high:.4f}" if interval else "–"


def _signed(interval: Interval) -> str:
    return f"{interval.low:+.3f}, {interval.high:+.3f}"
