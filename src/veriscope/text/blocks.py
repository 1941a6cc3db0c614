"""Splits plain text or Markdown into blocks: headings, paragraphs, list items, and blocks without prose."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple


class BlockKind(StrEnum):
    """The kind of a block; code and tables hold no sentences."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    CODE = "code"
    TABLE = "table"


class Block(NamedTuple):
    """`text[start:end]`, without the marks that made it a heading or an item.

    `mark` is the place of an item's letter ("a) "), so that no letter of a text is lost; otherwise it is `start`.
    """

    kind: BlockKind
    start: int
    end: int
    mark: int


class _Line(NamedTuple):
    block: Block
    opens: bool


_FENCE = re.compile(r"\s*(?P<ticks>`{3,}|~{3,})[ \t]*(?P<language>[^`\n]*)$")
_HEADING = re.compile(r"\s{0,3}#{1,6}[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"\s*(?:={3,}|-{3,}|\*{3,}|_{3,})\s*")
# A capital with a full stop is an initial and belongs to the name that follows.
_ITEM = re.compile(r"\s*(?:[-*+•▪‣]|\(?\d{1,3}[.)]|(?P<letter>[a-z]\.|\(?[a-zA-Z]\)))\s+(?=\S)")
_TABLE = re.compile(r"\s*\|.*\|\s*$")
_QUOTE = re.compile(r"\s*>+\s?")
_BOLD_LINE = re.compile(r"\s*(\*\*|__)[^*_]{1,100}\1\s*")
_ENDS_PROSE = re.compile(r"[.!?…:;,。！？][\"'”’)\]*_]*$")
_MAX_HEADING_WORDS = 12


def text_blocks(text: str) -> list[Block]:
    """The blocks of a text, in order."""
    blocks: list[Block] = []
    for block, opens in _lines(text):
        if blocks and not opens and _goes_on(blocks[-1].kind, block.kind):
            blocks[-1] = blocks[-1]._replace(end=block.end)
        else:
            blocks.append(block)
    return [_as_heading_if_short(text, block) for block in blocks]


def _goes_on(before: BlockKind, line: BlockKind) -> bool:
    return line is before or (before is BlockKind.ITEM and line is BlockKind.PARAGRAPH)


def _lines(text: str) -> Iterator[_Line]:
    """The lines that are not blank; `opens` says that a line begins a new block."""
    fence, follows_gap, place = "", True, 0
    for line in text.splitlines(keepends=True):
        start, place = place, place + len(line)
        said = line.rstrip()
        end = start + len(said)
        found = _FENCE.match(said)
        if found and not fence:
            fence, follows_gap = found["ticks"], True
            if found["language"]:
                # The language of the code is read as its first line, so that no letter is lost.
                yield _Line(_block(BlockKind.CODE, start + found.start("language"), end), opens=True)
                follows_gap = False
        elif found and not found["language"] and found["ticks"].startswith(fence):
            fence, follows_gap = "", True
        elif fence:
            yield _Line(_block(BlockKind.CODE, start, end), follows_gap)
            follows_gap = False
        elif not said or _UNDERLINE.fullmatch(said):
            follows_gap = True
        else:
            yield _line(line, start, end, follows_gap=follows_gap)
            follows_gap = _HEADING.match(line) is not None


def _line(line: str, start: int, end: int, *, follows_gap: bool) -> _Line:
    if mark := _HEADING.match(line):
        return _Line(_block(BlockKind.HEADING, start + mark.end(), end), opens=True)
    if _TABLE.match(line):
        return _Line(_block(BlockKind.TABLE, start, end), opens=follows_gap)
    if mark := _ITEM.match(line):
        item = _block(BlockKind.ITEM, start + mark.end(), end)
        return _Line(item._replace(mark=start + mark.start("letter")) if mark["letter"] else item, opens=True)
    quote = _QUOTE.match(line)
    begin = start + (quote.end() if quote else len(line) - len(line.lstrip()))
    return _Line(_block(BlockKind.PARAGRAPH, min(begin, end), end), opens=follows_gap)


def _block(kind: BlockKind, start: int, end: int) -> Block:
    return Block(kind, start, end, mark=start)


def _as_heading_if_short(text: str, block: Block) -> Block:
    """The block, as a heading if it is a short line on its own without a sentence mark."""
    if block.kind is not BlockKind.PARAGRAPH:
        return block
    said = text[block.start : block.end]
    is_short = "\n" not in said and len(said.split()) <= _MAX_HEADING_WORDS
    if _BOLD_LINE.fullmatch(said) or (is_short and not _ENDS_PROSE.search(said)):
        return block._replace(kind=BlockKind.HEADING)
    return block
