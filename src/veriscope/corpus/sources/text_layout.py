"""Finds the paragraphs, headings and lists of plain text by lines, blank lines and marks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

_BULLET = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-*+•‣▪◦·–—]|\(?\d{1,3}[.)]|\(?[a-z][.)])[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"(=|-|~){3,}")
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2})*)(?P<dot>\.?)[ \t]+(?=[^\W\d_])")
_SENTENCE_ENDS = (".", "!", "?", ";", ":", ",", "…")
_MAX_HEADING = 80
_TAB = 4
# Lines between these widths count as hard-wrapped; longer ones are paragraphs of their own.
_MIN_WRAP, _MAX_WRAP = 40, 120


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, at level 2 or below."""

    text: str
    level: int
    is_numbered: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, with its deliberate line breaks; wrapped lines are joined."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextItem:
    """An item of a list, without its mark."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list with its nested items."""

    items: tuple[TextItem, ...]
    is_ordered: bool


Block = Heading | Paragraph | ListBlock


def layout(text: str) -> list[Block]:
    """The blocks of a text, in order."""
    groups: list[list[str]] = list(_line_groups(text))
    read = (block for lines, following in pairwise([*groups, []]) for block in _read_group(lines, following))
    return [merged for key, run in groupby(read, key=_list_kind) for merged in _merge(key, run)]


def _list_kind(block: Block) -> bool | None:
    """Whether a list is ordered; None for other blocks."""
    return block.is_ordered if isinstance(block, ListBlock) else None


def _merge(is_ordered: bool | None, run: Iterable[Block]) -> Iterable[Block]:  # noqa: FBT001  (the key of a run)
    """Merge lists that only blank lines divide."""
    if is_ordered is None:
        return run
    return [ListBlock(tuple(item for block in run if isinstance(block, ListBlock) for item in block.items), is_ordered)]


def _line_groups(text: str) -> Iterator[list[str]]:
    """Runs of lines between blank lines."""
    group: list[str] = []
    for line in text.replace("\f", "\n\n").expandtabs(_TAB).split("\n"):
        if line.strip():
            group.append(line.rstrip())
        elif group:
            yield group
            group = []
    if group:
        yield group


def _read_group(lines: list[str], following: Sequence[str]) -> Iterator[Block]:
    if len(lines) >= 2 and (heading := _underlined_heading(lines[0], lines[1])):
        yield heading
        lines = lines[2:]
    elif len(lines) == 1 and (heading := _lone_heading(lines[0].strip(), following)):
        yield heading
        return
    start = next((number for number in range(len(lines)) if _starts_list(lines, number)), len(lines))
    if start:
        yield Paragraph(tuple(unwrap(line.strip() for line in lines[:start])))
    if start < len(lines):
        yield _read_list(lines[start:])


def _underlined_heading(line: str, underline: str) -> Heading | None:
    text, rule = line.strip(), underline.strip()
    if not _UNDERLINE.fullmatch(rule) or len(text) > _MAX_HEADING or abs(len(rule) - len(text)) > 3 + len(text) // 4:
        return None
    return Heading(text, 2 if rule[0] == "=" else 3)


def _lone_heading(line: str, following: Sequence[str]) -> Heading | None:
    """A heading alone between blank lines: numbered or in capitals, and without a sentence's end."""
    if len(line) > _MAX_HEADING or line.endswith(_SENTENCE_ENDS) or not following:
        return None
    if match := _NUMBERED.match(line):
        depth = match["number"].count(".") + 1
        # `1. Buy milk` above `2. Call Ann` is a list.
        is_listed = depth == 1 and match["dot"] and _NUMBERED.match(following[0].strip())
        return None if is_listed else Heading(line, 1 + depth, is_numbered=True)
    letters = [character for character in line if character.isalpha()]
    is_capitals = len(letters) >= 4 and line.isupper() and not _BULLET.match(line)
    return Heading(line, 2) if is_capitals else None


def _starts_list(lines: Sequence[str], number: int) -> bool:
    """Whether a list starts at a line: with a mark, at the start or after a line that introduces a list.

    Elsewhere a mark is a dash or a number that wrapping moved to the start of a line.
    """
    return bool(_BULLET.match(lines[number])) and (number == 0 or lines[number - 1].endswith(":"))


def _read_list(lines: Sequence[str]) -> ListBlock:
    items: list[list[str]] = []
    indents: list[int] = []
    for line in lines:
        if match := _BULLET.match(line):
            items.append([line[match.end() :].strip()])
            indents.append(len(match["indent"]))
        else:
            items[-1].append(line.strip())
    levels = item_levels(indents)
    first = _BULLET.match(lines[0])
    is_ordered = first is not None and first["mark"][-1] in ".)"
    texts = (" ".join(unwrap(item)) for item in items)
    return ListBlock(tuple(map(TextItem, texts, levels)), is_ordered)


def item_levels(indents: Iterable[int]) -> list[int]:
    """The depth of each item, by the indents of the items around it."""
    levels, path = [], [-1]
    for indent in indents:
        while len(path) > 1 and indent < path[-1]:
            path.pop()
        if indent > path[-1]:
            path.append(indent)
        levels.append(len(path) - 2)
    return levels


def unwrap(lines: Iterable[str]) -> list[str]:
    """The lines, with wrapped lines joined again.

    A break came from wrapping if the next word would not have fitted, or if the next line continues in lower case.
    """
    given = list(lines)
    width = max(map(len, given), default=0)
    joined = [given[:1]]
    for before, line in pairwise(given):
        first_word = line.split(" ", 1)[0]
        is_full = _MIN_WRAP <= width <= _MAX_WRAP and len(before) + 1 + len(first_word) > width
        if is_full or line[:1].islower() or before.endswith(","):
            is_hyphenated = before.endswith("-") and before[-2:-1].isalpha() and line[:1].isalpha()
            joined[-1].append(line if is_hyphenated else f" {line}")
        else:
            joined.append([line])
    return ["".join(pieces) for pieces in joined if pieces]
