"""`veriscope mcp`: serves checks to agents over the Model Context Protocol."""

import os
import signal
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from veriscope.agents import LOOPBACK, OpenSources, serve_http, serve_stdio
from veriscope.cli.options import Corpus
from veriscope.cli.output import talk
from veriscope.domain import require_name
from veriscope.errors import UsageError
from veriscope.starter import STARTER

_HOST, _PORT = "127.0.0.1", 8800


def mcp(
    corpus: Corpus = Path(STARTER),
    kb: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A knowledge graph to ask as well; `starter` is the embedded one."),
    ] = None,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over streamable HTTP instead of stdin and stdout.")
    ] = False,
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", show_default=_HOST, help=f"With --http: one of {', '.join(LOOPBACK)}."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, max=65535, show_default=str(_PORT), help="With --http.")
    ] = None,
) -> None:
    """Serve check, search, show and kb check to agents over the Model Context Protocol; needs the extra `mcp`.

    Each tool returns what the command prints with --json. The corpus, the graph and the models are loaded once. An
    agent starts this command itself and talks to it over stdin and stdout; with --http, agents of this machine share
    one server at /mcp. It has no login, so it listens on loopback addresses only.

    Example: veriscope mcp --corpus my-corpus --kb starter
    """
    if not http and (host is not None or port is not None):
        raise UsageError("--host and --port belong to --http")
    address, door = require_name(host or _HOST, LOOPBACK, "loopback address"), port or _PORT
    with OpenSources(corpus, kb) as sources:
        if http:
            serve_http(sources, host=address, port=door, report=lambda at: talk.print(f"serving {at}"))
        else:
            if sys.stdin.isatty():
                talk.print("waiting for an agent on stdin; docs/agents.md shows how an agent starts this command")
            signal.signal(signal.SIGINT, _stop)
            serve_stdio(sources)


def _stop(*_: object) -> NoReturn:
    """End at once: the thread that waits for the agent's next message cannot be woken, and nothing is being written."""
    sys.stderr.write("veriscope: interrupted\n")
    sys.stderr.flush()
    os._exit(130)
