"""`veriscope bench`: scenarios of controlled difficulty from a graph, and how well methods judge them."""

import typer

from veriscope.cli.bench_generate import generate
from veriscope.cli.bench_report import report
from veriscope.cli.bench_run import run
from veriscope.cli.bench_show import show

app = typer.Typer(
    name="bench",
    help="Make scenarios of controlled difficulty from a graph, and measure how well methods judge them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command()(generate)
app.command()(report)
app.command()(run)
app.command()(show)
