"""The Model Context Protocol: lists the tools, answers calls, one at a time. Needs the extra `mcp`."""

import json
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from veriscope import __version__
from veriscope.agents.sources import OpenSources
from veriscope.agents.tools import TOOLS, AgentTool, answer_call, input_schema
from veriscope.errors import VeriscopeError
from veriscope.files import JsonObject

_INSTRUCTIONS = (
    "Veriscope checks statements against a corpus and a knowledge graph, offline, and shows the evidence. "
    "Use `check` for each statement; NOT ENOUGH INFO means that the corpus does not decide it."
)


def make_server(sources: OpenSources) -> "Server[Any]":
    """A server of the tools over open sources; the models answer one call after the other."""
    turn = anyio.Lock()

    async def list_tools(_: object, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_described(name, tool) for name, tool in TOOLS.items()])

    async def call_tool(_: object, params: CallToolRequestParams) -> CallToolResult:
        async with turn:
            return await anyio.to_thread.run_sync(_result, sources, params)

    return Server(
        "veriscope",
        version=__version__,
        title="Veriscope",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _described(name: str, tool: AgentTool) -> Tool:
    return Tool(
        name=name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool),
        annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )


def _result(sources: OpenSources, params: CallToolRequestParams) -> CallToolResult:
    """The answer as an object and as its text; an error is one line."""
    try:
        answer = answer_call(sources, params.name, params.arguments or {})
    except VeriscopeError as error:
        return CallToolResult(content=[_text(" ".join(str(error).split()))], is_error=True)
    return CallToolResult(content=[_text(_as_text(answer))], structured_content=answer)


def _as_text(answer: JsonObject) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=text)
