"""The server, asked by the SDK's own client as an agent asks it: a child process, spoken to over its pipes."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager

import anyio
import pytest
from typer.testing import CliRunner

from veriscope.agents import TOOLS, OpenSources
from veriscope.agents.tools import answer_call, input_schema
from veriscope.cli.main import command_line
from veriscope.errors import MissingExtraError, UsageError, VeriscopeError
from veriscope.reports import load_schema

mcp = pytest.importorskip("mcp")


@asynccontextmanager
async def agent(*words):
    command = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "veriscope", "mcp", *map(str, words)], env=dict(os.environ)
    )
    async with mcp.Client(command) as client:
        yield client


def ask(*calls, words=()):
    """The results of calls to one server, in order."""

    async def run():
        async with agent(*words) as client:
            return [await client.call_tool(name, arguments) for name, arguments in calls]

    return anyio.run(run)


def printed(*words):
    """What the command prints with `--json`."""
    found = CliRunner().invoke(command_line(), [*map(str, words), "--json"], catch_exceptions=False)
    return json.loads(found.stdout)


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if key not in {"timings_ms", "ms"}}
    return [without_times(item) for item in value] if isinstance(value, list) else value


@pytest.mark.slow
def test_each_tool_answers_with_the_object_that_its_command_prints(world):
    claim, triple = "Vell is the capital of Arvania.", ("Sydney", "capital of", "Australia")
    asked = ask(
        ("check", {"claim": claim}),
        ("search", {"query": "wool market", "limit": 2}),
        ("show", {"title": "Ida Brandt"}),
        ("kb_check", dict(zip(("subject", "predicate", "object"), triple, strict=True))),
        words=["--corpus", world.path],
    )
    commands = [
        ("check", claim, "--corpus", world.path),
        ("corpus", "search", world.path, "wool market", "--limit", 2),
        ("corpus", "show", world.path, "Ida Brandt"),
        ("kb", "check", "starter", *triple),
    ]
    for result, command in zip(asked, commands, strict=True):
        assert not result.is_error
        assert without_times(result.structured_content) == without_times(printed(*command))
        assert json.loads(result.content[0].text) == result.structured_content
    assert asked[0].structured_content["label"] == "REFUTES"


@pytest.mark.slow
def test_a_wrong_call_is_answered_in_one_line_and_the_next_one_is_served(world):
    calls = [
        ("check", {"claim": " "}),
        ("check", {}),
        ("check", {"claim": ["a", "b"]}),
        ("search", {"query": "wool", "limit": 0}),
        ("search", {"query": " "}),
        ("show", {"title": "Ida Brant\n"}),
        ("kb_check", {"subject": "Sydny", "predicate": "capital of", "object": "Australia"}),
        ("kb_check", {"subject": "Sydney", "predicate": "capital of", "object": "Australia", "method": "magic"}),
        ("fly", {}),
        ("show", {"title": "Ida Brandt"}),
    ]
    *refused, served = ask(*calls, words=["--corpus", world.path])
    lines = [result.content[0].text for result in refused]
    assert all(result.is_error and "\n" not in line for result, line in zip(refused, lines, strict=True))
    says = [
        "the claim is empty",
        "check: Object missing required field claim; the arguments are: claim",
        "check: Expected str, got array",
        "search: Expected int >= 1",
        "the query is empty",
        "did you mean: Ida Brandt",
        "the graph has no entity 'Sydny'; did you mean",
        "no method named 'magic'",
        "no tool named 'fly'; choose one of: check, kb_check, search, show",
    ]
    assert [line for line, part in zip(lines, says, strict=True) if part not in line] == []
    assert served.structured_content["title"] == "Ida Brandt"


@pytest.mark.slow
def test_an_agent_reads_what_each_tool_takes():
    async def run():
        async with agent() as client:
            return (await client.list_tools()).tools

    tools = anyio.run(run)
    assert [tool.name for tool in tools] == list(TOOLS)
    assert all(tool.annotations.read_only_hint for tool in tools)
    assert tools[1].input_schema["properties"]["limit"]["maximum"] == 100
    assert all(field["description"] for tool in tools for field in tool.input_schema["properties"].values())


@pytest.mark.slow
def test_agents_of_this_machine_share_a_server_over_http(world):
    with subprocess.Popen(
        [sys.executable, "-m", "veriscope", "mcp", "--http", "--port", "8931", "--corpus", str(world.path)],
        stderr=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        address = re.search(r"serving (http://127.0.0.1:8931/mcp)", server.stderr.readline())[1]

        async def run():
            async with mcp.Client(address) as one, mcp.Client(address) as other:
                return [await client.call_tool("show", {"title": "Ida Brandt"}) for client in (one, other)]

        shown = anyio.run(run)
        second = subprocess.run(
            [sys.executable, "-m", "veriscope", "mcp", "--http", "--port", "8931"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) in {0, 1, 130}
    assert [result.structured_content["title"] for result in shown] == ["Ida Brandt"] * 2
    assert second.returncode == 1
    assert second.stderr.strip().endswith(
        "cannot listen on 127.0.0.1:8931: address already in use; give another --port"
    )


@pytest.mark.slow
def test_the_server_ends_when_its_client_goes_away(world):
    command = [sys.executable, "-m", "veriscope", "mcp", "--corpus", str(world.path)]
    started = time.monotonic()
    done = subprocess.run(command, input="no message\n", capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert time.monotonic() - started < 60


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--http", "--host", "0.0.0.0"], "no loopback address named '0.0.0.0'"),
        (["--port", "8000"], "--host and --port belong to --http"),
    ],
)
def test_a_wrong_address_is_refused_before_anything_is_opened(words, says):
    result = CliRunner().invoke(command_line(), ["mcp", *words])
    assert isinstance(result.exception, UsageError)
    assert says in str(result.exception)


def test_without_the_extra_the_error_names_it(monkeypatch, world):
    monkeypatch.setitem(sys.modules, "veriscope.agents.protocol", None)
    result = CliRunner().invoke(command_line(), ["mcp", "--corpus", str(world.path)])
    assert isinstance(result.exception, MissingExtraError)
    assert "pip install 'veriscope[mcp]'" in str(result.exception)


def test_a_graph_that_is_not_there_is_an_error_before_any_call(world, tmp_path):
    with pytest.raises(VeriscopeError, match="no graph at"):
        OpenSources(world.path, tmp_path / "nowhere")


def test_a_call_of_check_returns_what_the_published_schema_describes(world):
    with OpenSources(world.path) as sources:
        answer = answer_call(sources, "check", {"claim": "Vell is the capital of Arvania."})
    assert set(load_schema("trace")["required"]) <= set(answer)


def test_the_schema_of_every_tool_stands_alone():
    assert not any("$ref" in json.dumps(input_schema(tool)) for tool in TOOLS.values())
