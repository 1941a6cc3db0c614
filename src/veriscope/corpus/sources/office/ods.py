"""OpenDocument spreadsheets (ODS): a section and a table for each visible sheet that is not empty."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from math import isfinite
from xml.etree.ElementTree import Element

from veriscope.corpus.sources import ParsedRecord, RichText, cell_text, natural_title, percentage_text
from veriscope.corpus.sources.office.odf_styles import STYLE_TAGS, OdfStyles
from veriscope.corpus.sources.office.odf_tables import HEADER_ROWS, OdfRow, fill_row
from veriscope.corpus.sources.office.odf_text import OdfText
from veriscope.corpus.sources.office.odt import CONTENT, read_styles
from veriscope.corpus.sources.office.office_page import OfficePage
from veriscope.corpus.sources.office.table_grid import TableGrid
from veriscope.corpus.sources.office.xml_parts import local_name, stream_blocks
from veriscope.corpus.sources.office.zip_package import ZipPackage, attribute

_SHEET = 2
_DURATION = re.compile(r"(-?)PT?(\d{1,9})H(\d{1,2})M(\d{1,2})(?:[.,]\d{1,9})?S")
_BARE_NUMBER = re.compile(r"[-+−(]{0,2}[\d.,'’\s]{1,40}(?:E[-+]?\d{1,3})?\)?")


def parse_ods(place: str, data: bytes) -> ParsedRecord:
    """The page of an OpenDocument spreadsheet; hidden sheets become skips."""
    package = ZipPackage(data, what="an OpenDocument spreadsheet")
    content = package.needed_part(CONTENT)
    sheets = _Sheets(place, read_styles(package))
    for block in stream_blocks(content, STYLE_TAGS | {"table-row"}, name=CONTENT):
        if local_name(block.element.tag) in STYLE_TAGS:
            sheets.styles.add(block.element)
        else:
            sheets.add_row(block.element, around=block.around)
    return sheets.finish()


class _Sheets:
    """Adds rows to the sheet that is open; a row of another table begins a new one."""

    def __init__(self, place: str, styles: OdfStyles) -> None:
        self.styles = styles
        self._page = OfficePage(place)
        self._text = OdfText(place, styles)
        self._sheet = Element("none")
        self._grid = TableGrid()

    def add_row(self, row: Element, *, around: tuple[Element, ...]) -> None:
        sheet = next((element for element in reversed(around) if local_name(element.tag) == "table"), self._sheet)
        if sheet is not self._sheet:
            self._end_sheet()
            self._sheet = sheet
        is_header = local_name(around[-1].tag) == HEADER_ROWS
        fill_row(self._grid, OdfRow(row, is_header), text_of=self._shown)

    def finish(self) -> ParsedRecord:
        self._end_sheet()
        return self._page.finish()

    def _end_sheet(self) -> None:
        grid, self._grid = self._grid, TableGrid()
        name = natural_title(attribute(self._sheet, "name"))
        if self.styles.is_hidden("table", attribute(self._sheet, "style-name")):
            self._page.skip("sheet", "hidden", where=name)
        elif grid.rows:
            self._page.add_heading(RichText(name), level=_SHEET)
            self._page.add_table(grid, caption=name)

    def _shown(self, cell: Element) -> str:
        """The text of a cell as shown, but numbers and dates as in other workbooks: 1234.5, 2001-05-03, 14:30, TRUE."""
        for child in cell:
            if local_name(child.tag) == "p":
                self._text.read(child)
                self._text.separate()
        shown = self._text.take().text
        write = _WRITERS.get(attribute(cell, "value-type"))
        return (write(cell, shown) or shown) if write else shown


def _number(cell: Element, shown: str) -> str:
    """A number in full; one that is shown with its unit stays as it is shown."""
    return cell_text(_value(cell)) if not shown or _BARE_NUMBER.fullmatch(shown) else ""


def _percentage(cell: Element, _: str) -> str:
    value = _value(cell)
    return percentage_text(value) if isfinite(value) else ""


def _date(cell: Element, _: str) -> str:
    written = attribute(cell, "date-value")
    try:
        return cell_text(datetime.fromisoformat(written[:19]) if "T" in written else date.fromisoformat(written))
    except ValueError:
        return ""


def _time(cell: Element, _: str) -> str:
    match = _DURATION.fullmatch(attribute(cell, "time-value"))
    if match is None:
        return ""
    length = timedelta(hours=int(match[2]), minutes=int(match[3]), seconds=int(match[4]))
    if match[1] or length.days:
        return cell_text(-length if match[1] else length)
    return cell_text((datetime.min + length).time())


def _boolean(cell: Element, shown: str) -> str:
    return {"true": "TRUE", "false": "FALSE"}.get(attribute(cell, "boolean-value"), shown)


def _value(cell: Element) -> float:
    """The value of a number, or a value without a text if there is none."""
    try:
        return float(attribute(cell, "value"))
    except ValueError:
        return float("nan")


_WRITERS: dict[str, Callable[[Element, str], str]] = {
    "boolean": _boolean,
    "date": _date,
    "float": _number,
    "percentage": _percentage,
    "time": _time,
}
