"""Cuts out of a table what a reader needs to see: headers and the rows concerned, with the evidence marked."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from veriscope.domain import Cell, CellId, Page, Table
from veriscope.tables import Grid

MAX_TABLES = 3
MAX_ROWS = 6
MAX_COLUMNS = 6
_MAX_HEADER_ROWS = 2
_MAX_HEADER_COLUMNS = 2


class ExcerptCell(NamedTuple):
    """A place of an excerpt; a cell that spans several columns is marked as a repeat in all but the first."""

    text: str
    is_header: bool = False
    is_evidence: bool = False
    is_repeat: bool = False


@dataclass(frozen=True, slots=True)
class TableExcerpt:
    """Some rows and columns of a table, and how many were left out."""

    page: str
    table: int
    caption: str
    rows: tuple[tuple[ExcerptCell, ...], ...]
    rows_left_out: int
    columns_left_out: int


def table_excerpts(pages: Iterable[Page], cells: Sequence[CellId]) -> tuple[TableExcerpt, ...]:
    """An excerpt of each table that holds one of the cells, in the order of the cells, at most three."""
    by_title = {page.title: page for page in pages}
    wanted: dict[tuple[str, int], set[tuple[int, int]]] = {}
    for cell in cells:
        wanted.setdefault((cell.page, cell.table), set()).add((cell.row, cell.column))
    excerpts = []
    for (title, index), places in list(wanted.items())[:MAX_TABLES]:
        page = by_title.get(title)
        table = next((table for table in page.tables() if table.index == index), None) if page else None
        if table is not None:
            excerpts.append(_excerpt(title, table, places))
    return tuple(excerpts)


def _excerpt(title: str, table: Table, wanted: set[tuple[int, int]]) -> TableExcerpt:
    rows = Grid.of(table).rows
    kept_rows = _rows(rows, wanted)
    width = max(map(len, rows), default=0)
    kept_columns = _columns(rows, wanted, width=width)
    above = [rows[y - 1] if y and _is_header_row(rows[y]) else () for y in kept_rows]
    shown = tuple(
        tuple(_shown_row(rows[y], before, kept_columns, wanted)) for y, before in zip(kept_rows, above, strict=True)
    )
    return TableExcerpt(title, table.index, table.caption, shown, len(rows) - len(kept_rows), width - len(kept_columns))


def _rows(rows: Sequence[Sequence[Cell | None]], wanted: set[tuple[int, int]]) -> list[int]:
    """The header rows at the top, and the first rows that hold a wanted cell."""
    headers = 0
    while headers < min(_MAX_HEADER_ROWS, len(rows)) and _is_header_row(rows[headers]):
        headers += 1
    concerned = [y for y in range(headers, len(rows)) if any(_is_wanted(cell, wanted) for cell in rows[y])]
    return [*range(headers), *concerned[:MAX_ROWS]]


def _columns(rows: Sequence[Sequence[Cell | None]], wanted: set[tuple[int, int]], *, width: int) -> list[int]:
    """All columns of a narrow table; of a wide one, the columns that name its rows or hold a wanted cell."""
    if width <= MAX_COLUMNS:
        return list(range(width))
    concerned = {x for row in rows for x, cell in enumerate(row) if _is_wanted(cell, wanted)}
    names = {0} | {x for x in range(_MAX_HEADER_COLUMNS) if _names_rows(rows, x)}
    best = sorted(concerned)[: MAX_COLUMNS - len(names - concerned)]
    kept = names | set(best)
    # Add some columns from the left if there is room.
    for x in range(width):
        if len(kept) >= MAX_COLUMNS - 2:
            break
        kept.add(x)
    return sorted(kept)


def _is_header_row(row: Sequence[Cell | None]) -> bool:
    return bool(row) and all(cell is None or cell.is_header or not cell.text for cell in row)


def _names_rows(rows: Sequence[Sequence[Cell | None]], x: int) -> bool:
    column = [row[x] for row in rows if x < len(row)]
    return sum(cell is not None and cell.is_header for cell in column) * 2 > len(column)


def _is_wanted(cell: Cell | None, wanted: set[tuple[int, int]]) -> bool:
    return cell is not None and (cell.row, cell.column) in wanted


def _shown_row(
    row: Sequence[Cell | None],
    above: Sequence[Cell | None],
    columns: Sequence[int],
    wanted: set[tuple[int, int]],
) -> Iterator[ExcerptCell]:
    """The places of a row; a heading that reaches down from the row above is not written twice."""
    before: Cell | None = None
    for x in columns:
        cell = row[x] if x < len(row) else None
        if cell is None or (x < len(above) and above[x] is cell):
            yield ExcerptCell("")
        else:
            yield ExcerptCell(cell.text, cell.is_header, _is_wanted(cell, wanted), is_repeat=cell is before)
        before = cell
