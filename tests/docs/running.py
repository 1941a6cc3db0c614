"""Runs the examples of the documentation in a folder of their own and compares what they print."""

import contextlib
import io
import re
import traceback
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tests.docs.examples import Example, commands
from veriscope.cli.main import command_line
from veriscope.errors import VeriscopeError

# What changes from run to run: times, versions of the package, and where the folder lies.
_VARYING = [(re.compile(r"\b\d[\d.,]* (ms|s|min)\b"), r"0 \1"), (re.compile(r"\b\d+\.\d+\.\d+(\.dev\d+)?\b"), "0.0.0")]


def problem_of(example: Example, names: dict[str, Any]) -> str | None:
    """What is wrong with an example, run in the current folder; `names` are those of the page's Python blocks."""
    try:
        printed = _outcome(example, names)
    except (Exception, SystemExit):
        return f"{example.place}: {example.text.strip()}\n{traceback.format_exc(limit=-3)}"
    if example.is_run and example.shown and not matches(printed, example.shown):
        return f"{example.place}: {example.text.strip()}\nprints\n{printed}\nand the page shows\n{example.shown}"
    return None


def _outcome(example: Example, names: dict[str, Any]) -> str:
    if example.kind == "command":
        parse(example.words())
        return _printed(example) if example.is_run else ""
    if example.kind == "module":
        assert find_spec(example.text.split()[2]), "there is no such module"
    elif example.kind == "python":
        return _python(example, names)
    else:
        Path(example.kind).write_text(example.text, encoding="utf-8")
    return ""


def _printed(example: Example) -> str:
    """What a command prints; an error in one line is right where the page shows it."""
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(command_line(), example.words())
    if isinstance(result.exception, VeriscopeError) and example.shown.startswith("veriscope: "):
        return f"{result.stdout}veriscope: {result.exception}\n"
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def parse(words: list[str]) -> None:
    """Parse the options of a command without running it."""
    known = {tuple(name.split()): command for name, command in commands()}
    name = max((name for name in known if name == tuple(words[: len(name)])), key=len, default=())
    assert name, f"there is no command {words[0]}"
    command, rest = known[name], words[len(name) :]
    context = command.context_class(command, info_name=" ".join(name))
    _, arguments, _ = command.make_parser(context).parse_args(args=rest)
    assert not (hasattr(command, "commands") and arguments), f"there is no command {' '.join(words)}"


def _python(example: Example, names: dict[str, Any]) -> str:
    code = compile(example.text, example.place, "exec")
    with contextlib.redirect_stdout(io.StringIO()) as out:
        if example.is_run:
            exec(code, names)
    return out.getvalue()


def matches(printed: str, shown: str) -> bool:
    """Whether this is what a page shows: `…` stands for anything in a line, and alone for any lines."""
    lines = [re.escape(_settled(line)).replace("…", ".*") for line in shown.strip("\n").splitlines()]
    pattern = "".join(r"(.*\n)*" if line.strip("\\ ") == ".*" else rf"{line}\n" for line in lines)
    text = "".join(f"{_settled(line)}\n" for line in printed.strip("\n").splitlines())
    return re.fullmatch(pattern, text) is not None


def _settled(line: str) -> str:
    line = line.replace(f"{Path.cwd()}/", "").rstrip()
    for varying, usual in _VARYING:
        line = varying.sub(usual, line)
    return line
