"""`veriscope eval tables`: statements about tables, as in TabFact and InfoTabS."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.bad_rows import tell_bad_rows, tell_skips
from veriscope.cli.calibration_file import draw_calibration
from veriscope.cli.eval_options import AsJson, By, ModelFolder, Plot, Resamples, Resume, Workers
from veriscope.cli.gold_claims import sampled
from veriscope.cli.interrupts import interruptible, what_is_kept
from veriscope.cli.output import print_json
from veriscope.cli.output_files import check_writable
from veriscope.cli.progress import progress
from veriscope.cli.verdict_view import show_verdicts
from veriscope.datasets.bad_rows import BadRow
from veriscope.pipeline.claim_answers import AnswerLog
from veriscope.pipeline.table_evaluation import TablePlan, evaluate_tables, keeping_in, table_result_json
from veriscope.pipeline.table_file import TableFile
from veriscope.pipeline.table_judging import TABLE_JUDGES, check_table_judge
from veriscope.pipeline.table_rows import TableRow, read_table_rows
from veriscope.pipeline.verdict_result import VerdictQuestions


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
        str, typer.Option(metavar="NAME", help=f"Who judges: {', '.join(sorted(TABLE_JUDGES))}.")
    ] = "encoder",
    model_folder: ModelFolder = None,
    by: By = "",
    plot: Plot = None,
    resume: Resume = None,
    sample: Annotated[int, typer.Option(min=0, help="Take only so many statements, drawn at random; 0: all.")] = 0,
    resamples: Resamples = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample and of the resamples.")] = 0,
    workers: Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Judge statements by the tables that they are about, and score the answers.

    Accuracy lets the judge choose among the labels that occur in the file; the three-way accuracy stands beside it.
    Then what `veriscope eval verdict` prints, and the time a statement takes. No corpus is needed. Rows and tables that
    cannot be read, and rows whose table is missing, are named and left out.

    Example: veriscope eval tables --data val.jsonl.xz --tables tables.jsonl.xz --sample 2000 --workers 2
    """
    check_writable(plot=plot, resume=resume)
    check_table_judge(model)
    rows, read = _read(data, tables_file)
    plan = TablePlan(model, model_folder, read.terms)
    keeping = keeping_in(AnswerLog(resume) if resume is not None else None, plan, (data, tables_file))
    with interruptible(what_is_kept(resume)), progress("statements") as update:
        result = evaluate_tables(
            _sampled(rows, sample=sample, seed=seed),
            plan,
            VerdictQuestions(by, resamples, seed),
            report=lambda done, total: update(model, done, total, done),
            workers=workers,
            keeping=keeping,
        )
    if plot is not None:
        draw_calibration(plot, result.report.chosen, title=f"{model} on {data.name}")
    if as_json:
        print_json(table_result_json(result, read, by=by))
    else:
        show_verdicts(result, by=by)


def _read(data: Path, tables_file: Path) -> tuple[list[TableRow | BadRow], TableFile]:
    """The rows and the tables; what cannot be read is told."""
    with interruptible("nothing was judged"), progress("tables") as update:
        rows, read = read_table_rows(data, tables_file, report=partial(update, tables_file.name))
    tell_skips(tables_file, read.skips, what="table")
    tell_bad_rows(data, rows)
    return rows, read


def _sampled(rows: list[TableRow | BadRow], *, sample: int, seed: int) -> list[TableRow | BadRow]:
    """So many of the rows that can be judged, and all that cannot."""
    readable = [row for row in rows if isinstance(row, TableRow)]
    return [*sampled(readable, sample=sample, seed=seed), *(row for row in rows if isinstance(row, BadRow))]
