"""The rows and cells of OpenDocument tables, in texts and in spreadsheets."""

from collections.abc import Callable, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from veriscope.corpus.sources.office.table_grid import MAX_GRID_CELLS, TableGrid
from veriscope.corpus.sources.office.xml_parts import local_name
from veriscope.corpus.sources.office.zip_package import attribute

HEADER_ROWS = "table-header-rows"
# More than any spreadsheet program has.
_MAX_COLUMNS = 20_000
_ROW_GROUPS = frozenset({HEADER_ROWS, "table-rows", "table-row-group"})


class OdfRow(NamedTuple):
    """A row, and whether the document says that it holds headings."""

    element: Element
    is_header: bool


def rows_of(table: Element) -> Iterator[OdfRow]:
    """The rows of a table, also those in groups."""
    for child in table:
        name = local_name(child.tag)
        if name == "table-row":
            yield OdfRow(child, local_name(table.tag) == HEADER_ROWS)
        elif name in _ROW_GROUPS:
            yield from rows_of(child)


def fill_row(grid: TableGrid, row: OdfRow, *, text_of: Callable[[Element], str]) -> None:
    """Add a row to a grid, as often as it is repeated; empty rows wait until a filled one follows."""
    cells = list(_filled_cells(row.element, text_of))
    times = _count(row.element, "number-rows-repeated", most=MAX_GRID_CELLS)
    if not any(cell.text for cell in cells):
        grid.pass_rows(times)
        return
    grid.make_room(rows=times, columns=max(cell.column + max(cell.times, cell.columns) for cell in cells))
    for _ in range(times):
        grid.add_row()
        if row.is_header and grid.header_rows == len(grid.rows) - 1:
            grid.header_rows += 1
        for cell in cells:
            for column in range(cell.column, cell.column + cell.times):
                grid.put(column, cell.text, row_span=cell.rows, column_span=cell.columns)


class _FilledCell(NamedTuple):
    """A cell that is filled or merged, and how many columns in a row it is repeated in."""

    column: int
    times: int
    text: str
    rows: int
    columns: int


def _filled_cells(row: Element, text_of: Callable[[Element], str]) -> Iterator[_FilledCell]:
    column = 0
    for cell in row:
        times = _count(cell, "number-columns-repeated", most=_MAX_COLUMNS)
        if local_name(cell.tag) == "table-cell":
            text = text_of(cell)
            rows = _count(cell, "number-rows-spanned", most=MAX_GRID_CELLS)
            columns = _count(cell, "number-columns-spanned", most=_MAX_COLUMNS)
            if text or rows > 1 or columns > 1:
                yield _FilledCell(column, times, text, rows, columns)
        column += times


def _count(element: Element, name: str, *, most: int) -> int:
    written = attribute(element, name)
    return min(max(1, int(written[:9])), most) if written.isdecimal() else 1
