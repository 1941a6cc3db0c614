"""The root command."""

import sys

import typer

from veriscope.errors import UsageError, VeriscopeError

app = typer.Typer(
    name="veriscope",
    help="Check claims against text, tables and knowledge graphs, and show the evidence.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


@app.callback()
def root() -> None:
    """Check claims against text, tables and knowledge graphs, and show the evidence."""


def run() -> None:
    """Run the command line; an expected failure is one line on stderr and exit code 1 (2 for wrong usage)."""
    try:
        app()
    except VeriscopeError as error:
        sys.stderr.write(f"veriscope: {' '.join(str(error).split())}\n")
        raise SystemExit(2 if isinstance(error, UsageError) else 1) from None
