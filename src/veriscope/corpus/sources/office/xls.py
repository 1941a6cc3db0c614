"""Old binary workbooks (XLS): a section and a table for each visible sheet that is not empty."""

import io
import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from veriscope.corpus.sources import (
    ParsedRecord,
    RichText,
    UnreadableDocument,
    cell_text,
    error_detail,
    natural_title,
    percentage_text,
)
from veriscope.corpus.sources.office.office_page import OfficePage
from veriscope.corpus.sources.office.table_grid import TableGrid
from veriscope.errors import MissingExtraError

if TYPE_CHECKING:
    from xlrd.book import Book
    from xlrd.sheet import Cell, Sheet

_SHEET = 2
_ELAPSED = re.compile(r"\[[hms]", re.IGNORECASE)


def parse_xls(place: str, data: bytes) -> ParsedRecord:
    """The page of a workbook; hidden sheets become skips."""
    book, page = _open(data), OfficePage(place)
    for index, name in enumerate(book.sheet_names()):
        if why := _add_sheet(page, book, index):
            page.skip("sheet", why, where=name)
    return page.finish()


def _open(data: bytes) -> "Book":
    try:
        import xlrd  # noqa: PLC0415  (an extra: it fails at use)
    except ImportError:
        raise UnreadableDocument(str(MissingExtraError("reading .xls workbooks", extra="documents"))) from None
    try:
        return xlrd.open_workbook(
            file_contents=data, formatting_info=True, ragged_rows=True, on_demand=True, logfile=io.StringIO()
        )
    except Exception as error:  # xlrd lets whatever a damaged file raises pass
        raise UnreadableDocument(f"not an XLS workbook, or damaged or protected ({error_detail(error)})") from None


def _add_sheet(page: OfficePage, book: "Book", index: int) -> str:
    """Add a sheet; returns why it is left out, if it is."""
    try:
        sheet = book.sheet_by_index(index)
        book.unload_sheet(index)
    except Exception as error:
        return f"damaged ({error_detail(error)})"
    if sheet.visibility:
        return "hidden"
    grid = _grid(book, sheet)
    if grid.rows:
        name = natural_title(sheet.name)
        page.add_heading(RichText(name), level=_SHEET)
        page.add_table(grid, caption=name)
    return ""


def _grid(book: "Book", sheet: "Sheet") -> TableGrid:
    grid = TableGrid()
    spans = {(top, left): (bottom - top, right - left) for top, bottom, left, right in sheet.merged_cells}
    for number in range(sheet.nrows):
        texts = [(column, _shown(book, cell)) for column, cell in enumerate(sheet.row(number))]
        filled = [(column, text) for column, text in texts if text]
        if not filled:
            grid.pass_rows(1)
            continue
        grid.add_row()
        for column, text in filled:
            rows, columns = spans.get((number, column), (1, 1))
            grid.put(column, text, row_span=rows, column_span=columns)
    return grid


def _shown(book: "Book", cell: "Cell") -> str:
    """The text of a cell, as in other workbooks: 12, 25%, 2001-05-03, TRUE; errors of formulas are empty."""
    match cell.ctype:
        case 1:
            return cell_text(str(cell.value))
        case 2:
            return percentage_text(cell.value) if "%" in _format(book, cell) else cell_text(cell.value)
        case 3:
            return _moment(book, cell)
        case 4:
            return cell_text(bool(cell.value))
        case _:
            return ""


def _moment(book: "Book", cell: "Cell") -> str:
    """A date, a time of day or a duration; a number that is none stays a number."""
    days = float(cell.value)
    if _ELAPSED.search(_format(book, cell)):
        return cell_text(timedelta(days=days))
    if 0 <= days < 1:
        return cell_text((datetime.min + timedelta(seconds=round(days * 86_400))).time())
    start = datetime(1904, 1, 1) if book.datemode else datetime(1899, 12, 30)
    try:
        return cell_text(start + timedelta(seconds=round(days * 86_400)))
    except OverflowError:
        return cell_text(days)


def _format(book: "Book", cell: "Cell") -> str:
    """The number format of a cell, as its author wrote it."""
    try:
        return str(book.format_map[book.xf_list[cell.xf_index].format_key].format_str)
    except (IndexError, KeyError, TypeError):
        return ""
