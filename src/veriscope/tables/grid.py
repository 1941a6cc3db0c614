"""Lays a table out as a full grid with spans expanded, and finds the headers of its cells.

The layout follows the HTML table model. Headers follow the FEVEROUS paper (Aly et al. 2021, section 3): the nearest
header in the row and in the column, with the headers directly before it.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from veriscope.domain import Cell, Table
from veriscope.tables.layout import GridPlace, Layout, lay_out

# A longer run of headers is a column of row names, not a header with many levels.
MAX_HEADER_RUN = 32
# Far more tables than one claim involves.
KEPT_TABLES = 128


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with every place filled by the cell that covers it; `None` marks a place without a cell.

    A cell that spans several places is the same object in each of them; where spans overlap, the cell written first
    keeps the place. Rows keep their own width. `is_truncated` says that spans were cut to limit the size.
    """

    rows: tuple[tuple[Cell | None, ...], ...]
    is_truncated: bool
    _places: dict[tuple[int, int], GridPlace]
    _row_names: tuple[Sequence[int], ...]
    _column_names: tuple[Sequence[int], ...]

    @classmethod
    def of(cls, table: Table) -> "Grid":
        """The grid of a table; the most recent grids are cached."""
        return _grid_of(TableKey(table))

    @classmethod
    def from_layout(cls, table: Table) -> "Grid":
        """A new grid of a table."""
        layout = lay_out(table.cells)
        row_names, column_names = _header_places(layout)
        rows = tuple(tuple(row) for row in layout.rows)
        return cls(rows, layout.is_truncated, layout.places, row_names, column_names)

    def column_headers(self, cell: Cell) -> tuple[Cell, ...]:
        """The nearest header above the cell with the headers directly above that one, outermost first.

        A header with data to its right names its row, not the columns below it.
        """
        place = self._place(cell)
        found: dict[tuple[int, int], Cell] = {}
        for x in range(place.column, place.column + place.width):
            for y in _run_before(self._column_names[x], place.row):
                self._add_header(found, cell, y, x)
        return tuple(sorted(found.values(), key=lambda header: header.row))

    def row_headers(self, cell: Cell) -> tuple[Cell, ...]:
        """The nearest header to the left of the cell with the headers directly left of that one, outermost first."""
        place = self._place(cell)
        found: dict[tuple[int, int], Cell] = {}
        for y in range(place.row, place.row + place.height):
            for x in _run_before(self._row_names[y], place.column):
                self._add_header(found, cell, y, x)
        return tuple(sorted(found.values(), key=lambda header: self._place(header).column))

    def context(self, cell: Cell) -> tuple[Cell, ...]:
        """The row headers, then the column headers, without repeats."""
        headers = self.row_headers(cell) + self.column_headers(cell)
        return tuple({(header.row, header.column): header for header in headers}.values())

    def _add_header(self, found: dict[tuple[int, int], Cell], cell: Cell, y: int, x: int) -> None:
        header = self.rows[y][x]
        assert header is not None
        if header is not cell:
            found.setdefault((header.row, header.column), header)

    def _place(self, cell: Cell) -> GridPlace:
        return self._places[cell.row, cell.column]


class TableKey:
    """A table as a cache key: equal only to itself, so that tables are never compared cell by cell."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __hash__(self) -> int:
        return id(self.table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableKey) and other.table is self.table


@lru_cache(maxsize=KEPT_TABLES)
def _grid_of(key: TableKey) -> Grid:
    return Grid.from_layout(key.table)


def _run_before(header_places: Sequence[int], limit: int) -> Sequence[int]:
    """The nearest of the sorted places below `limit`, with those before it up to the first gap."""
    end = bisect_left(header_places, limit)
    start = end
    while start > 0 and end - start < MAX_HEADER_RUN:
        if start < end and header_places[start - 1] != header_places[start] - 1:
            break
        start -= 1
    return header_places[start:end]


def _header_places(layout: Layout) -> tuple[tuple[Sequence[int], ...], tuple[Sequence[int], ...]]:
    """For each row the columns of headers that may name it; for each column the rows of headers that name it."""
    row_names: list[list[int]] = []
    column_names: list[list[int]] = [[] for _ in range(max(map(len, layout.rows), default=0))]
    for y, row in enumerate(layout.rows):
        last = _Last.of(row)
        names: list[int] = []
        for x, cell in enumerate(row):
            if cell is None or not cell.is_header:
                continue
            if last.has_data_after(x):
                names.append(x)
            else:
                column_names[x].append(y)
        row_names.append(names)
    return tuple(row_names), tuple(column_names)


@dataclass(frozen=True, slots=True)
class _Last:
    """The last columns of a row with a data cell, with a data cell that has text, and with a header."""

    data: int
    filled: int
    header: int

    @classmethod
    def of(cls, row: Sequence[Cell | None]) -> "_Last":
        data = filled = header = -1
        for x, cell in enumerate(row):
            if cell is None:
                continue
            if cell.is_header:
                header = x
            else:
                data = x
                filled = x if cell.text else filled
        return cls(data, filled, header)

    def has_data_after(self, x: int) -> bool:
        """Whether data follows; an empty cell among column headers is a gap, not data."""
        return self.filled > x or self.data > max(x, self.header)
