import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.corpus import INDEXES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "search.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\n\$ veriscope (.+)\n((?:.*\n)*?)```", PAGE)


@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_the_commands_print_what_the_page_shows(command, expected):
    done = CliRunner(env={"COLUMNS": "500"}).invoke(command_line(), shlex.split(command), catch_exceptions=False)
    assert [line.rstrip() for line in done.stdout.splitlines()] == expected.splitlines()


def test_the_python_example_runs():
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(block, "docs/search.md", "exec"), {})


def test_every_index_is_described():
    assert len(EXAMPLES) > 3
    assert not [name for name in INDEXES if f"| `{name}` |" not in PAGE]
