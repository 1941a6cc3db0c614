"""`veriscope check --file`: checks a batch of claims, shows progress, and lists what could not be checked."""

from pathlib import Path

from veriscope.cli.check_against import warn_unread
from veriscope.cli.check_options import AnswerOptions, BatchOptions
from veriscope.cli.output import print_table, talk
from veriscope.cli.progress import progress
from veriscope.corpus import GivenFiles
from veriscope.datasets import count_text
from veriscope.domain import Label
from veriscope.errors import InputError, StoppedError, UsageError
from veriscope.pipeline import BatchPlan, BatchSummary, PipelineConfig, run_batch

_NAMED_PROBLEMS = 20


def check_file(
    file: Path, batch: BatchOptions, source: Path | GivenFiles, config: PipelineConfig, output: AnswerOptions
) -> list[Label]:
    """The verdicts on every claim of a file; if some rows could not be checked, they are listed and raise an error."""
    out_file = batch.out_file
    if out_file is None:
        raise UsageError("--file needs --out FILE, where the results go")
    if not output.is_for_people or output.html is not None:
        raise UsageError(
            "--json, --claimreview and --html are for a claim or a text; --format trace keeps whole traces"
        )
    warn_unread(source)
    plan = BatchPlan(file, out_file, source, config, batch.form)
    done = total = 0

    try:
        with progress("claims") as update:

            def report(now: int, of_all: int) -> None:
                nonlocal done, total
                done, total = now, of_all
                update(str(file), now, of_all, now)

            summary = run_batch(plan, report=report, workers=batch.workers, restart=batch.restart)
    except KeyboardInterrupt:
        raise StoppedError(
            f"interrupted; {done:,} of {count_text(total, 'claim')} are done and kept in {out_file}.part: "
            "run the same command again to resume"
        ) from None
    _show(summary, file, out_file)
    return [Label(label) for label, count in summary.labels.items() for _ in range(count)]


def _show(summary: BatchSummary, file: Path, out_file: Path) -> None:
    if summary.was_finished:
        talk.print(f"{out_file} is already finished; --restart checks all of it again")
    elif summary.resumed:
        talk.print(f"resumed after {count_text(summary.resumed, 'claim')} of an earlier run")
    rows = [*summary.labels.items(), ("could not be checked", len(summary.problems))]
    print_table(("answer", "claims"), [row for row in rows if row[1] or row[0] != "could not be checked"])
    if not summary.was_finished:
        talk.print(f"{count_text(summary.rows, 'result')} written to {out_file}")
    if summary.problems:
        _warn_problems(summary, file, out_file)


def _warn_problems(summary: BatchSummary, file: Path, out_file: Path) -> None:
    for line, problem in summary.problems[:_NAMED_PROBLEMS]:
        talk.print(f"{file}:{line}: {problem}")
    if len(summary.problems) > _NAMED_PROBLEMS:
        talk.print(f"… and {len(summary.problems) - _NAMED_PROBLEMS:,} more (all in {out_file}.run.json)")
    rows = count_text(len(summary.problems), "row")
    raise InputError(f"{rows} of {file} could not be checked; {out_file} keeps their places")
