"""A grid of texts with merged cells → the cells of a table as written."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from veriscope.corpus.sources.table_rows import header_row
from veriscope.domain import Cell


class Span(NamedTuple):
    """The size of a merged cell."""

    rows: int
    columns: int


_ALONE = Span(1, 1)


def merged_spans(
    ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]], *, start: tuple[int, int], rows: Sequence[Sequence[str]]
) -> dict[tuple[int, int], Span | None]:
    """The span of each merged cell by its (row, column) in `rows`, and None for the other places it covers."""
    height, width = len(rows), max(map(len, rows), default=0)
    room = height * width
    spans: dict[tuple[int, int], Span | None] = {}
    for (top, left), (bottom, right) in ranges:
        first = (max(top - start[0], 0), max(left - start[1], 0))
        last = (min(bottom - start[0], height - 1), min(right - start[1], width - 1))
        span = Span(last[0] - first[0] + 1, last[1] - first[1] + 1)
        if span.rows < 1 or span.columns < 1:
            continue
        # No spreadsheet program writes overlapping merged cells. In a damaged file the first one counts, and all of
        # them together cover no more than the sheet has.
        room -= span.rows * span.columns
        covered = list(product(range(first[0], last[0] + 1), range(first[1], last[1] + 1))) if room >= 0 else []
        if covered and not any(place in spans for place in covered):
            spans.update(dict.fromkeys(covered))
            spans[first] = span
    return spans


def cells_of_grid(
    rows: Sequence[Sequence[str]], spans: Mapping[tuple[int, int], Span | None], *, headers: range | None = None
) -> Iterator[Cell]:
    """The cells of a grid as written; `headers` are the rows of headings, found by their content if None."""
    headers = _header_rows(rows, spans) if headers is None else headers
    merged_rows = {row for row, _ in spans}
    for number, row in enumerate(rows):
        is_headed = number in headers
        if number in merged_rows:
            yield from _merged_row(number, row, spans, is_headed=is_headed)
            continue
        for column in range(_written_width(row)):
            text = row[column]
            yield Cell(number, column, text, is_headed and text != "")


def _merged_row(
    number: int, row: Sequence[str], spans: Mapping[tuple[int, int], Span | None], *, is_headed: bool
) -> Iterator[Cell]:
    width = max(_written_width(row), *(column + 1 for column in range(len(row)) if (number, column) in spans))
    places = [column for column in range(width) if spans.get((number, column), _ALONE) is not None]
    for written, column in enumerate(places):
        span = spans.get((number, column)) or _ALONE
        yield Cell(number, written, row[column], is_headed and row[column] != "", span.rows, span.columns)


def _written_width(row: Sequence[str]) -> int:
    """The number of columns up to the last filled cell; an empty row keeps an empty cell, so that rows stay in step."""
    return next((width for width in range(len(row), 1, -1) if row[width - 1]), 1)


def _header_rows(rows: Sequence[Sequence[str]], spans: Mapping[tuple[int, int], Span | None]) -> range:
    """The row that names the columns, with up to three rows of headings merged across columns above it."""
    across = {row for (row, column), span in spans.items() if span and span.columns > 1 and rows[row][column]}
    groups = next(number for number in range(4) if number not in across or number == 3)
    # A row with a merged heading may itself name the columns, if the rows below it hold data.
    for above in range(groups, -1, -1):
        header = header_row(rows[above:])
        if header is not None:
            return range(above + header + 1)
    return range(0)
