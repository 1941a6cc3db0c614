"""`veriscope bench run`: every method on every scenario."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Annotated

import typer

from veriscope.cli.interrupts import interruptible
from veriscope.cli.kb_options import METHODS, SeedOption
from veriscope.cli.output import print_json, print_table, talk
from veriscope.cli.output_files import check_writable
from veriscope.cli.progress import Update, progress
from veriscope.datasets import counted
from veriscope.errors import InputError, UsageError

if TYPE_CHECKING:
    from veriscope.pipeline.bench_results import Results

# What reads graphs is imported by the command itself: its kernels take a while to load.

_NAMED_FAILURES = 10
_MEANS = ("auroc", "average_precision", "accuracy", "train_s", "check_s")


def run(
    scenarios: Annotated[Path, typer.Argument(metavar="DIR", help="What `veriscope bench generate` wrote.")],
    *,
    methods: Annotated[str, typer.Option("--methods", metavar="NAMES", help=f"Methods, with commas: {METHODS}.")],
    out_file: Annotated[
        Path, typer.Option("--out", metavar="RESULTS", help="The file for the results, or a folder for `results.json`.")
    ],
    kb: Annotated[
        Path | None,
        typer.Option("--kb", metavar="KB", help="The graph, where it is not where the scenarios were made."),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="How many processes judge at once.")] = 1,
    restart: Annotated[bool, typer.Option("--restart", help="Measure everything anew.")] = False,
    seed: SeedOption = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Judge every scenario of a folder by every method: AUROC, average precision, accuracy, times.

    The test facts of a scenario are hidden from the graph, in both directions, from every method. Embeddings are
    trained once, without any fact of any scenario, and kept in the user's cache. What is measured is kept in
    RESULTS.cells.jsonl at once: an interrupted run goes on, and a run with more methods measures only those. A method
    that fails on a scenario is told, and the rest goes on.

    Example: veriscope bench run scenarios --methods kl,kg-miner,pra,sfe,transe,auto --out results.json --workers 2
    """
    from veriscope.pipeline.bench_results import results_file, results_json  # noqa: PLC0415
    from veriscope.pipeline.bench_run import BenchPlan, run_bench  # noqa: PLC0415
    from veriscope.pipeline.bench_scenarios import reference_of  # noqa: PLC0415
    from veriscope.pipeline.kb_methods import require_methods  # noqa: PLC0415

    asked = tuple(require_methods(methods))
    if not out_file.is_dir():
        check_writable(out=out_file)
    reference = reference_of(scenarios)
    if kb is None and reference is None:
        raise UsageError(f"{scenarios} does not tell which graph it is of; name it: --kb KB")
    plan = BenchPlan(scenarios, kb or Path(reference.folder if reference else ""), asked, seed)
    kept = f"what was measured is kept in {results_file(out_file)}.cells.jsonl: run the same command again to go on"
    with interruptible(kept), _phases() as phase:
        summary = run_bench(
            plan,
            out_file,
            report=lambda what, done, total: phase("cells")(what, done, total, done),
            training=lambda what, done, total: phase("visits")(what, done, total, done),
            workers=workers,
            restart=restart,
        )
    _tell(summary.results, summary.resumed, out_file)
    if as_json:
        print_json(results_json(summary.results))
    else:
        print_table(("method", "AUROC", "AP", "accuracy", "train s", "check s", "scenarios"), _rows(summary.results))


@contextmanager
def _phases() -> Iterator[Callable[[str], Update]]:
    """Progress of one kind of work after the other, by what is counted, each with its own rate and time left."""
    shown: dict[str, Update] = {}
    with ExitStack() as stack:

        def phase(noun: str) -> Update:
            if noun not in shown:
                stack.close()
                shown.clear()
                shown[noun] = stack.enter_context(progress(noun))
            return shown[noun]

        yield phase


def _tell(results: "Results", resumed: int, out_file: Path) -> None:
    for told in results.left_out:
        talk.print(f"warning: {told}", soft_wrap=True)
    if resumed:
        talk.print(f"{counted(resumed, 'cell')} measured by an earlier run", soft_wrap=True)
    for cell in results.failed[:_NAMED_FAILURES]:
        talk.print(f"warning: {cell.method} on {cell.scenario}: {cell.error}", soft_wrap=True)
    if results.failed:
        told = f"warning: {counted(len(results.failed), 'cell')} of {len(results.cells) + len(results.failed):,} failed"
        talk.print(f"{told}; all are named in {out_file}", soft_wrap=True)
    if not results.cells:
        raise InputError("no method judged any scenario")
    talk.print(f"results written to {out_file}", soft_wrap=True)


def _rows(results: "Results") -> list[tuple[object, ...]]:
    rows = []
    for method in results.methods:
        cells = results.of_method(method)
        if cells:
            means = (mean(getattr(cell, name) for cell in cells) for name in _MEANS)
            rows.append((method, *(f"{value:.3f}" for value in means), len(cells)))
    return rows
