"""The root command."""

import sys
from typing import Annotated

import typer

from veriscope import __version__
from veriscope.cli import corpus, dataset
from veriscope.cli import eval as evaluation
from veriscope.cli.check import check
from veriscope.errors import UsageError, VeriscopeError

app = typer.Typer(
    name="veriscope",
    help="Check claims against text, tables and knowledge graphs, and show the evidence.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)


app.command()(check)
app.add_typer(corpus.app)
app.add_typer(dataset.app)
app.add_typer(evaluation.app)


def _print_version(wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        typer.echo(f"veriscope {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Check claims against text, tables and knowledge graphs, and show the evidence."""


def run() -> None:
    """Run the command line; an expected failure is one line on stderr and exit code 1 (2 for wrong usage)."""
    try:
        app()
    except VeriscopeError as error:
        sys.stderr.write(f"veriscope: {' '.join(str(error).split())}\n")
        raise SystemExit(2 if isinstance(error, UsageError) else 1) from None
    except KeyboardInterrupt:
        sys.stderr.write("veriscope: interrupted\n")
        raise SystemExit(1) from None
