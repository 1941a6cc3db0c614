"""A table of a page as the programs of numeric claims see it: named columns, and cells that may be numbers."""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from tools.atlas.selectors import Found, table_rows
from veriscope.errors import InputError

_NUMBER = re.compile(r"([-−–]?)(\d+(?:\.\d+)?)(?:\s.*|°.*|%.*)?")


class Entry(NamedTuple):
    """A cell: its row, its column, what it says, and the element that says it."""

    row: int
    column: str
    text: str
    found: Found

    @property
    def number(self) -> float | None:
        """The number the cell starts with; None where it holds none."""
        return read_number(self.text)

    @property
    def is_name(self) -> bool:
        """Whether the cell is a header, which names its row."""
        return "_header_cell_" in self.found.element_id


@dataclass(frozen=True, slots=True)
class NumericTable:
    """The table of a page that a claim computes with."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]

    @classmethod
    def of(cls, page: dict[str, Any], table: str) -> "NumericTable":
        """The table `table_N` of a page, given as parsed JSON."""
        if table not in page:
            raise InputError(f"claims: page {page['title']!r} has no {table}")
        rows = table_rows(page, table)
        entries = (
            tuple(Entry(y, column, text, found) for column, (text, found) in row.items()) for y, row in enumerate(rows)
        )
        return cls(tuple(rows[0]), tuple(entries))

    def entry(self, row: int, column: str) -> Entry:
        """One cell."""
        if column not in self.columns:
            raise InputError(f"claims: no column {column!r}; choose one of: {', '.join(self.columns)}")
        return self.rows[row][self.columns.index(column)]

    def rows_named(self, name: str) -> list[int]:
        """The rows whose header says `name`."""
        return [y for y, row in enumerate(self.rows) if any(e.is_name and says(e.text, name) for e in row)]


def read_number(text: str) -> float | None:
    """The number that a text starts with, thousands marked by commas; years BC are negative."""
    match = _NUMBER.fullmatch(text.replace(",", ""))
    if match is None:
        return None
    size = float(match[2]) * (10**6 if " million" in text else 1)
    return -size if match[1] or text.endswith(" BC") else size


def says(text: str, wanted: str) -> bool:
    """Whether a cell says what is wanted: the same words, or the same number."""
    if text.casefold() == wanted.casefold():
        return True
    number = read_number(text)
    return number is not None and number == read_number(wanted)
