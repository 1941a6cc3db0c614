"""`veriscope eval verdict`: a verdict model alone, on claims whose evidence is given."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.bad_rows import tell_bad_rows
from veriscope.cli.calibration_file import draw_calibration
from veriscope.cli.eval_options import AsJson, By, ModelFolder, Plot, Resamples, Workers
from veriscope.cli.interrupts import interruptible
from veriscope.cli.output import print_json
from veriscope.cli.output_files import check_writable
from veriscope.cli.progress import progress
from veriscope.cli.verdict_view import show_verdicts
from veriscope.datasets.bad_rows import BadRow
from veriscope.datasets.verdict_rows import EVIDENCE_FIELD, VerdictRow, read_verdict_rows
from veriscope.pipeline import PipelineConfig
from veriscope.pipeline.verdict_evaluation import VerdictPlan, evaluate_verdicts
from veriscope.pipeline.verdict_result import VerdictQuestions, VerdictResult, verdict_result_json


def verdict(
    *,
    data: Annotated[
        Path, typer.Option(metavar="FILE", help="JSON lines of claim, label and evidence_text (a text or a list).")
    ],
    model: Annotated[str, typer.Option(metavar="NAME", help="The verdict model.")] = PipelineConfig().verdict,
    model_folder: ModelFolder = None,
    field: Annotated[
        str, typer.Option("--evidence-field", metavar="KEY", help="The key that holds the evidence.")
    ] = EVIDENCE_FIELD,
    split: Annotated[bool, typer.Option("--split", help="Split each text of the evidence into sentences.")] = False,
    by: By = "",
    plot: Plot = None,
    resamples: Resamples = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the resamples.")] = 0,
    workers: Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Score a verdict model on claims whose evidence is given as text.

    Accuracy lets the model choose among the labels that occur in the file; the three-way accuracy stands beside it.
    Then F1 by label, calibration (expected calibration error over 15 bins, Brier score, log loss), and how right the
    model is when it answers only the claims it is surest of. Rows that cannot be read are named and left out.

    Example: veriscope eval verdict --data dev_gold_text.jsonl --by challenge --plot reliability.svg
    """
    check_writable(plot=plot)
    rows = list(read_verdict_rows(data, field=field))
    tell_bad_rows(data, rows)
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
