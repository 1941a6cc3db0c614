"""Turns rows of text into the cells of a table, and detects header rows."""

import re
from collections.abc import Iterator, Sequence

from veriscope.domain import Cell

_NUMBER = re.compile(r"[-+−(]?[$€£¥]?\s?\d[\d.,'\s\u00a0]*(?:e[-+]?\d+)?\s?[%€£$)]?", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?:[ T]\d{1,2}:\d\d.*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d(?::\d\d)?")
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
# A header is a name; a longer text is content.
_MAX_NAME_CHARACTERS = 80
_ROWS_LOOKED_AT = 200
_TITLE_ROWS = 5


def header_row(rows: Sequence[Sequence[str]]) -> int | None:
    """The row that names the columns, or None; rows above it with only one filled cell are the table's own title.

    A row names columns if its filled cells are short, distinct texts without numbers or dates (years may head columns
    of other numbers), and none of them occurs again in its column.
    """
    width = max((_count_filled(row) for row in rows[:_ROWS_LOOKED_AT]), default=0)
    for number, row in enumerate(rows[:_TITLE_ROWS]):
        if _count_filled(row) > 1 or (width == 1 and _count_filled(row)):
            below = rows[number + 1 : number + 1 + _ROWS_LOOKED_AT]
            return number if below and _names_columns(row, below, width=width) else None
    return None


def _names_columns(row: Sequence[str], below: Sequence[Sequence[str]], *, width: int) -> bool:
    names = [text for text in row if text]
    if len(set(names)) < len(names) or 2 * len(names) < width:
        return False
    if any(len(text) > _MAX_NAME_CHARACTERS for text in names) or all(is_value(text) for text in names):
        return False
    columns = ((text, [other[place] for other in below if place < len(other)]) for place, text in enumerate(row))
    return all(_heads(text, column) for text, column in columns if text)


def _heads(text: str, column: Sequence[str]) -> bool:
    if text in column:
        return False
    if _YEAR.fullmatch(text):
        return not any(_YEAR.fullmatch(value) for value in column)
    return not is_value(text)


def is_value(text: str) -> bool:
    """Whether a cell holds a number, an amount, a date or a time."""
    return bool(_NUMBER.fullmatch(text) or _DATE.fullmatch(text))


def cells_of_rows(rows: Sequence[Sequence[str]]) -> Iterator[Cell]:
    """The cells as in the source, row by row; rows may differ in width."""
    header = header_row(rows)
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            yield Cell(number, column, text, is_header=number == header and bool(text))


def _count_filled(row: Sequence[str]) -> int:
    return sum(1 for text in row if text)
