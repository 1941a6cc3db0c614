"""Writes `docs/cli.md` from the help of every command."""

import sys
from collections.abc import Iterator
from pathlib import Path

import typer
from typer.testing import CliRunner

from veriscope.cli.main import command_line

_ENVIRONMENT = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1"}


def reference() -> str:
    """The reference of the command line in Markdown."""
    pages = [
        f"## {' '.join(('veriscope', *words))}\n\n```text\n{_help(words)}\n```\n"
        for words in command_words(command_line())
    ]
    return "# The command line\n\nGenerated from `--help` by `make docs`.\n\n" + "\n".join(pages)


def command_words(group: typer.Typer, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command and group of commands, each group before its own, in order of name."""
    yield before
    words: dict[str, typer.Typer | None] = {}
    for command in group.registered_commands:
        words[str(command.name or getattr(command.callback, "__name__", ""))] = None
    for subgroup in group.registered_groups:
        if subgroup.typer_instance is not None:
            words[str(subgroup.typer_instance.info.name)] = subgroup.typer_instance
    for word, inner in sorted(words.items()):
        if inner is None:
            yield (*before, word)
        else:
            yield from command_words(inner, (*before, word))


def _help(words: tuple[str, ...]) -> str:
    result = CliRunner(env=_ENVIRONMENT).invoke(command_line(), [*words, "--help"], prog_name="veriscope")
    return result.output.strip()


def write_reference(path: Path) -> None:
    """Write the reference to a file."""
    path.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    write_reference(Path(sys.argv[1]))
