"""`veriscope check --file`: a batch of claims, with progress and an account of what could not be checked."""

from pathlib import Path

from veriscope.cli.check_output import Output
from veriscope.cli.output import print_table, talk
from veriscope.cli.progress import progress
from veriscope.datasets import counted
from veriscope.errors import InputError, UsageError, VeriscopeError
from veriscope.pipeline import PipelineConfig
from veriscope.pipeline.batch import BatchPlan, BatchSummary, run_batch

_NAMED_PROBLEMS = 20


def check_file(
    file: Path,
    out_file: Path | None,
    corpus: Path,
    config: PipelineConfig,
    *,
    form: str,
    workers: int,
    restart: bool,
    output: Output,
) -> None:
    """Check every claim of a file; rows that could not be checked are named, and then the exit code is 1."""
    if out_file is None:
        raise UsageError("--file needs --out FILE, where the results go")
    if output.as_json or output.as_claim_review or output.html is not None:
        raise UsageError("--json, --claimreview and --html answer a claim or a text; --format trace keeps whole traces")
    plan = BatchPlan(file, out_file, corpus, config, form)
    done = total = 0

    def counting(now: int, of_all: int) -> None:
        nonlocal done, total
        done, total = now, of_all

    try:
        with progress("claims") as update:

            def report(now: int, of_all: int) -> None:
                counting(now, of_all)
                update(str(file), now, of_all, now)

            summary = run_batch(plan, report=report, workers=workers, restart=restart)
    except KeyboardInterrupt:
        raise VeriscopeError(
            f"interrupted; {done:,} of {counted(total, 'claim')} are done and kept in {out_file}.part: "
            "run the same command again to go on"
        ) from None
    _show(summary, file, out_file)


def _show(summary: BatchSummary, file: Path, out_file: Path) -> None:
    if summary.was_finished:
        talk.print(f"{out_file} is finished already; --restart checks all of it again", soft_wrap=True)
    elif summary.resumed:
        talk.print(f"went on after {counted(summary.resumed, 'claim')} of an earlier run", soft_wrap=True)
    rows = [*summary.labels.items(), ("could not be checked", len(summary.problems))]
    print_table(("answer", "claims"), [row for row in rows if row[1] or row[0] != "could not be checked"])
    if not summary.was_finished:
        talk.print(f"{counted(summary.rows, 'result')} written to {out_file}", soft_wrap=True)
    if summary.problems:
        _tell_problems(summary, file, out_file)


def _tell_problems(summary: BatchSummary, file: Path, out_file: Path) -> None:
    for line, problem in summary.problems[:_NAMED_PROBLEMS]:
        talk.print(f"{file}:{line}: {problem}", soft_wrap=True)
    if len(summary.problems) > _NAMED_PROBLEMS:
        talk.print(f"… and {len(summary.problems) - _NAMED_PROBLEMS:,} more (all in {out_file}.run.json)")
    rows = counted(len(summary.problems), "row")
    raise InputError(f"{rows} of {file} could not be checked; {out_file} keeps their places")
