"""The scores of a verdict model in the terminal."""

from rich.table import Table

from veriscope.cli.calibration_view import show_calibration
from veriscope.cli.output import out
from veriscope.cli.page_view import visible
from veriscope.cli.score_tables import confusion_table, label_table, score_table
from veriscope.datasets import counted
from veriscope.pipeline.verdict_result import VerdictResult
from veriscope.scoring.latency import nearest_rank
from veriscope.scoring.verdict_report import VerdictReport


def show_verdicts(result: VerdictResult, *, by: str) -> None:
    """Print all scores of a model, then those of each group."""
    report = result.report
    out.print(_metrics(result))
    out.print(label_table(report.chosen.labels))
    out.print(confusion_table(report.three_way.labels))
    show_calibration(report.chosen.calibration, report.chosen.selective)
    if by:
        out.print(_groups(result, by=by))


def _metrics(result: VerdictResult) -> Table:
    report = result.report
    title = f"{counted(report.chosen.claims, 'claim')}, {result.model}"
    table = score_table(title, "Value", "95 % interval")
    rows = {
        "accuracy": (f"Accuracy among {' and '.join(report.occurring)}", report.chosen.accuracy),
        "accuracy_three_way": ("Accuracy among all three labels", report.three_way.accuracy),
        "macro_f1": ("Macro F1", report.chosen.labels.macro_f1),
        "supports_refutes": ("SUPPORTS or REFUTES, of these two", report.accuracy_supports_refutes),
        "ece": ("Expected calibration error", report.chosen.calibration.ece),
    }
    if len(report.occurring) == 3:
        # The choice among all three labels is the same.
        rows["accuracy"] = ("Accuracy", report.chosen.accuracy)
        del rows["accuracy_three_way"]
    else:
        del rows["supports_refutes"]
    for key, (name, value) in rows.items():
        if value is not None:
            table.add_row(name, f"{value:.4f}", _interval(report, key))
    table.add_row("ms a claim, median", f"{nearest_rank(result.times_ms, 0.5):.1f}", "")
    table.add_row("ms a claim, p95", f"{nearest_rank(result.times_ms, 0.95):.1f}", "")
    return table


def _interval(report: VerdictReport, key: str) -> str:
    interval = report.intervals.get(key)
    return f"{interval.low:.4f}, {interval.high:.4f}" if interval else "–"


def _groups(result: VerdictResult, *, by: str) -> Table:
    table = score_table(f"By {by}", "Claims", "Accuracy", "Three-way", "Macro F1", "ECE")
    for name, report in result.groups.items():
        numbers = (
            report.chosen.accuracy,
            report.three_way.accuracy,
            report.chosen.labels.macro_f1,
            report.chosen.calibration.ece,
        )
        table.add_row(visible(name), f"{report.chosen.claims:,}", *(f"{number:.4f}" for number in numbers))
    return table
