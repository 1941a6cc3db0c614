"""The root command."""

import io
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated

import typer

from veriscope import __version__
from veriscope.errors import UsageError, VeriscopeError

# The modules of the nouns, each with its `app`.
NOUNS = {
    "bench": "veriscope.cli.bench",
    "check": "veriscope.cli.check",
    "corpus": "veriscope.cli.corpus",
    "dataset": "veriscope.cli.dataset",
    "eval": "veriscope.cli.eval",
    "kb": "veriscope.cli.kb",
    "model": "veriscope.cli.model",
    "train": "veriscope.cli.train",
}


def command_line(nouns: Iterable[str] = tuple(NOUNS)) -> typer.Typer:
    """The command line with the given nouns; only their modules are imported."""
    app = typer.Typer(
        name="veriscope",
        help="Check claims against text, tables and knowledge graphs, and show the evidence.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(root)
    for noun in nouns:
        module = import_module(NOUNS[noun])
        if noun == "check":
            app.command()(module.check)
        else:
            app.add_typer(module.app)
    return app


def _print_version(wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        typer.echo(f"veriscope {__version__}")
        raise typer.Exit


def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Check claims against text, tables and knowledge graphs, and show the evidence."""


def run() -> None:
    """Run the command line; an expected failure is one line on stderr and exit code 1 (2 for wrong usage)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a character gets its number instead.
            stream.reconfigure(errors="backslashreplace")
    try:
        _run_asked(sys.argv[1:])
    except VeriscopeError as error:
        _fail(str(error), code=2 if isinstance(error, UsageError) else 1)
    except KeyboardInterrupt:
        _fail("interrupted", code=1)
    except BrokenPipeError:
        # Whoever reads our output, `head` for one, has seen enough; Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {(error.strerror or str(error)).lower()}", code=1)


def _run_asked(arguments: list[str]) -> None:
    for argument in arguments:
        if any("\ud800" <= character <= "\udfff" for character in argument):
            raise UsageError(f"{argument!r} is not UTF-8; give names and claims in UTF-8")
    # A check need not wait for the libraries that scoring imports.
    asked = arguments[:1]
    try:
        command_line(asked if asked and asked[0] in NOUNS else NOUNS)()
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def _fail(message: str, *, code: int) -> None:
    sys.stderr.write(f"veriscope: {' '.join(message.split())}\n")
    raise SystemExit(code) from None
