"""`veriscope eval pipeline`: runs claims through the whole pipeline, and scores them as FEVER and FEVEROUS do."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from veriscope.cli.calibration import draw_calibration, show_calibration
from veriscope.cli.claims import draw_sample, warn_missing_gold
from veriscope.cli.options import Corpus, Gold, Json, Resamples, Resume, Sample, Seed, Workers
from veriscope.cli.output import check_writable, out, print_json, talk, visible
from veriscope.cli.progress import interruptible, kept_answers_text, progress
from veriscope.cli.score_tables import confusion_table, group_table, label_table, score_table
from veriscope.datasets import (
    DATASET_FORMATS,
    VeriscopeClaim,
    count_text,
    detect_format,
    read_labelled,
    write_predictions,
)
from veriscope.errors import InputError, UsageError
from veriscope.lab.evaluation import (
    TASKS,
    PipelineOracle,
    PipelinePlan,
    PipelineQuestions,
    PipelineResult,
    Task,
    ablations,
    check_plan,
    evaluate_pipeline,
    open_answer_log,
    results_json,
    write_errors,
)
from veriscope.pipeline import SOURCES, PipelineConfig, open_corpus, read_config
from veriscope.scoring import Interval, RankedKind, Resampling, nearest_rank


@dataclass(frozen=True, slots=True)
class OutputFiles:
    """The files to write about the first run."""

    predictions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the first run's answers as a submission.")
    ] = None
    errors: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="List the first run's wrong claims, coded as in the FEVER paper."),
    ] = None
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the first run's reliability and accuracy by coverage.")
    ] = None


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Which settings are run, and what of them is replaced."""

    configs: Annotated[
        list[Path] | None,
        typer.Option(
            "--config",
            metavar="FILE.toml",
            show_default=False,
            help="Settings of the pipeline; repeat the option to compare several.",
        ),
    ] = None
    oracle: Annotated[
        PipelineOracle, typer.Option(help="Give the selector the gold pages, or the model the gold evidence.")
    ] = PipelineOracle.NONE
    ablation: Annotated[
        bool,
        typer.Option(
            "--ablation", help="Also run with one stage simplified or replaced by gold, to show what it adds."
        ),
    ] = False
    sources: Annotated[
        str | None,
        typer.Option(
            metavar="KIND", show_default="as in the settings", help=f"What of a page is read: {', '.join(SOURCES)}."
        ),
    ] = None


def pipeline(
    *,
    corpus: Corpus,
    gold: Gold,
    asked: RunOptions,
    files: OutputFiles,
    resume: Resume = None,
    sample: Sample = 0,
    resamples: Resamples = 1000,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Run claims through retrieval, selection and verdict over a corpus, and score the answers.

    Prints label accuracy, the FEVER or FEVEROUS score (by the format of the gold file), evidence recall and precision,
    calibration, accuracy of the surest answers and the time that a claim takes; then the scores by label, challenge,
    type of evidence and pages needed. An oracle gives gold only to claims that have some; the stages search for the
    others.

    Example: veriscope eval pipeline --corpus wiki --gold dev.jsonl --errors wrong.csv
    """
    check_writable(**asdict(files), resume=resume)
    plans = _plans(corpus, asked)
    claims, task = _claims(gold)
    claims = draw_sample(claims, sample=sample, seed=seed)
    warn_missing_gold(corpus, gold, claims)
    questions = PipelineQuestions(task, Resampling(resamples, seed))
    results = _evaluate(claims, plans, questions, workers=workers, resume=resume)
    _write(results[0], files, title=f"{results[0].plan.name} on {gold.name}")
    if as_json:
        print_json(results_json(results))
    else:
        show_pipeline(results)


def _plans(corpus: Path, asked: RunOptions) -> list[PipelinePlan]:
    """The settings to run; every name is checked before any work is done."""
    named = [(path.stem, read_config(path)) for path in asked.configs or ()] or [("default", PipelineConfig())]
    if asked.sources is not None:
        named = [(name, replace(config, sources=asked.sources)) for name, config in named]
    plans = [PipelinePlan(name, corpus, config, asked.oracle) for name, config in named]
    if asked.ablation:
        if asked.oracle is not PipelineOracle.NONE or len(plans) > 1:
            raise UsageError("--ablation: needs a single setting without an oracle; it runs the oracles itself")
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
    with interruptible(kept_answers_text(resume)), open_answer_log(resume) as log, progress("claims") as update:
        return evaluate_pipeline(
            claims,
            plans,
            questions,
            report=lambda name, done, total: update(name, done, total, done),
            workers=workers,
            log=log,
        )


def _write(result: PipelineResult, files: OutputFiles, *, title: str) -> None:
    if files.predictions is not None:
        predicted = (result.task.predict(each.claim, each.answer) for each in result.scored)
        written = write_predictions(files.predictions, predicted)
        talk.print(f"{count_text(written, 'prediction')} written to {files.predictions}")
    if files.errors is not None:
        with closing(open_corpus(result.plan.corpus)) as opened:
            written = write_errors(files.errors, result, opened)
        talk.print(f"{count_text(written, 'wrong claim')} written to {files.errors}")
    if files.plot is not None:
        draw_calibration(files.plot, result.answers, title=title)


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
    title = count_text(results[0].evaluation.claims, "claim")
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
    """Calibration, accuracy of the surest 80 % of the answers, retrieval, and milliseconds per claim."""
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
    return f"{found.fully_supported[5]:.3f}" if found and found.is_returned else "–"


def _differences(results: Sequence[PipelineResult]) -> Table:
    """How far the first setting is ahead of each other one."""
    table = score_table("First less this", "Labels", "95 % interval", "Score", "95 % interval", "p")
    for result in results[1:]:
        labels, score = result.differences["label_accuracy"], result.differences["score"]
        table.add_row(
            visible(result.plan.name),
            f"{labels.difference:+.3f}",
            _signed_interval(labels.interval),
            f"{score.difference:+.3f}",
            _signed_interval(score.interval),
            f"{score.p_randomisation:.3f}",
        )
    return table


def _metrics(result: PipelineResult) -> Table:
    table = score_table(count_text(result.evaluation.claims, "claim"), "Value", "95 % interval")
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
        table.add_row(name, f"{value:.4f}", _interval_text(intervals.get(key)))
    table.add_row(
        "Expected calibration error", f"{result.answers.calibration.ece:.4f}", _interval_text(result.ece_interval)
    )
    return table


def _interval_text(interval: Interval | None) -> str:
    return f"{interval.low:.4f}, {interval.high:.4f}" if interval else "–"


def _signed_interval(interval: Interval) -> str:
    return f"{interval.low:+.3f}, {interval.high:+.3f}"
