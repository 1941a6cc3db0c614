"""Tables as the FEVEROUS baseline's cell extractor reads them: rows of cells as one text, with rows chosen to fit."""

import random
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from veriscope.domain import CellId, Evidence

CELLS_APART = " | "
ROWS_APART = " || "


class TableCell(NamedTuple):
    """A cell with text, and the headers that name it."""

    row: int
    column: int
    is_header: bool
    text: str
    headers: tuple[str, ...] = ()


class TableText(NamedTuple):
    """A table's filled cells, row by row, with its page and path of sections."""

    page: str
    number: int
    path: tuple[str, ...]
    cells: tuple[TableCell, ...]
    caption: str = ""

    def rows(self) -> list[tuple[TableCell, ...]]:
        """The cells by row."""
        return [tuple(row) for _, row in groupby(self.cells, key=attrgetter("row"))]

    def cell_id(self, cell: TableCell) -> CellId:
        """The address of a cell."""
        return CellId(self.page, self.number, cell.row, cell.column, is_header=cell.is_header)

    def evidence(self, cell: TableCell, *, score: float) -> Evidence:
        """A cell as evidence."""
        return Evidence(self.cell_id(cell), cell.text, (self.page, *self.path, *cell.headers), score)


class MarkedText(NamedTuple):
    """A text, and the span of each cell in it."""

    text: str
    cells: tuple[TableCell, ...]
    spans: tuple[tuple[int, int], ...]


def marked_text(rows: Sequence[Sequence[TableCell]]) -> MarkedText:
    """The rows as one text."""
    parts: list[str] = []
    cells: list[TableCell] = []
    spans: list[tuple[int, int]] = []
    length = 0
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            before = CELLS_APART if place else ROWS_APART if number else ""
            parts += (before, cell.text)
            start = length + len(before)
            length = start + len(cell.text)
            cells.append(cell)
            spans.append((start, length))
    return MarkedText("".join(parts), tuple(cells), tuple(spans))


def sampled_rows(
    rows: Sequence[Sequence[TableCell]],
    sizes: Sequence[int],
    *,
    relevant: Collection[tuple[int, int]],
    room: int,
    seed: str,
) -> list[Sequence[TableCell]]:
    """Training rows that fit into `room`: the header row, the rows with relevant cells, then random others.

    `sizes` holds the size of each row. The rows stay in the order of the table, so that their place reveals nothing. If
    the relevant rows alone do not fit, they are kept and the network cuts them off.
    """
    wanted = [number for number, row in enumerate(rows) if any((one.row, one.column) in relevant for one in row)]
    kept = [number for number, row in enumerate(rows) if is_header_row(row)][:1]
    kept += [number for number in wanted if number not in kept]
    others = [number for number in range(len(rows)) if number not in kept]
    random.Random(seed).shuffle(others)  # noqa: S311 - a repeatable choice, not a secret
    left = room - sum(sizes[number] for number in kept)
    for number in others:
        if sizes[number] <= left:
            kept.append(number)
            left -= sizes[number]
    return [rows[number] for number in sorted(kept)]


def windows(
    rows: Sequence[Sequence[TableCell]], sizes: Sequence[int], *, room: int
) -> Iterator[list[Sequence[TableCell]]]:
    """All rows in order, as many at a time as fit, each time after the table's first header row."""
    head = next((number for number, row in enumerate(rows) if is_header_row(row)), None)
    taken = sizes[head] if head is not None else 0
    window: list[int] = []
    used = taken
    for number in range(len(rows)):
        if number == head:
            continue
        if window and used + sizes[number] > room:
            yield _with_head(rows, head, window)
            window, used = [], taken
        window.append(number)
        used += sizes[number]
    if window or head is not None:
        yield _with_head(rows, head, window)


def is_header_row(row: Sequence[TableCell]) -> bool:
    """Whether all cells of the row are headers."""
    return all(cell.is_header for cell in row)


def _with_head(
    rows: Sequence[Sequence[TableCell]], head: int | None, window: Sequence[int]
) -> list[Sequence[TableCell]]:
    return [rows[number] for number in ([head] if head is not None else []) + list(window)]
