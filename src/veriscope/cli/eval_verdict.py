"""`veriscope eval verdict`: a verdict model alone, on claims whose evidence is given."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.calibration_plot import calibration_svg
from veriscope.cli.output import print_json, talk
from veriscope.cli.output_files import check_writable
from veriscope.cli.progress import progress
from veriscope.cli.verdict_view import show_verdicts
from veriscope.datasets import counted
from veriscope.datasets.atomic import replacing
from veriscope.datasets.verdict_rows import EVIDENCE_FIELD, BadRow, VerdictRow, read_verdict_rows
from veriscope.errors import InputError, VeriscopeError
from veriscope.pipeline import PipelineConfig
from veriscope.pipeline.verdict_evaluation import (
    VerdictPlan,
    VerdictQuestions,
    VerdictResult,
    evaluate_verdicts,
    verdict_result_json,
)

_NAMED = 5


def verdict(
    *,
    data: Annotated[
        Path, typer.Option(metavar="FILE", help="JSON lines of claim, label and evidence_text (a text or a list).")
    ],
    model: Annotated[str, typer.Option(metavar="NAME", help="The verdict model.")] = PipelineConfig().verdict,
    model_folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of a model that `veriscope train` wrote.")
    ] = None,
    field: Annotated[
        str, typer.Option("--evidence-field", metavar="KEY", help="The key that holds the evidence.")
    ] = EVIDENCE_FIELD,
    split: Annotated[bool, typer.Option("--split", help="Split each text of the evidence into sentences.")] = False,
    by: Annotated[str, typer.Option(metavar="KEY", help="Also score groups of rows, by a key such as challenge.")] = "",
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the reliability diagram and accuracy by coverage.")
    ] = None,
    resamples: Annotated[int, typer.Option(min=0, help="Bootstrap resamples for the intervals; 0: none.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the resamples.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
) -> None:
    """Score a verdict model on claims whose evidence is given as text.

    Accuracy lets the model choose among the labels that occur in the file; the three-way accuracy stands beside it.
    Then F1 by label, calibration (expected calibration error over 15 bins, Brier score, log loss), and how right the
    model is when it answers only the claims it is surest of. Rows that cannot be read are named and left out.

    Example: veriscope eval verdict --data dev_gold_text.jsonl --by challenge --plot reliability.svg
    """
    check_writable(plot=plot)
    rows = list(read_verdict_rows(data, field=field))
    _tell_bad_rows(data, rows)
    plan = VerdictPlan(model, model_folder, split)
    result = _evaluate(rows, plan, VerdictQuestions(by, resamples, seed), workers=workers)
    if plot is not None:
        _draw(plot, result, title=f"{model} on {data.name}")
    if as_json:
        print_json(verdict_result_json(result, by=by))
    else:
        show_verdicts(result, by=by)


def _evaluate(
    rows: list[VerdictRow | BadRow], plan: VerdictPlan, questions: VerdictQuestions, *, workers: int
) -> VerdictResult:
    try:
        with progress("claims") as update:
            return evaluate_verdicts(
                rows,
                plan,
                questions,
                report=lambda done, total: update(plan.model, done, total, done),
                workers=workers,
            )
    except KeyboardInterrupt:
        raise VeriscopeError("interrupted; nothing was scored") from None


def _tell_bad_rows(data: Path, rows: list[VerdictRow | BadRow]) -> None:
    bad = [row for row in rows if isinstance(row, BadRow)]
    if not rows:
        raise InputError(f"{data}: the file holds no rows; expected one JSON object a line")
    if len(bad) == len(rows):
        raise InputError(f"{data}:{bad[0].line}: {bad[0].problem} (no row of the file can be read)")
    for row in bad[:_NAMED]:
        talk.print(f"warning: {data}:{row.line}: {row.problem}", soft_wrap=True)
    if bad:
        talk.print(f"warning: {counted(len(bad), 'row')} of {len(rows):,} cannot be read and left out", soft_wrap=True)


def _draw(path: Path, result: VerdictResult, *, title: str) -> None:
    chosen = result.report.chosen
    with replacing(path) as stream:
        stream.write(calibration_svg(chosen.calibration, chosen.selective, title=title).encode())
    talk.print(f"picture written to {path}", soft_wrap=True)
