"""`veriscope eval pipeline`: claims through the whole pipeline, scored as the FEVER and FEVEROUS papers do."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.calibration_file import draw_calibration
from veriscope.cli.eval_options import AsJson, Resamples, Resume, Workers
from veriscope.cli.gold_claims import sampled, told_presence
from veriscope.cli.interrupts import interruptible, what_is_kept
from veriscope.cli.output import print_json, talk
from veriscope.cli.output_files import check_writable
from veriscope.cli.pipeline_view import show_pipeline
from veriscope.cli.progress import progress
from veriscope.datasets import (
    DATASET_FORMATS,
    VeriscopeClaim,
    counted,
    detect_format,
    read_labelled,
    write_predictions,
)
from veriscope.errors import InputError, UsageError
from veriscope.pipeline import PipelineConfig, open_corpus
from veriscope.pipeline.claim_answers import AnswerLog
from veriscope.pipeline.config_file import read_config
from veriscope.pipeline.error_listing import write_errors
from veriscope.pipeline.pipeline_evaluation import PipelineQuestions, PipelineResult, evaluate_pipeline
from veriscope.pipeline.pipeline_plan import PipelineOracle, PipelinePlan, ablations, check_plan
from veriscope.pipeline.pipeline_report import results_json
from veriscope.pipeline.pipeline_tasks import TASKS, Task
from veriscope.scoring import Resampling


def pipeline(
    *,
    corpus: Annotated[Path, typer.Option(metavar="DIR", help="A corpus folder; `starter` is the embedded atlas.")],
    gold: Annotated[
        Path, typer.Option(metavar="FILE", help="Labelled claims with evidence: FEVER's, FEVEROUS's or our own.")
    ],
    configs: Annotated[
        list[Path] | None,
        typer.Option("--config", metavar="FILE.toml", help="Settings of the pipeline; repeat it to compare."),
    ] = None,
    oracle: Annotated[
        PipelineOracle, typer.Option(help="Give the selector the gold pages, or the model the gold evidence.")
    ] = PipelineOracle.NONE,
    ablation: Annotated[
        bool,
        typer.Option("--ablation", help="Also run with one stage made simpler or given, for what each is worth."),
    ] = False,
    predictions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the first run's answers as a submission.")
    ] = None,
    errors: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="List the first run's wrong claims, coded as in the FEVER paper."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the first run's reliability and accuracy by coverage.")
    ] = None,
    resume: Resume = None,
    sample: Annotated[int, typer.Option(min=0, help="Take only so many claims, drawn at random; 0: all.")] = 0,
    resamples: Resamples = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample and of the resamples.")] = 0,
    workers: Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Run claims through retrieval, selection and verdict over a corpus, and score the answers.

    Prints label accuracy, the FEVER or FEVEROUS score (by the format of the gold file), evidence recall and precision,
    calibration, accuracy among the surest answers and the time a claim takes; then the scores by label, challenge, type
    of evidence and pages needed. An oracle gives gold to claims that have some; the others keep what the stages find.

    Example: veriscope eval pipeline --corpus wiki --gold dev.jsonl --ablation --errors wrong.csv --workers 2
    """
    check_writable(predictions=predictions, errors=errors, plot=plot, resume=resume)
    plans = _plans(corpus, configs or [], oracle=oracle, ablation=ablation)
    claims, task = _claims(gold)
    claims = sampled(claims, sample=sample, seed=seed)
    told_presence(corpus, gold, claims)
    questions = PipelineQuestions(task, Resampling(resamples, seed))
    results = _evaluate(claims, plans, questions, workers=workers, resume=resume)
    _write(
        results[0], predictions=predictions, errors=errors, plot=plot, title=f"{results[0].plan.name} on {gold.name}"
    )
    if as_json:
        print_json(results_json(results))
    else:
        show_pipeline(results)


def _plans(corpus: Path, configs: Sequence[Path], *, oracle: PipelineOracle, ablation: bool) -> list[PipelinePlan]:
    """The settings to run, every name checked before any work is done."""
    named = [(path.stem, read_config(path)) for path in configs] or [("default", PipelineConfig())]
    plans = [PipelinePlan(name, corpus, config, oracle) for name, config in named]
    if ablation:
        if oracle is not PipelineOracle.NONE or len(plans) > 1:
            raise UsageError("--ablation: starts from one setting, without an oracle; it runs the oracles itself")
        plans = list(ablations(plans[0]))
    names = [plan.name for plan in plans]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--config: two files are called {name}; the tables need different names")
    for plan in plans:
        check_plan(plan)
    return plans


def _claims(gold: Path) -> tuple[list[VeriscopeClaim], Task]:
    name = detect_format(gold)
    if name not in TASKS:
        raise InputError(f"{gold}: looks like {name}; this command reads claims: {', '.join(TASKS)}")
    claims = [row.claim for row in read_labelled(gold, form=DATASET_FORMATS[name])]
    if not claims:
        raise InputError(f"{gold}: the file holds no claims")
    return claims, TASKS[name]


def _evaluate(
    claims: Sequence[VeriscopeClaim],
    plans: Sequence[PipelinePlan],
    questions: PipelineQuestions,
    *,
    workers: int,
    resume: Path | None,
) -> list[PipelineResult]:
    log = AnswerLog(resume) if resume is not None else None
    with interruptible(what_is_kept(resume)), progress("claims") as update:
        return evaluate_pipeline(
            claims,
            plans,
            questions,
            report=lambda name, done, total: update(name, done, total, done),
            workers=workers,
            log=log,
        )


def _write(
    result: PipelineResult, *, predictions: Path | None, errors: Path | None, plot: Path | None, title: str
) -> None:
    if predictions is not None:
        written = write_predictions(
            predictions, (result.task.predict(each.claim, each.answer) for each in result.scored)
        )
        talk.print(f"{counted(written, 'prediction')} written to {predictions}", soft_wrap=True)
    if errors is not None:
        with closing(open_corpus(result.plan.corpus)) as opened:
            written = write_errors(errors, result, opened)
        talk.print(f"{counted(written, 'wrong claim')} written to {errors}", soft_wrap=True)
    if plot is not None:
        draw_calibration(plot, result.answers, title=title)
