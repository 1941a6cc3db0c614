"""Measures the sheets of an XLSX package before they are opened: how far they reach, how much text they repeat."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from veriscope.corpus.document_text import UnreadableDocument

MAX_GRID_CELLS = 4_000_000
MAX_SHARED_BYTES = 512 * 2**20

_CELL = re.compile(rb"<(?:\w+:)?c(?=[\s/>])")
_ROW_OR_CELL = re.compile(
    rb"""<(?:\w+:)?(?:row(?=[\s/>])(?:[^>]*?\sr=["'](?P<row>\d{1,7})["'])?
    |c(?=[\s/>])(?P<attributes>[^>]*))""",
    re.VERBOSE,
)
_REFERENCE = re.compile(rb"""\sr=["']([A-Z]{1,3})(\d{1,7})["']""")
_LETTERS = re.compile(rb"""\sr=["']([A-Z]{1,3})\d""")
_DIGITS = re.compile(rb"""\sr=["'][A-Z]{0,3}(\d{1,7})["']""")
_STYLE = re.compile(rb"""\ss=["'](\d{1,6})["']""")
_SHARED_ITEM = re.compile(rb"<(?:\w+:)?si(?=[\s/>])")
_SHARED_CELL = re.compile(rb"""\st=["']s["'][^>]*>\s*<(?:\w+:)?v>\s*(\d{1,9})""")


class Position(NamedTuple):
    """The place of a cell, counted from 0."""

    row: int
    column: int


def survey_sheet(part: bytes, *, percent_styles: frozenset[int]) -> frozenset[tuple[int, int]]:
    """The (row, column) of the cells shown as percentages; raises when the sheet reaches too far to lay out."""
    letters = _LETTERS.findall(part)
    if len(letters) == len(_CELL.findall(part)):
        # Every cell says where it stands, as most programs write them: no need to walk through them.
        rows = {int(digits) - 1 for digits in set(_DIGITS.findall(part))}
        columns = {_column(name) for name in set(letters)}
    else:
        positions = [position for position, _ in _walk(part)]
        rows, columns = {place.row for place in positions}, {place.column for place in positions}
    area = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) if rows and columns else 0
    if area > MAX_GRID_CELLS:
        raise UnreadableDocument(f"a sheet reaches over {area:,} cells, more than {MAX_GRID_CELLS:,}; save it as CSV")
    if not percent_styles:
        return frozenset()
    return frozenset(position for position, style in _walk(part) if style in percent_styles)


def _walk(part: bytes) -> Iterator[tuple[Position, int]]:
    """The place and the style of each cell; a cell that names no place stands right of the one before."""
    row = column = -1
    for match in _ROW_OR_CELL.finditer(part):
        attributes = match["attributes"]
        if attributes is None:
            row, column = (int(match["row"]) - 1 if match["row"] else row + 1), -1
            continue
        reference, style = _REFERENCE.search(attributes), _STYLE.search(attributes)
        row, column = (int(reference[2]) - 1, _column(reference[1])) if reference else (max(row, 0), column + 1)
        yield Position(row, column), int(style[1]) if style else 0


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def check_shared_text(shared: bytes, sheets: Sequence[bytes]) -> None:
    """Raise when the cells repeat so much shared text that the sheets would not fit into memory."""
    lengths = [len(item) for item in _SHARED_ITEM.split(shared)[1:]]
    if not lengths or max(lengths) * sum(len(sheet) for sheet in sheets) // 20 <= MAX_SHARED_BYTES:
        return
    total = 0
    for sheet in sheets:
        for match in _SHARED_CELL.finditer(sheet):
            total += lengths[int(match[1])] if int(match[1]) < len(lengths) else 0
            if total > MAX_SHARED_BYTES:
                raise UnreadableDocument(f"its cells repeat more than {MAX_SHARED_BYTES:,} bytes of shared text")
