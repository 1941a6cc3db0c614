"""`veriscope bench run` and `bench report`: runs every method on every scenario, and reports the results."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from statistics import mean
from typing import Annotated

import typer

from veriscope.cli.options import Json, Methods, Restart, Seed, Workers
from veriscope.cli.output import check_writable, out, print_json, print_table, talk
from veriscope.cli.progress import Update, interruptible, progress
from veriscope.datasets import count_text
from veriscope.errors import InputError, UsageError
from veriscope.files import replacing
from veriscope.kb import require_methods
from veriscope.lab.bench import (
    BenchPlan,
    BenchResults,
    describe_run,
    read_results,
    reference_of,
    report_html,
    results_file,
    results_json,
    run_bench,
)

_NAMED_FAILURES = 10
_MEANS = ("auroc", "average_precision", "accuracy", "train_s", "check_s")


def run(
    scenarios: Annotated[Path, typer.Argument(metavar="DIR", help="What `veriscope bench generate` wrote.")],
    *,
    methods: Methods,
    out_file: Annotated[
        Path, typer.Option("--out", metavar="RESULTS", help="The file for the results, or a folder for `results.json`.")
    ],
    kb: Annotated[
        Path | None,
        typer.Option("--kb", metavar="KB", help="The graph, if it is no longer where the scenarios were made."),
    ] = None,
    workers: Workers = 1,
    restart: Restart = False,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Judge every scenario of a folder by every method: AUROC, average precision, accuracy, times.

    The test facts of a scenario are hidden from every method, in both directions. Embeddings are trained once, without
    the facts of any scenario, and kept in the user's cache. Measurements are saved at once in RESULTS.cells.jsonl: an
    interrupted run resumes, and a run with more methods measures only those. If a method fails on a scenario, the
    command says so and the run goes on.

    Example: veriscope bench run scenarios --method kl,sfe --out results.json
    """
    asked = tuple(require_methods(methods))
    if not out_file.is_dir():
        check_writable(out=out_file)
    reference = reference_of(scenarios)
    if kb is None and reference is None:
        raise UsageError(f"{scenarios} does not say which graph it is from; name it: --kb KB")
    plan = BenchPlan(scenarios, kb or Path(reference.folder if reference else ""), asked, seed)
    kept = f"measurements so far are in {results_file(out_file)}.cells.jsonl: run the same command again to resume"
    with interruptible(kept), _phases() as phase:
        summary = run_bench(
            plan,
            out_file,
            report=lambda what, done, total: phase("cells")(what, done, total, done),
            training=lambda what, done, total: phase("visits")(what, done, total, done),
            workers=workers,
            restart=restart,
        )
    _warn_failures(summary.results, summary.resumed, out_file)
    if as_json:
        print_json(results_json(summary.results))
    else:
        print_table(("method", "AUROC", "AP", "accuracy", "train s", "check s", "scenarios"), _rows(summary.results))


@contextmanager
def _phases() -> Iterator[Callable[[str], Update]]:
    """Shows the progress of one kind of work after another, each with its own unit, rate and time left."""
    shown: dict[str, Update] = {}
    with ExitStack() as stack:

        def phase(noun: str) -> Update:
            if noun not in shown:
                stack.close()
                shown.clear()
                shown[noun] = stack.enter_context(progress(noun))
            return shown[noun]

        yield phase


def _warn_failures(results: "BenchResults", resumed: int, out_file: Path) -> None:
    for reason in results.left_out:
        talk.print(f"warning: {reason}")
    if resumed:
        talk.print(f"{count_text(resumed, 'cell')} measured by an earlier run")
    for cell in results.failed[:_NAMED_FAILURES]:
        talk.print(f"warning: {cell.method} on {cell.scenario}: {cell.error}")
    if results.failed:
        failed = (
            f"warning: {count_text(len(results.failed), 'cell')} of {len(results.cells) + len(results.failed):,} failed"
        )
        talk.print(f"{failed}; all are named in {out_file}")
    if not results.cells:
        raise InputError("no method judged any scenario")
    talk.print(f"results written to {out_file}")


def _rows(results: "BenchResults") -> list[tuple[object, ...]]:
    rows = []
    for method in results.methods:
        cells = results.of_method(method)
        if cells:
            means = (mean(getattr(cell, name) for cell in cells) for name in _MEANS)
            rows.append((method, *(f"{value:.3f}" for value in means), len(cells)))
    return rows


def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="What `veriscope bench run` wrote.")],
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the whole report to one HTML file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what a benchmark run found, and what drives each method's quality.

    The HTML file is self-contained: matrices of transparency by homogeneity, popular against unpopular facts, ROC
    curves, times, the structure of the facts, and the findings of the BUCKLE paper compared with this run.

    Example: veriscope bench report results.json --html report.html
    """
    check_writable(html=html)
    run = read_results(results)
    reading = describe_run(run)
    if html is not None:
        with replacing(html) as stream:
            stream.write(report_html(run).encode())
        talk.print(f"report written to {html}")
    if as_json:
        print_json(asdict(reading))
        return
    print_table(
        ("method", "AUROC", "AP", "best in", "scenarios"),
        [
            (one.method, f"{one.mean_auroc:.3f}", f"{one.mean_average_precision:.3f}", one.best_in, one.scenarios)
            for one in reading.methods
        ],
    )
    for sentence in reading.summary:
        out.print(sentence, soft_wrap=True)
    for finding in reading.findings:
        out.print(f"{finding.outcome}: {finding.claim} {finding.figures}.", soft_wrap=True)
