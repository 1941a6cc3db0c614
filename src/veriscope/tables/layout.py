"""Expands row and column spans by the HTML table model, up to a limit on the places of a grid.

The algorithm for forming a table: https://html.spec.whatwg.org/multipage/tables.html#forming-a-table
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from veriscope.domain import Cell

MAX_COLUMN_SPAN = 1000
MAX_ROW_SPAN = 65534
# Places beyond one for each written cell; real tables need a few thousand.
MAX_EXTRA_PLACES = 1_000_000


class GridPlace(NamedTuple):
    """The place where a cell begins in the grid, and how far it reaches."""

    row: int
    column: int
    height: int
    width: int


@dataclass(slots=True)
class Layout:
    """The rows of a grid under construction; `places` maps a cell's own (row, column) to its place."""

    rows: list[list[Cell | None]] = field(default_factory=list)
    places: dict[tuple[int, int], GridPlace] = field(default_factory=dict)
    is_truncated: bool = False
    extra_places: int = MAX_EXTRA_PLACES

    def take(self, wanted: int) -> int:
        """Take `wanted` extra places, or as many as are left; returns the number."""
        granted = min(wanted, self.extra_places)
        self.extra_places -= granted
        self.is_truncated = self.is_truncated or granted < wanted
        return granted


class _Growing(NamedTuple):
    """A cell that reaches down into later rows, up to `last_row`."""

    cell: Cell
    column: int
    width: int
    last_row: int


def lay_out(cells: Iterable[Cell]) -> Layout:
    """The grid of cells as written; every cell gets at least one place."""
    ordered = sorted(cells, key=lambda cell: (cell.row, cell.column))
    layout = Layout()
    last_row = ordered[-1].row if ordered else -1
    growing: list[_Growing] = []
    for row, group in groupby(ordered, key=lambda cell: cell.row):
        while len(layout.rows) < row:  # rows in which no cell was written
            growing = _add_row(layout, (), growing, last_row=last_row)
        growing = _add_row(layout, tuple(group), growing, last_row=last_row)
    return layout


def _add_row(layout: Layout, written: Sequence[Cell], growing: list[_Growing], *, last_row: int) -> list[_Growing]:
    """Lay out one row; returns the cells that reach below it."""
    y = len(layout.rows)
    growing = [span for span in growing if span.last_row >= y]
    row = _grown_row(layout, growing)
    if not row:
        growing = []
    below = list(growing)
    x = 0
    for cell in written:
        while x < len(row) and row[x] is not None:
            x += 1
        height = _height(cell, rows_left=last_row - y + 1)
        width = 1 + layout.take(max(1, min(cell.column_span, MAX_COLUMN_SPAN)) - 1)
        _fill(row, cell, x, width)
        layout.places[cell.row, cell.column] = GridPlace(y, x, height, width)
        if height > 1:
            below.append(_Growing(cell, x, width, y + height - 1))
        x += width
    layout.rows.append(row)
    return below


def _grown_row(layout: Layout, growing: list[_Growing]) -> list[Cell | None]:
    """A row with only the cells that reach into it from above; empty if no places are left."""
    length = max((span.column + span.width for span in growing), default=0)
    cost = max(length, sum(span.width for span in growing))  # overlapping spans cost time, if not places
    if layout.take(cost) < cost:
        return []
    row: list[Cell | None] = [None] * length
    for span in growing:
        _fill(row, span.cell, span.column, span.width)
    return row


def _fill(row: list[Cell | None], cell: Cell, start: int, width: int) -> None:
    """Fill the free places of a span with a cell."""
    if len(row) < start + width:
        row.extend([None] * (start + width - len(row)))
    for x in range(start, start + width):
        if row[x] is None:
            row[x] = cell


def _height(cell: Cell, *, rows_left: int) -> int:
    """The number of rows a cell covers: a span of 0 reaches to the end, and no span goes past the last row."""
    wanted = rows_left if cell.row_span == 0 else max(1, min(cell.row_span, MAX_ROW_SPAN))
    return min(wanted, rows_left)
