"""Serves the tools: over standard input and output, or over streamable HTTP on this machine only."""

import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from veriscope.agents.sources import OpenSources
from veriscope.domain import require_name
from veriscope.errors import MissingExtraError, VeriscopeError

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

# Whoever reaches the server may ask it, so it answers only this machine.
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve_stdio(sources: OpenSources) -> None:
    """Answer one client over standard input and output, until it closes them."""
    server = _server(sources)
    import anyio  # noqa: PLC0415 - comes with the extra
    from mcp.server.stdio import stdio_server  # noqa: PLC0415

    async def serve() -> None:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(serve)


def serve_http(sources: OpenSources, *, host: str, port: int, report: Callable[[str], None]) -> None:
    """Answer any number of clients of this machine until interrupted; `report` receives the address once it listens."""
    require_name(host, LOOPBACK, "loopback address")
    server = _server(sources)
    import uvicorn  # noqa: PLC0415 - comes with the extra

    app = server.streamable_http_app(host=host)
    with _listening(host, port) as listener:
        report(f"http://{f'[{host}]' if ':' in host else host}:{port}/mcp")
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


def _server(sources: OpenSources) -> "Server[Any]":
    try:
        from veriscope.agents.protocol import make_server  # noqa: PLC0415
    except ModuleNotFoundError:
        raise MissingExtraError("veriscope mcp", extra="mcp") from None
    return make_server(sources)


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise VeriscopeError(
            f"cannot listen on {host}:{port}: {(error.strerror or str(error)).lower()}; give another --port"
        ) from None
    return listener
