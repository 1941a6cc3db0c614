"""FEVEROUS pages, as JSON lines or `feverous_wikiv1.db`: whole pages with sections, tables and lists."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import msgspec

from veriscope.corpus.sources.records import ParsedRecord, RawRecord, Skip
from veriscope.corpus.sources.wiki_records import is_sqlite, line_records, sqlite_records
from veriscope.domain import Cell, Element, ItemList, Link, ListItem, Page, Section, Sentence, Table, TableKind
from veriscope.text import canonical_title

_LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|((?:[^\]]|\](?!\]))*))?\]\]")
_KEY = re.compile(r"(sentence|section|table|list)_(\d{1,9})", re.ASCII)
_CELL = re.compile(r"(?:header_)?cell_(\d{1,9})_(\d{1,9})_(\d{1,9})", re.ASCII)
_ITEM = re.compile(r"item_(\d{1,9})_(\d{1,9})", re.ASCII)
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")
# The widest span that HTML allows.
_MAX_SPAN = 65_534
_MAX_LEVEL = 1000


class FeverousPages:
    """Reads FEVEROUS's pages; every element keeps the number in its id."""

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """One record per line of a JSONL file, or per row of `feverous_wikiv1.db`."""
        if is_sqlite(path):
            return sqlite_records(path, table="wiki", columns=("data",))
        return line_records(path)

    def parse(self, record: RawRecord) -> ParsedRecord:
        """The page of a record; an element that cannot be read is skipped alone."""
        try:
            fields = msgspec.json.decode(record.payload)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            reason = f"not a FEVEROUS page: {' '.join(str(error).split())}"
            return ParsedRecord(skips=(Skip(record.place, "record", reason),))
        title = fields.get("title") if isinstance(fields, dict) else None
        if not isinstance(title, str) or not canonical_title(title):
            return ParsedRecord(skips=(Skip(record.place, "record", "not a FEVEROUS page: it has no title"),))
        elements, skips = _elements(fields, place=record.place)
        return ParsedRecord(Page(canonical_title(title), tuple(elements), origin=record.place), skips=tuple(skips))


def _elements(fields: dict[str, object], *, place: str) -> tuple[list[Element], list[Skip]]:
    order = fields.get("order")
    listed = [key for key in order if isinstance(key, str)] if isinstance(order, list) else []
    # Elements missing from the order still belong to the page.
    forgotten = [key for key in fields if _KEY.fullmatch(key)]
    elements: list[Element] = []
    skips: list[Skip] = []
    for key in dict.fromkeys(listed + forgotten):
        match = _KEY.fullmatch(key)
        if match is None:
            skips.append(
                Skip(
                    f"{place} {key}",
                    "element",
                    "no such element; it is a sentence, section, table or list with a number",
                )
            )
            continue
        try:
            elements.append(_READERS[match[1]](int(match[2]), fields[key]))
        except (KeyError, TypeError, ValueError) as error:
            skips.append(Skip(f"{place} {key}", match[1], f"cannot be read: {error!r}"))
    return elements, skips


def read_links(marked: str) -> tuple[str, tuple[Link, ...]]:
    """The plain text of `… [[Target|anchor]] …`, and its links."""
    if "[[" not in marked:
        return marked, ()
    pieces: list[str] = []
    links: list[Link] = []
    length = end = 0
    for match in _LINK.finditer(marked):
        before, target = marked[end : match.start()], match[1]
        anchor = match[2] if match[2] is not None else target.replace("_", " ")
        start = length + len(before)
        length, end = start + len(anchor), match.end()
        pieces += (before, anchor)
        title = canonical_title(unquote(target) if _ESCAPED.search(target) else target)
        if title:
            links.append(Link(start, length, title))
    pieces.append(marked[end:])
    return "".join(pieces), tuple(links)


def _text(value: object) -> tuple[str, tuple[Link, ...]]:
    if not isinstance(value, str):
        raise TypeError(f"expected text, found {type(value).__name__}")
    return read_links(value)


def _sentence(index: int, value: object) -> Sentence:
    return Sentence(index, *_text(value))


def _section(_: int, value: object) -> Section:
    fields = _fields(value)
    return Section(_text(fields["value"])[0], _level(fields.get("level", 2)))


def _table(index: int, value: object) -> Table:
    fields = _fields(value)
    rows = fields["table"]
    if not isinstance(rows, list):
        raise TypeError("its rows are no list")
    cells = tuple(
        _cell(row_number, column_number, _fields(cell))
        for row_number, row in enumerate(rows)
        for column_number, cell in enumerate(row)
    )
    caption, links = _text(fields.get("caption") or "")
    kind = TableKind.INFOBOX if fields.get("type") == "infobox" else TableKind.TABLE
    return Table(index, cells, caption, kind, links)


def _cell(row: int, column: int, fields: dict[str, object]) -> Cell:
    match = _CELL.fullmatch(str(fields.get("id", "")))
    if match:
        row, column = int(match[2]), int(match[3])
    text, links = _text(fields["value"])
    header = fields.get("is_header") in {True, "true", "True"}
    return Cell(row, column, text, header, _span(fields.get("row_span")), _span(fields.get("column_span")), links)


def _span(value: object) -> int:
    """The number of a span, which may be in quotes; 1 if it is missing or not a number."""
    digits = str(value).strip() if value is not None else "1"
    return min(max(int(digits), 1), _MAX_SPAN) if digits.isdecimal() and len(digits) < 10 else 1


def _level(value: object) -> int:
    level = int(str(value)[:9])
    return min(max(level, 0), _MAX_LEVEL)


def _list(index: int, value: object) -> ItemList:
    fields = _fields(value)
    items = fields["list"]
    if not isinstance(items, list):
        raise TypeError("its items are no list")
    read = tuple(_item(number, _fields(item)) for number, item in enumerate(items))
    return ItemList(index, read, is_ordered="unordered" not in str(fields.get("type", "unordered")))


def _item(number: int, fields: dict[str, object]) -> ListItem:
    match = _ITEM.fullmatch(str(fields.get("id", "")))
    text, links = _text(fields["value"])
    return ListItem(int(match[2]) if match else number, text, _level(fields.get("level", 0)), links)


def _fields(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError(f"expected an object, found {type(value).__name__}")
    return value


_READERS: dict[str, Callable[[int, object], Element]] = {
    "sentence": _sentence,
    "section": _section,
    "table": _table,
    "list": _list,
}
