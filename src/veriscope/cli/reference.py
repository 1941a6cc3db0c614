"""Writes `docs/cli.md` from the help of every command."""

import sys
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from veriscope.cli.commands import COMMANDS
from veriscope.cli.lazy import Group
from veriscope.cli.main import command_line

_EXIT_CODES = """\
## Exit codes

| code | when |
|---|---|
| 0 | done |
| 1 | the work failed, rows of a file were bad, or a verdict is of the kind that `--fail-on` names |
| 2 | the command line or a configuration was wrong; nothing was done |
| 3 | a training stopped because its time was up; the same command goes on |
| 130 | interrupted with Ctrl-C; the message says what is kept |

Whatever the code, data is on stdout, and messages are on stderr; an error is one line that begins with `veriscope:`.
"""
_ENVIRONMENT = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1"}


def reference() -> str:
    """The reference of the command line in Markdown."""
    pages = [f"## {' '.join(('veriscope', *words))}\n\n```text\n{_help(words)}\n```\n" for words in command_words()]
    return f"# The command line\n\nGenerated from `--help` by `make docs`.\n\n{_EXIT_CODES}\n" + "\n".join(pages)


def command_words(group: Group = COMMANDS, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command and group, in order of name; a group comes before its commands."""
    yield before
    for word, member in sorted(group.members.items()):
        if isinstance(member, Group):
            yield from command_words(member, (*before, word))
        else:
            yield (*before, word)


def _help(words: tuple[str, ...]) -> str:
    result = CliRunner(env=_ENVIRONMENT).invoke(command_line(), [*words, "--help"], prog_name="veriscope")
    return result.output.strip()


def write_reference(path: Path) -> None:
    """Write the reference to a file."""
    path.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    write_reference(Path(sys.argv[1]))
