"""A table laid out for programs: named columns and rows of cells, with headers and totals set apart."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from itertools import repeat
from typing import NamedTuple

from veriscope.domain import Cell, CellId, Table, TableKind
from veriscope.tables.amounts import Amount, feet_and_inches, in_one_unit
from veriscope.tables.grid import KEPT_TABLES, Grid, TableKey
from veriscope.tables.order import OrderKind, column_kind
from veriscope.tables.values import CellValue, read_value
from veriscope.text import fold, load_alternatives, normalise_space

_WORDS = load_alternatives(files("veriscope.tables") / "data" / "cells.toml", "totals")
_TOTAL = re.compile(rf"(?:{_WORDS['kind']})?(?:{_WORDS['total']})(?:\s?(?::|\(.*\)))?", re.IGNORECASE)


class FrameCell(NamedTuple):
    """The text of a row under a column, and the cells of the page that hold it (none if the row is short)."""

    text: str
    ids: tuple[CellId, ...] = ()

    @property
    def value(self) -> CellValue:
        """The reading of the cell; each text is read once."""
        return read_value(self.text)


class Column(NamedTuple):
    """A column: its headers joined, and a folded form for finding it."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A table as programs see it; every row has a cell for each column.

    `totals` are the rows that sum up others; programs leave them out unless they name them.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[FrameCell, ...], ...]
    totals: frozenset[int] = frozenset()
    caption: str = ""
    _values: dict[int, tuple[CellValue, ...]] = field(default_factory=dict, repr=False, compare=False)
    _kinds: dict[int, OrderKind | None] = field(default_factory=dict, repr=False, compare=False)
    _places: dict[str, int] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, page_title: str, table: Table) -> "Frame":
        """The frame of a table of a page; the most recent frames are cached."""
        return _frame_of(page_title, TableKey(table))

    @classmethod
    def build(cls, page_title: str, table: Table) -> "Frame":
        """A new frame of a table of a page; an infobox becomes one row."""
        grid = _grid_rows(table)
        to_cell = _CellReader(page_title, table.index)
        names, rows = _facts(grid, to_cell) if _is_one_fact_a_row(table, grid) else _records(grid, to_cell)
        columns = tuple(Column(name, fold(name)) for name in _distinct(names))
        totals = frozenset(number for number, row in enumerate(rows) if _is_total(row))
        # If every row were a total, the word must mean something else here.
        return cls(page_title, columns, rows, totals if len(totals) < len(rows) else frozenset(), table.caption)

    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in order."""
        return [column.name for column in self.columns]

    def column(self, name: str) -> int | None:
        """The place of the column of that name, in any case and spacing; None if there is none."""
        places = self._places
        if not places:
            places.update((column.key, place) for place, column in enumerate(self.columns))
            # The first column without a name is also found by the empty name.
            unnamed = (place for place, column in enumerate(self.columns) if column.key == f"column {place + 1}")
            places.setdefault("", next(unnamed, -1))
        found = places.get(name)
        if found is None:
            found = places[name] = places.get(fold(normalise_space(name)), -1)
        return found if found >= 0 else None

    def values(self, column: int) -> tuple[CellValue, ...]:
        """The readings of a column's cells, row by row; plain numbers get the column's unit if it has only one."""
        found = self._values.get(column)
        if found is None:
            read = [read_value(row[column].text) for row in self.rows]
            name = self.columns[column].name
            amounts = _heights(read) if "height" in name.lower() else [value.amount for value in read]
            amounts = in_one_unit(amounts, name)
            pairs = zip(read, amounts, strict=True)
            found = tuple(v if v.amount is amount else replace(v, amount=amount) for v, amount in pairs)
            self._values[column] = found
        return found

    def kind(self, column: int) -> OrderKind | None:
        """The reading by which a column is ordered and summed; None if it has none."""
        if column not in self._kinds:
            self._kinds[column] = column_kind(
                value for row, value in enumerate(self.values(column)) if row not in self.totals
            )
        return self._kinds[column]


@lru_cache(maxsize=KEPT_TABLES)
def _frame_of(page_title: str, key: TableKey) -> Frame:
    return Frame.build(page_title, key.table)


def _heights(values: Sequence[CellValue]) -> list[Amount | None]:
    """Heights of people, where `6-4` means feet and inches."""
    return [
        feet_and_inches(*value.score) if value.score and len(value.score) == 2 and value.score[1] < 12 else value.amount
        for value in values
    ]


def is_total(text: str) -> bool:
    """Whether a text names a row that sums up others."""
    return _TOTAL.fullmatch(text.strip()) is not None


class _CellReader(NamedTuple):
    page: str
    table: int

    def read(self, cells: Iterable[Cell]) -> FrameCell:
        kept = [self.cell(cell) for cell in cells if cell.text]
        return FrameCell(", ".join(one.text for one in kept), tuple(id_ for one in kept for id_ in one.ids))

    def cell(self, cell: Cell | None) -> FrameCell:
        if cell is None or not cell.text:
            return _BLANK
        return FrameCell(cell.text, (CellId(self.page, self.table, cell.row, cell.column, cell.is_header),))


_BLANK = FrameCell("")
_Rows = tuple[tuple[FrameCell, ...], ...]
_Grid = Sequence[Sequence[Cell | None]]


def _grid_rows(table: Table) -> _Grid:
    """The rows of the table's grid; without spans these are the cells as written, which is faster."""
    if any(cell.row_span != 1 or cell.column_span != 1 for cell in table.cells):
        return Grid.of(table).rows
    rows: dict[int, list[Cell]] = {}
    for cell in table.cells:
        rows.setdefault(cell.row, []).append(cell)
    return list(rows.values())


def _records(grid: _Grid, reader: _CellReader) -> tuple[list[str], _Rows]:
    """Rows under headers: a frame row for each grid row that holds data."""
    heads, body = _split_head(grid)
    width = max(map(len, grid), default=0)
    # A header across the whole width is the table's title, not a part of every column's name.
    levels = [row for row in heads if not _is_one_cell(row, width)] or heads
    names = [_join_headers([row[x] for row in levels if x < len(row)]) for x in range(width)]
    rows = tuple(
        (*map(reader.cell, row), *repeat(_BLANK, width - len(row)))
        for row in body
        if _holds_data(row) and not _is_one_cell(row, width) and not _repeats(row, names)
    )
    return names, rows


def _split_head(grid: _Grid) -> tuple[_Grid, _Grid]:
    """The leading rows that hold only headers, and the rest; an unmarked first row may be a header too."""
    count = 0
    while count < len(grid) and not _holds_data(grid[count]):
        count += 1
    if not count and _is_unmarked_head(grid):
        count = 1
    return grid[:count], grid[count:]


def _holds_data(row: Sequence[Cell | None]) -> bool:
    return any(cell is not None and not cell.is_header and cell.text for cell in row)


def _is_one_cell(row: Sequence[Cell | None], width: int) -> bool:
    """Whether one cell fills a row of several columns, like a title or a section heading."""
    return len(row) == width > 1 and all(cell is row[0] for cell in row)


def _is_unmarked_head(grid: _Grid) -> bool:
    """Whether a table that marks no headers has column names in its first row: distinct words above numbers."""
    texts = [cell.text if cell is not None else "" for cell in grid[0]] if grid else []
    if not texts or len(set(texts)) < len(texts) or any(not _is_word(text) for text in texts):
        return False
    below = [[cell.text for row in grid[1:] if (cell := _at(row, x))] for x in range(len(texts))]
    return any(column and not any(map(_is_word, column)) for column in below)


def _at(row: Sequence[Cell | None], column: int) -> Cell | None:
    return row[column] if column < len(row) else None


def _is_word(text: str) -> bool:
    value = read_value(text)
    return bool(value.key) and value.amount is None and value.date is None


def _repeats(row: Sequence[Cell | None], names: Sequence[str]) -> bool:
    """Whether a row repeats the headers."""
    written = [(cell.text, name) for cell, name in zip(row, names, strict=False) if cell is not None and cell.text]
    return all(text == name for text, name in written)


def _facts(grid: _Grid, reader: _CellReader) -> tuple[list[str], _Rows]:
    """The facts of a table that has one per row: a column for each, and one frame row with all of them."""
    names: list[str] = []
    cells: list[FrameCell] = []
    section = ""
    for row in grid:
        distinct = list({(cell.row, cell.column): cell for cell in row if cell is not None}.values())
        heads = [cell for cell in distinct if cell.is_header]
        data = [cell for cell in distinct if not cell.is_header and cell.text]
        if heads and data:
            name = _join_headers(heads)
            names.append(f"{section} {name}".strip() if name in names else name)
            cells.append(reader.read(data))
        elif heads:
            section = _join_headers(heads)
    return names, (tuple(cells),) if cells else ()


def _is_one_fact_a_row(table: Table, grid: _Grid) -> bool:
    if table.kind is TableKind.INFOBOX:
        return True
    filled = [[cell for cell in row if cell is not None] for row in grid]
    return bool(filled) and all(len(row) == 2 and row[0].is_header and not row[1].is_header for row in filled)


def _join_headers(cells: Iterable[Cell | None]) -> str:
    """The texts of headers, outermost first, without repeats."""
    return " ".join(dict.fromkeys(cell.text for cell in cells if cell is not None and cell.text))


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, with a number added to each repeated name, and in place of each missing one."""
    seen: set[str] = set()
    distinct: list[str] = []
    for number, written in enumerate(names, start=1):
        name = normalise_space(written) or f"column {number}"
        name = f"{name} ({number})" if fold(name) in seen else name
        seen.add(fold(name))
        distinct.append(name)
    return distinct


def _is_total(row: Sequence[FrameCell]) -> bool:
    first = next((cell.text for cell in row if cell.text), "")
    return is_total(first)
