import ast
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

import veriscope.cli as veriscope_cli
from veriscope.checking import CHECKERS
from veriscope.cli.main import command_line
from veriscope.cli.option_groups import with_option_groups
from veriscope.cli.reference import command_words

MOST_PARAMETERS = 12


def is_function(node):
    return isinstance(node, ast.FunctionDef)


def parameters_of(function):
    return len(function.args.args) + len(function.args.kwonlyargs)


def veriscope(*words):
    return subprocess.run([sys.executable, "-m", "veriscope", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["corpus", "info", "/nowhere/at/all"], 1, "veriscope: no corpus at /nowhere/at/all: build one with"),
        (["check", " "], 2, "veriscope: the claim is empty"),
        (["corpus", "build", "x", "/nowhere"], 2, "veriscope: no such file or folder: /nowhere"),
        (["corpus", "fly"], 2, "No such command 'fly'"),
        (["corpus", "show", "x", "\udcff"], 2, "veriscope: '\\udcff' is not UTF-8"),
        (["corpus", "build", "/proc/nowhere/x", "README.md"], 1, "veriscope: /proc/nowhere"),
        (["--version"], 0, ""),
    ],
)
@pytest.mark.slow
def test_failure_is_one_clear_line_and_an_exit_code(words, code, says):
    done = veriscope(*words)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    if says.startswith("veriscope: "):
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_terminal_without_unicode_is_served(world):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    command = [sys.executable, "-m", "veriscope", "corpus", "show", str(world.path), "Ida Brandt"]
    for words in ([], ["--json"]):
        done = subprocess.run([*command, *words], capture_output=True, check=True, env=environment)
        assert done.stdout.isascii()
        assert b"Brandt" in done.stdout


@pytest.mark.slow
def test_a_full_disk_is_one_line(world):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "veriscope", "corpus", "info", str(world.path)],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.strip()) == (1, "veriscope: output: no space left on device")


def test_the_version_is_printed_to_stdout():
    assert veriscope("--version").stdout.startswith("veriscope 0.")


MODULES_OF = "import sys; import veriscope.cli.main as m; sys.argv[1:] = {words}\ntry: m.run()\nfinally: print({names})"
OURS = "len([name for name in sys.modules if name.startswith('veriscope')])"
MOST_FOR_HELP = 10


def modules_of(words, names):
    code = MODULES_OF.format(words=words, names=names)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip().splitlines()[-1]


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["kb", "--help"], ["kb", "nothing"]])
def test_help_loads_no_command(words):
    assert int(modules_of(words, OURS)) <= MOST_FOR_HELP


def test_a_command_loads_none_of_the_others():
    loaded = modules_of(["dataset", "stats", "--help"], "sorted(name for name in sys.modules if '.cli.' in name)")
    shared = ["commands", "lazy", "main", "option_groups", "options", "output", "score_tables"]
    assert loaded == str([f"veriscope.cli.{name}" for name in sorted([*shared, "dataset"])])


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_of_the_table_can_be_loaded(option):
    for words in command_words():
        result = CliRunner().invoke(command_line(), [*words, option])
        assert result.exit_code == 0, words


def test_help_names_values_by_words_and_cuts_no_sentence():
    for words in command_words():
        said = CliRunner().invoke(command_line(), [*words, "--help"]).stdout
        listed = said.partition("Options:")[2] + said.partition("Arguments:")[2]
        assert not re.search(r"<(int|float|str|path|list)\b", listed), words
        assert "..." not in listed.replace("[ARGS]...", ""), words


def completions(shell, **environment):
    """What a shell is told when the user presses the tabulator."""
    code = "import sys; sys.argv = ['veriscope']; from veriscope.cli.main import run; run()"
    environment = {**os.environ, "_VERISCOPE_COMPLETE": f"complete_{shell}", **environment}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.mark.slow
def test_shells_complete_commands_with_their_summaries_and_options():
    assert completions("bash", COMP_WORDS="veriscope c", COMP_CWORD="1").split() == ["check", "corpus"]
    assert '"predicates":"List the predicates."' in completions("zsh", _TYPER_COMPLETE_ARGS="veriscope kb ")
    fish = {"_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    assert "--restart\tStart over" in completions("fish", _TYPER_COMPLETE_ARGS="veriscope check --re", **fish)


def test_completing_a_group_loads_no_command():
    words = (
        "['x']; import os; os.environ.update(_VERISCOPE_COMPLETE='complete_bash', COMP_WORDS='x kb c', COMP_CWORD='2')"
    )
    assert int(modules_of(words, OURS)) <= MOST_FOR_HELP


@pytest.mark.slow
def test_an_interrupt_ends_a_command_with_code_130_and_one_line(tmp_path):
    text = tmp_path / "long.txt"
    text.write_text("Canberra is the capital of Australia. Sydney is a city in Peru.\n\n" * 2000, encoding="utf-8")
    for words in (["check", "--text", str(text)], ["shell"], ["mcp"]):
        with subprocess.Popen(
            [sys.executable, "-m", "veriscope", *words], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as running:
            time.sleep(4)
            running.send_signal(signal.SIGINT)
            said = running.stderr.read()
            assert running.wait(timeout=30) == 130, words
        assert said.startswith("veriscope: interrupted"), words
        assert len(said.splitlines()) == 1


def test_a_command_declares_few_parameters_of_its_own_and_the_others_in_groups():
    sources = sorted(Path(veriscope_cli.__file__).parent.glob("*.py"))
    functions = [node for path in sources for node in ast.parse(path.read_text("utf-8")).body if is_function(node)]
    crowded = {one.name: count for one in functions if (count := parameters_of(one)) > MOST_PARAMETERS}
    assert not crowded


@dataclass(frozen=True)
class Size:
    width: Annotated[int, typer.Option("--wide", help="How wide.")] = 3
    height: int = 4


def test_the_options_of_a_group_come_from_its_fields():
    def draw(name: str, *, size: Size, is_dark: Annotated[bool, typer.Option("--dark")] = False) -> None:
        typer.echo(f"{name} {size} {is_dark}")

    app = typer.Typer()
    app.command()(with_option_groups(draw))
    done = CliRunner().invoke(app, ["door", "--wide", "5", "--dark"], catch_exceptions=False)
    assert done.stdout == "door Size(width=5, height=4) True\n"
    shown = CliRunner().invoke(app, ["--help"]).stdout
    assert shown.index("--wide") < shown.index("--height") < shown.index("--dark")


def test_commands_take_the_names_of_checkers_from_their_registry():
    words = re.compile(rf"""["'`]({"|".join(CHECKERS)})["'`]""")
    named = {
        path.name: words.findall(path.read_text("utf-8")) for path in Path(veriscope_cli.__file__).parent.glob("*.py")
    }
    # `auto` is also the format that is told by a file itself.
    assert not {name: found for name, words in named.items() if (found := set(words) - {"auto"})}
