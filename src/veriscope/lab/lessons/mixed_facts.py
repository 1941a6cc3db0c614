"""Reads tables as facts: one column names the rows, and other columns say something about them."""

import random
import re
from importlib.resources import files
from typing import NamedTuple

from veriscope.domain import Cell, CellId, Page, Table, TableKind
from veriscope.lab.lessons.mixed_clauses import tidy
from veriscope.lab.lessons.mixed_sameness import excludes, is_sum, says
from veriscope.lab.lessons.synthetic_claims import PlainTable
from veriscope.text import DIGITS, digits_value, load_alternatives

_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "mixed_facts")
_COUNTED = re.compile(rf"(?:{_WORDS['row_number']}|)", re.IGNORECASE)
_WHEN = re.compile(r"\b(?:year|season|date|edition)\b", re.IGNORECASE)
_AMOUNT = re.compile(rf"-?{DIGITS}")
# Headers of numbers that do not measure an amount: a lower rank is better, and an id means nothing.
_ORDINAL = re.compile(rf"#|nº|s/n|\b(?:{_WORDS['ordinal']})\b", re.IGNORECASE)
# Headers in short capitals often stand for positions in a chart.
_SHORT_CAPITALS = re.compile(r"[A-Z]{2,3}\.?")
_YEARS = range(1500, 2101)
_LONGEST = 48
_LONGEST_HEADER = 30
_MOST_ROWS = 25
_TRIED = 8


class KeyedTable(NamedTuple):
    """A table with a column `key` that names its rows, and `columns` that say something about them."""

    plain: PlainTable
    key: int
    columns: tuple[int, ...]

    @property
    def page(self) -> Page:
        """The page of the table."""
        return self.plain.page

    @property
    def is_by_time(self) -> bool:
        """Whether the rows are years, seasons or dates."""
        return _WHEN.search(self.plain.header[self.key]) is not None

    def header(self, column: int) -> str:
        """The header of a column as a sentence writes it."""
        words = tidy(self.plain.header[column]).split()
        return " ".join(word.lower() if word.istitle() else word for word in words)

    def name(self, row: int) -> str:
        """The name of a row."""
        return tidy(self.plain.rows[row][self.key].text)

    def value(self, row: int, column: int) -> str:
        """The text of a cell."""
        return tidy(self.plain.rows[row][column].text)

    def amount(self, row: int, column: int) -> float | None:
        """The number in a cell; None if the cell is not just a number."""
        text = self.value(row, column)
        return digits_value(text) if _AMOUNT.fullmatch(text) else None

    def cell(self, row: int, column: int) -> Cell:
        """The cell of a row and a column."""
        return self.plain.rows[row][column]

    def cell_ids(self, row: int, *columns: int) -> tuple[CellId, ...]:
        """The ids of cells, led by the row's name cell, unless that is a header: evidence has headers as context."""
        named = () if self.cell(row, self.key).is_header else (self.key,)
        return tuple(self.page.cell_id(self.plain.table, self.cell(row, column)) for column in (*named, *columns))

    def other(self, row: int, column: int, draw: random.Random) -> str | None:
        """A value of another row that cannot be true of this one; None if a few tries find none."""
        rows, own = range(len(self.plain.rows)), self.value(row, column)
        for y in draw.sample(rows, min(len(rows), _TRIED)):
            text = self.value(y, column)
            if is_speakable(text) and excludes(own, text) and not self.may_be(row, text):
                return text
        return None

    def may_be(self, row: int, value: str) -> bool:
        """Whether a line of the page names the row and contains the value, so that the value may be true of it."""
        return says(self.page, self.name(row), value)

    def is_named_again(self, row: int) -> bool:
        """Whether another table of the page has a cell with the row's name."""
        others = [table for table in self.page.tables() if table is not self.plain.table]
        return any(tidy(cell.text) == self.name(row) for table in others for cell in table.cells)

    @property
    def is_alone(self) -> bool:
        """Whether the page has no other table, infoboxes aside."""
        return not any(table.kind is TableKind.TABLE for table in self.page.tables() if table is not self.plain.table)

    @property
    def is_told_by_section(self) -> bool:
        """Whether the table lies in a section that holds no other table of the page."""
        others = [path for path, one in self.page.outline() if isinstance(one, Table) and one is not self.plain.table]
        return bool(self.plain.path) and all(self.plain.path[-1] not in path for path in others)


def keyed_tables(page: Page) -> list[KeyedTable]:
    """The tables of a page that claims can be about: with unique row names and at least two other columns."""
    found = []
    for path, table in page.outline():
        plain = PlainTable.of(page, path, table) if isinstance(table, Table) and table.kind is TableKind.TABLE else None
        if plain is None:
            continue
        key = next((column for column in range(min(3, len(plain.header))) if _names_rows(plain, column)), None)
        columns = tuple(column for column in range(len(plain.header)) if column != key and _tells(plain, column))
        if key is not None and len(columns) > 1:
            found.append(KeyedTable(plain, key, columns))
    return found


def is_speakable(text: str) -> bool:
    """Whether a cell fits into a sentence: short, on one line, and with a letter or a digit."""
    return 0 < len(text) <= _LONGEST and any(character.isalnum() for character in text) and "\n" not in text


def _names_rows(plain: PlainTable, column: int) -> bool:
    texts = [tidy(row[column].text) for row in plain.rows]
    header = plain.header[column].strip()
    is_named = all(is_speakable(text) and not is_sum(text) for text in texts) and len(set(texts)) == len(texts)
    are_names = _WHEN.search(header) or all(any(map(str.isalpha, text)) for text in texts)
    return is_named and bool(are_names) and _COUNTED.fullmatch(header) is None


def _tells(plain: PlainTable, column: int) -> bool:
    header = plain.header[column].strip()
    filled = sum(is_speakable(tidy(row[column].text)) for row in plain.rows)
    is_short = 1 < len(header) <= _LONGEST_HEADER and header[0].isalpha()
    is_said = _COUNTED.fullmatch(header) is None and not header.lower().startswith(("note", "ref"))
    return is_short and is_said and filled * 2 > len(plain.rows)


class RowPair(NamedTuple):
    """The rows with the lower and the higher number in a column."""

    low: int
    high: int
    column: int


def amounts(table: KeyedTable) -> list[int]:
    """The columns that hold only measured numbers; none if the table has too many rows to compare."""
    rows = range(len(table.plain.rows))
    columns = [] if len(rows) > _MOST_ROWS else [c for c in table.columns if _is_measured(table.header(c))]
    return [c for c in columns if all(table.amount(y, c) is not None for y in rows)]


def _is_measured(header: str) -> bool:
    return _ORDINAL.search(header) is None and _SHORT_CAPITALS.fullmatch(header) is None


def are_years(table: KeyedTable, column: int) -> bool:
    """Whether a column of numbers holds years."""
    numbers = [table.amount(y, column) for y in range(len(table.plain.rows))]
    is_written_so = all("," not in table.value(y, column) for y in range(len(table.plain.rows)))
    return is_written_so and all(number is not None and number in _YEARS for number in numbers)


def rows_to_compare(table: KeyedTable, draw: random.Random) -> RowPair | None:
    """Two random rows with different numbers in a random column of numbers; None if the draw gives none."""
    columns = amounts(table)
    if not columns:
        return None
    column = draw.choice(columns)
    one, other = draw.sample(range(len(table.plain.rows)), 2)
    left, right = table.amount(one, column), table.amount(other, column)
    if left is None or right is None or left == right:
        return None
    return RowPair(one, other, column) if left < right else RowPair(other, one, column)


def extremes(table: KeyedTable, column: int, *, highest: bool) -> list[int]:
    """The rows sorted by a column of numbers, highest or lowest first."""
    rows = range(len(table.plain.rows))
    return sorted(rows, key=lambda row: ((table.amount(row, column) or 0) * (-1 if highest else 1), row))
