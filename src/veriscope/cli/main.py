"""The root command."""

import io
import os
import sys
from typing import Annotated, Any

import typer

from veriscope import __version__
from veriscope.cli.commands import COMMANDS
from veriscope.cli.lazy import HELP_OPTIONS, LazyGroup
from veriscope.errors import StoppedError, UsageError, VeriscopeError

# What a shell reports of a program that an interrupt has ended: 128 and the number of the signal.
_STOPPED = 130


class _Root(LazyGroup):
    """All commands."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - typer's own
        super().__init__(group=COMMANDS, **settings)


def command_line() -> typer.Typer:
    """The command line; a command's module is imported when the command is needed."""
    app = typer.Typer(
        name="veriscope",
        cls=_Root,
        help=COMMANDS.summary,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=HELP_OPTIONS,
    )
    app.callback()(root)
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
    """Run the command line; an expected failure is one line on stderr and an exit code: docs/cli.md lists them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a character gets its number instead.
            stream.reconfigure(errors="backslashreplace")
    try:
        _run_asked(sys.argv[1:])
    except VeriscopeError as error:
        _fail(str(error), code=_exit_code(error))
    except KeyboardInterrupt:
        _fail("interrupted", code=_STOPPED)
    except BrokenPipeError:
        # The reader of our output, such as `head`, has closed it; without this, Python complains again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {(error.strerror or str(error)).lower()}", code=1)


def _run_asked(arguments: list[str]) -> None:
    for argument in arguments:
        if any("\ud800" <= character <= "\udfff" for character in argument):
            raise UsageError(f"{argument!r} is not UTF-8; give names and claims in UTF-8")
    try:
        command_line()()
    except SystemExit as ended:
        if ended.code == _STOPPED:
            raise KeyboardInterrupt from None
        raise
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def _exit_code(error: VeriscopeError) -> int:
    if isinstance(error, UsageError):
        return 2
    return _STOPPED if isinstance(error, StoppedError) else 1


def _fail(message: str, *, code: int) -> None:
    from veriscope.cli.output import visible  # noqa: PLC0415 - loads more than most commands' help needs

    sys.stderr.write(f"veriscope: {visible(' '.join(message.split()))}\n")
    raise SystemExit(code) from None
