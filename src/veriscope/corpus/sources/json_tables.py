"""Tables as JSON lines: TabFact's `{id, caption?, page?, header, rows}`, InfoTabS's `{id, infobox: {key: [value]}}`."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from veriscope.corpus.sources.records import ParsedRecord, RawRecord, Skip
from veriscope.corpus.sources.wiki_records import line_records
from veriscope.domain import Cell, Page, Section, Table, TableKind
from veriscope.text import canonical_title

_TITLE = "title"


class _TableRecord(msgspec.Struct):
    id: str | int
    caption: str | None = None
    page: str | None = None
    header: list[str | int | float | None] = []
    rows: list[list[str | int | float | None]] = []
    infobox: dict[str, list[str] | str] = {}


_DECODER = msgspec.json.Decoder(_TableRecord)


class JsonTables:
    """Reads one table per line as a page of its own, so that a statement about the table finds it by the id.

    The id is the page's title; the page that the table was taken from, or an infobox's title, is the heading above it.
    """

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """One record per line."""
        return line_records(path)

    def parse(self, record: RawRecord) -> ParsedRecord:
        """The page of a record."""
        try:
            fields = _DECODER.decode(record.payload)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            return _skip(record, f"not a table: {' '.join(str(error).split())}")
        title = canonical_title(str(fields.id))
        if not title:
            return _skip(record, "the table has no id")
        table = _infobox(fields) if fields.infobox else _table(fields)
        if not any(cell.text for cell in table.cells):
            return _skip(record, "the table is empty")
        heading = canonical_title(fields.page or "") or _infobox_title(fields)
        sections = (Section(heading, 2),) if heading else ()
        return ParsedRecord(Page(title, (*sections, table), origin=record.place))


def _table(fields: _TableRecord) -> Table:
    rows = [fields.header, *fields.rows] if fields.header else fields.rows
    cells = tuple(
        Cell(number, column, _text(value), is_header=number == 0 and bool(fields.header))
        for number, row in enumerate(rows)
        for column, value in enumerate(row)
    )
    return Table(0, cells, _one_line(fields.caption or ""))


def _infobox(fields: _TableRecord) -> Table:
    """One row per key, with the key as its header and a cell for each value; the title is the caption."""
    rows = [(key, value) for key, value in fields.infobox.items() if key != _TITLE]
    cells: list[Cell] = []
    for number, (key, values) in enumerate(rows):
        cells.append(Cell(number, 0, _one_line(key), is_header=True))
        listed = [values] if isinstance(values, str) else values
        cells += [Cell(number, column, _one_line(value)) for column, value in enumerate(listed, start=1)]
    caption = _one_line(fields.caption or "") or _infobox_title(fields)
    return Table(0, tuple(cells), caption, TableKind.INFOBOX)


def _infobox_title(fields: _TableRecord) -> str:
    title = fields.infobox.get(_TITLE, "")
    return _one_line(title if isinstance(title, str) else ", ".join(title))


def _text(value: str | float | None) -> str:
    return "" if value is None else _one_line(str(value))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _skip(record: RawRecord, reason: str) -> ParsedRecord:
    return ParsedRecord(skips=(Skip(record.place, "record", reason),))
