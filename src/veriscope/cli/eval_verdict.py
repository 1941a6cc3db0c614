"""`veriscope eval verdict` and `eval tables`: score verdict models on claims whose evidence is given."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from veriscope.cli.calibration import draw_calibration, show_calibration
from veriscope.cli.claims import draw_sample, warn_bad_rows, warn_skips
from veriscope.cli.options import By, Json, ModelFolder, Plot, Resamples, Resume, Sample, Seed, Workers
from veriscope.cli.output import check_writable, out, print_json, visible
from veriscope.cli.progress import interruptible, kept_answers_text, progress
from veriscope.cli.score_tables import confusion_table, label_table, score_table
from veriscope.datasets import EVIDENCE_FIELD, BadRow, VerdictRow, count_text, read_verdict_rows
from veriscope.lab.evaluation import (
    TABLE_JUDGES,
    TableFile,
    TablePlan,
    TableRow,
    VerdictPlan,
    VerdictQuestions,
    VerdictResult,
    check_table_judge,
    evaluate_tables,
    evaluate_verdicts,
    keeper_for,
    open_answer_log,
    read_table_rows,
    table_result_json,
    verdict_result_json,
)
from veriscope.pipeline import PipelineConfig
from veriscope.scoring import VerdictReport, nearest_rank


def verdict(
    *,
    data: Annotated[
        Path, typer.Option(metavar="FILE", help="JSON lines of claim, label and evidence_text (a text or a list).")
    ],
    model: Annotated[
        str, typer.Option("--verdict", metavar="NAME", help="What decides; `check --help` lists them.")
    ] = str(PipelineConfig().verdict),
    model_folder: ModelFolder = None,
    field: Annotated[
        str, typer.Option("--evidence-field", metavar="KEY", help="The key that holds the evidence.")
    ] = EVIDENCE_FIELD,
    split: Annotated[bool, typer.Option("--split", help="Split each text of the evidence into sentences.")] = False,
    by: By = "",
    plot: Plot = None,
    resamples: Resamples = 1000,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Score a verdict model on claims whose evidence is given as text.

    For accuracy, the model chooses among the labels that occur in the file; the three-way accuracy is beside it. Then
    come F1 by label, calibration (expected calibration error over 15 bins, Brier score, log loss), and the accuracy
    if the model answers only the claims it is surest of. Rows that cannot be read are listed and left out.

    Example: veriscope eval verdict --data verdict-rows.jsonl --by challenge --plot reliability.svg
    """
    check_writable(plot=plot)
    rows = list(read_verdict_rows(data, field=field))
    warn_bad_rows(data, rows)
    plan = VerdictPlan(model, model_folder, split)
    result = _evaluate(rows, plan, VerdictQuestions(by, resamples, seed), workers=workers)
    if plot is not None:
        draw_calibration(plot, result.report.chosen, title=f"{model} on {data.name}")
    if as_json:
        print_json(verdict_result_json(result, by=by))
    else:
        show_verdicts(result, by=by)


def _evaluate(
    rows: list[VerdictRow | BadRow], plan: VerdictPlan, questions: VerdictQuestions, *, workers: int
) -> VerdictResult:
    with interruptible("nothing was scored"), progress("claims") as update:
        return evaluate_verdicts(
            rows,
            plan,
            questions,
            report=lambda done, total: update(plan.model, done, total, done),
            workers=workers,
        )


def tables(
    *,
    data: Annotated[Path, typer.Option(metavar="FILE", help="JSON lines of table, statement and label.")],
    tables_file: Annotated[
        Path,
        typer.Option(
            "--tables", metavar="FILE", help="JSON lines of the tables: id, header and rows, or id and infobox."
        ),
    ],
    model: Annotated[
        str, typer.Option("--verdict", metavar="NAME", help=f"What judges: {', '.join(sorted(TABLE_JUDGES))}.")
    ] = "encoder",
    model_folder: ModelFolder = None,
    by: By = "",
    plot: Plot = None,
    resume: Resume = None,
    sample: Sample = 0,
    resamples: Resamples = 1000,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Judge statements by the tables that they are about, and score the answers.

    For accuracy, the judge chooses among the labels that occur in the file; the three-way accuracy is beside it. Then
    comes what `veriscope eval verdict` prints, and the time that a statement takes. No corpus is needed. Rows and
    tables that cannot be read, and rows whose table is missing, are listed and left out.

    Example: veriscope eval tables --data statements.jsonl --tables tables.jsonl
    """
    check_writable(plot=plot, resume=resume)
    check_table_judge(model)
    rows, read = _read(data, tables_file)
    plan = TablePlan(model, model_folder, read.terms)
    with interruptible(kept_answers_text(resume)), open_answer_log(resume) as log, progress("statements") as update:
        result = evaluate_tables(
            _sample_readable(rows, sample=sample, seed=seed),
            plan,
            VerdictQuestions(by, resamples, seed),
            report=lambda done, total: update(model, done, total, done),
            workers=workers,
            keeper=keeper_for(log, plan, (data, tables_file)),
        )
    if plot is not None:
        draw_calibration(plot, result.report.chosen, title=f"{model} on {data.name}")
    if as_json:
        print_json(table_result_json(result, read, by=by))
    else:
        show_verdicts(result, by=by)


def _read(data: Path, tables_file: Path) -> tuple[list[TableRow | BadRow], TableFile]:
    """Read the rows and the tables, and warn of what cannot be read."""
    with interruptible("nothing was judged"), progress("tables") as update:
        rows, read = read_table_rows(data, tables_file, report=partial(update, tables_file.name))
    warn_skips(tables_file, read.skips, what="table")
    warn_bad_rows(data, rows)
    return rows, read


def _sample_readable(rows: list[TableRow | BadRow], *, sample: int, seed: int) -> list[TableRow | BadRow]:
    """Draw this many of the readable rows, and keep all unreadable ones."""
    readable = [row for row in rows if isinstance(row, TableRow)]
    return [*draw_sample(readable, sample=sample, seed=seed), *(row for row in rows if isinstance(row, BadRow))]


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
    title = f"{count_text(report.chosen.claims, 'claim')}, {result.model}"
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
