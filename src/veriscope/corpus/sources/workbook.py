"""XLSX workbooks: one page, with a section and a table for each visible sheet that is not empty."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import product
from math import isfinite
from typing import NamedTuple

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from veriscope.corpus.sources.document_text import UnreadableDocument, error_detail, natural_title, title_from_place
from veriscope.corpus.sources.page_builder import PageBuilder
from veriscope.corpus.sources.records import ParsedRecord, Skip
from veriscope.corpus.sources.table_rows import header_row
from veriscope.corpus.sources.workbook_package import Package, open_package
from veriscope.domain import Cell, Page

Value = int | float | str | bool | date | datetime | time | timedelta


class Span(NamedTuple):
    """The size of a merged cell."""

    rows: int
    columns: int


_ALONE = Span(1, 1)


def parse_workbook(place: str, data: bytes) -> ParsedRecord:
    """The page of a workbook; hidden sheets and charts become skips."""
    package = open_package(data)
    builder, skips = PageBuilder(), []
    try:
        workbook = CalamineWorkbook.from_filelike(package.file)
    except CalamineError as error:
        raise UnreadableDocument(f"cannot be opened: {error_detail(error)}") from None
    for index, sheet in enumerate(workbook.sheets_metadata):
        if why := _take_sheet(builder, workbook, package, index=index):
            skips.append(Skip(f"{place} {sheet.name}", "sheet", why))
    if not builder.elements:
        raise UnreadableDocument(skips[0].reason if skips else "empty")
    return ParsedRecord(Page(title_from_place(place), tuple(builder.elements), origin=place), skips=tuple(skips))


def _take_sheet(builder: PageBuilder, workbook: CalamineWorkbook, package: Package, *, index: int) -> str:
    """Add a sheet; returns why it is left out, if it is."""
    sheet = workbook.sheets_metadata[index]
    if sheet.typ != SheetTypeEnum.WorkSheet or sheet.visible != SheetVisibleEnum.Visible:
        return "hidden, or no worksheet"
    try:
        _add_sheet(builder, workbook.get_sheet_by_index(index), package)
    except (CalamineError, OverflowError, ValueError) as error:
        # A date or duration beyond Python's limits counts as damage too.
        return f"cannot be opened: {error_detail(error)}"
    return ""


def _add_sheet(builder: PageBuilder, sheet: CalamineSheet, package: Package) -> None:
    if sheet.start is None:
        return
    rows = _texts(sheet.to_python(), start=sheet.start, percentages=package.percentages.get(sheet.name, frozenset()))
    spans = merged_spans(sheet.merged_cell_ranges or [], start=sheet.start, rows=rows)
    name = natural_title(sheet.name)
    if any(any(row) for row in rows):
        builder.add_section(name, level=2)
        builder.add_table(spanned_cells(rows, spans), caption=name)


def _texts(
    rows: Sequence[Sequence[Value]], *, start: tuple[int, int], percentages: frozenset[tuple[int, int]]
) -> list[list[str]]:
    texts = [[cell_text(value) for value in row] for row in rows]
    for row, column in percentages:
        place = row - start[0], column - start[1]
        if 0 <= place[0] < len(rows) and 0 <= place[1] < len(rows[place[0]]):
            texts[place[0]][place[1]] = percentage_text(rows[place[0]][place[1]])
    return texts


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


def spanned_cells(rows: Sequence[Sequence[str]], spans: Mapping[tuple[int, int], Span | None]) -> Iterator[Cell]:
    """The cells of rows of texts, some of them merged, with the rows that name the columns as headers."""
    headers = _header_rows(rows, spans)
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


def cell_text(value: Value) -> str:
    """A value as people read it: 12, 1234.5, 2001-05-03, 14:30, TRUE."""
    match value:
        case str():
            return " ".join(value.split())
        case bool():
            return "TRUE" if value else "FALSE"
        case int() | float():
            return _number(value)
        case datetime():
            return f"{value.date()} {_clock(value.time())}".removesuffix(" 00:00")
        case time():
            return _clock(value)
        case _:
            return _duration(value) if isinstance(value, timedelta) else value.isoformat()


def percentage_text(value: Value) -> str:
    """A value shown as a percentage: 25%; values other than numbers are unchanged."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return cell_text(value)
    return f"{_number(value * 100)}%"


def _number(value: float) -> str:
    """A number with ten significant digits, as in spreadsheets; whole numbers in full."""
    if not isfinite(value):
        return ""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    if 1e9 <= abs(value) < 1e15:
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return f"{value:.10g}".replace("e", "E")


def _clock(value: time) -> str:
    return value.strftime("%H:%M:%S" if value.second else "%H:%M")


def _duration(value: timedelta) -> str:
    seconds = round(value.total_seconds())
    hours, rest = divmod(abs(seconds), 3600)
    return f"{'-' if seconds < 0 else ''}{hours}:{rest // 60:02}:{rest % 60:02}"
