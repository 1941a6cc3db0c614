"""`veriscope bench report`: a run in the terminal and as a page."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import out, print_json, print_table, talk
from veriscope.cli.output_files import check_writable
from veriscope.datasets.atomic import replacing


def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="What `veriscope bench run` wrote.")],
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the whole report to one HTML file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show what a benchmark run found, and what drives each method's quality.

    The HTML file needs nothing but itself: matrices of transparency by homogeneity, popular against unpopular facts,
    ROC curves, times, the structure of the facts, and the findings of the BUCKLE paper held against this run.

    Example: veriscope bench report results.json --html report.html
    """
    # Statistics and tables of reports are of no use to the other commands.
    from veriscope.pipeline.bench_reading import read_run  # noqa: PLC0415
    from veriscope.pipeline.bench_report import report_html  # noqa: PLC0415
    from veriscope.pipeline.bench_results import read_results  # noqa: PLC0415

    check_writable(html=html)
    run = read_results(results)
    reading = read_run(run)
    if html is not None:
        with replacing(html) as stream:
            stream.write(report_html(run).encode())
        talk.print(f"report written to {html}", soft_wrap=True)
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
        why = f" Why: {finding.why}." if finding.why else ""
        out.print(f"{finding.outcome}: {finding.claim} {finding.figures}.{why}", soft_wrap=True)
