"""Collects the examples of the documentation: commands, Python blocks, files, and what each is said to print."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from typer.main import get_command

from veriscope.cli.main import command_line

ROOT = Path(__file__).resolve().parents[2]
# Such a comment stands above a block whose examples need public data or an extra; they are parsed, not run.
NEEDS_DATA = re.compile(r"<!-- example: needs [^>]*-->")
# Help has no comments: these need torch, or a graph and the corpus that tells of it, or an agent to talk to.
HELP_NEEDS_DATA = ("eval feverous-paper", "eval paper-models", "kb lexicon", "mcp", "train")
_EXAMPLE = re.compile(r"^ *Example: (.+?)(?=\n\n)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """One thing that a page tells the reader to run, or a file that it shows under its name."""

    place: str
    kind: str
    text: str
    shown: str = ""
    is_run: bool = True

    def words(self) -> list[str]:
        """The words of a command, without `veriscope`."""
        return shlex.split(self.text, comments=True)[1:]


def page_examples(page: Path) -> list[Example]:
    """Every example of a page, in order; a fenced `text` block is what the example before it prints."""
    examples: list[Example] = []
    is_run = True
    for token in MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8")):
        if token.type == "html_block":
            is_run = NEEDS_DATA.search(token.content) is None
        elif token.type in {"fence", "code_block"}:
            found = [replace(example, is_run=is_run) for example in _block_examples(page, token)]
            if token.info == "text" and not found and examples:
                examples[-1] = replace(examples[-1], shown=token.content)
            examples += found
            is_run = True
    return examples


def mentions(page: Path) -> list[Example]:
    """The commands that a page names between its words; of `fever|feverous` the first is taken."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"(?<!`)`(veriscope [^`]+)`(?!`)", text)
    return [Example(page.name, "command", re.sub(r"\|\S+", "", command)) for command in found]


def _block_examples(page: Path, block: Token) -> Iterator[Example]:
    line = (block.map or [0])[0] + 1
    place = f"{page.relative_to(ROOT)}:{line}"
    language, _, name = block.info.partition(" ")
    if language == "python":
        yield Example(place, "python", "\n" * line + block.content)
    elif name:
        yield Example(place, name, block.content)
    else:
        yield from _commands(place, block.content)


def _commands(place: str, content: str) -> Iterator[Example]:
    """The commands of a block; what stands below a command after `$` is what it prints."""
    content = content.replace("\\\n", " ")
    if content.startswith("$ "):
        for command in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
            line, _, shown = command.partition("\n")
            found = list(_of_line(place, line))
            yield from [*found[:-1], *(replace(example, shown=shown) for example in found[-1:])]
    else:
        for line in content.splitlines():
            yield from _of_line(place, line)


def _of_line(place: str, line: str) -> Iterator[Example]:
    for command in re.split(r" (?:&&|;) ", line):
        if command.startswith(("veriscope ", ".venv/bin/veriscope ")):
            yield Example(place, "command", command)
        elif command.startswith("python -m veriscope."):
            yield Example(place, "module", command)
        elif command == "make demo":
            recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ndemo:")[2].splitlines()[1]
            yield Example(place, "command", recipe.strip().replace("$(BIN)/", ""))


def help_examples() -> dict[str, list[Example]]:
    """The lines `Example:` in the help of each command that has some."""
    examples = {}
    for name, command in commands():
        lines = [" ".join(text.split()) for text in _EXAMPLE.findall(f"{command.help}\n\n")]
        is_run = not name.startswith(HELP_NEEDS_DATA)
        if lines:
            examples[name] = [Example(f"{name} --help", "command", line, is_run=is_run) for line in lines]
    return examples


def commands(group: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command by its words, those of groups after their groups."""
    for word, command in sorted(getattr(group or _root(), "commands", {}).items()):
        yield f"{before}{word}", command
        yield from commands(command, f"{before}{word} ")


@cache
def _root() -> Any:
    return get_command(command_line())
