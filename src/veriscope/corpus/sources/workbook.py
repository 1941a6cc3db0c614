"""XLSX workbooks: one page, with a section and a table for each visible sheet that is not empty."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from math import isfinite

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from veriscope.corpus.sources.document_text import UnreadableDocument, error_detail, natural_title, title_from_place
from veriscope.corpus.sources.grid_cells import cells_of_grid, merged_spans
from veriscope.corpus.sources.page_builder import PageBuilder
from veriscope.corpus.sources.records import ParsedRecord, Skip
from veriscope.corpus.sources.workbook_package import Package, open_package
from veriscope.domain import Page

Value = int | float | str | bool | date | datetime | time | timedelta


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
        builder.add_table(cells_of_grid(rows, spans), caption=name)


def _texts(
    rows: Sequence[Sequence[Value]], *, start: tuple[int, int], percentages: frozenset[tuple[int, int]]
) -> list[list[str]]:
    texts = [[cell_text(value) for value in row] for row in rows]
    for row, column in percentages:
        place = row - start[0], column - start[1]
        if 0 <= place[0] < len(rows) and 0 <= place[1] < len(rows[place[0]]):
            texts[place[0]][place[1]] = percentage_text(rows[place[0]][place[1]])
    return texts


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
