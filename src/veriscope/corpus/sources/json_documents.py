"""JSON and JSON lines as tables: a list of flat objects is a table, one object a table of its keys."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from veriscope.corpus.sources.document_text import UnreadableDocument, decode_text, natural_title, title_from_place
from veriscope.corpus.sources.page_builder import MAX_CELLS, PageBuilder
from veriscope.corpus.sources.records import ParsedRecord, Skip
from veriscope.domain import Cell, ListItem, Page, Table, TableKind

_MAX_COLUMNS = 1_000
_DEEPEST = 4
_FAULTS = (msgspec.MsgspecError, RecursionError, ValueError)

_Row = dict[str, str]


def parse_json(place: str, data: bytes) -> ParsedRecord:
    """The page of a JSON file, or of a file with one JSON value a line; lines that are none are counted."""
    text = decode_text(data).removeprefix("\ufeff")
    try:
        value, faults = msgspec.json.decode(text.encode()), 0
    except _FAULTS:
        values, faults = _lines(text)
        value = values
        if not values:
            raise UnreadableDocument("not JSON, and no line of it is") from None
    writer = _Writer()
    writer.add(value, name="", level=2)
    if not writer.page.elements:
        raise UnreadableDocument("JSON without a table: neither objects nor lists of values")
    skips = (Skip(place, "lines", f"{faults:,} that are not JSON"),) if faults else ()
    return ParsedRecord(Page(title_from_place(place), tuple(writer.page.elements), place), skips=skips)


def _lines(text: str) -> tuple[list[object], int]:
    values: list[object] = []
    faults = 0
    for line in text.split("\n"):
        if line.strip():
            try:
                values.append(msgspec.json.decode(line.encode()))
            except _FAULTS:
                faults += 1
    return values, faults


class _Writer:
    """Writes values as the elements of a page."""

    def __init__(self) -> None:
        self.page = PageBuilder()

    def add(self, value: object, *, name: str, level: int) -> None:
        """Add an object or a list; its lists and objects follow below headings of their own."""
        match value:
            case list() if value and all(isinstance(each, dict) for each in value):
                self._section(name, level)
                self._table([_flat(each) for each in value], caption=name)
            case list():
                texts = [text for each in value if (text := _text(each))]
                self._section(name, level)
                self.page.add_list((ListItem(index, text) for index, text in enumerate(texts)), is_ordered=False)
            case dict():
                self._object(value, name=name, level=level)

    def _object(self, value: Mapping[str, object], *, name: str, level: int) -> None:
        plain = {key: _text(each) for key, each in value.items() if not _is_part(each)}
        rows = [(" ".join(key.split()), text) for key, text in plain.items() if text]
        self._section(name, level)
        if rows:
            cells = tuple(
                Cell(n, k, text, is_header=k == 0) for n, pair in enumerate(rows) for k, text in enumerate(pair)
            )
            self.page.add_elements([Table(0, cells, name, TableKind.INFOBOX)])
        for key, each in value.items():
            if _is_part(each) and level < 2 + _DEEPEST:
                self.add(each, name=natural_title(key), level=level + bool(name))

    def _section(self, name: str, level: int) -> None:
        self.page.add_section(name, level=level)

    def _table(self, rows: Sequence[_Row], *, caption: str) -> None:
        columns = list(dict.fromkeys(key for row in rows for key in row))
        if len(columns) > _MAX_COLUMNS or len(columns) * len(rows) > MAX_CELLS:
            raise UnreadableDocument(f"a table of {len(rows):,} rows and {len(columns):,} columns; split it")
        self.page.add_table(_cells(rows, columns), caption=caption)


def _cells(rows: Sequence[_Row], columns: Sequence[str]) -> Iterator[Cell]:
    for place, name in enumerate(columns):
        yield Cell(0, place, " ".join(name.split()), is_header=True)
    for number, row in enumerate(rows, start=1):
        for place, name in enumerate(columns):
            yield Cell(number, place, row.get(name, ""))


def _is_part(value: object) -> bool:
    """Whether a value is more than one cell: an object, or a list that holds objects."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))


def _flat(value: Mapping[str, object]) -> _Row:
    """The cells of an object; those of an object within it are named `outer.inner`."""
    row: _Row = {}
    for key, each in value.items():
        if isinstance(each, dict):
            row |= {f"{key}.{inner}": _text(deep) for inner, deep in each.items()}
        else:
            row[key] = _text(each)
    return row


def _text(value: object) -> str:
    """A value on one line: as people write it, lists with commas."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case list():
            return ", ".join(text for each in value if not isinstance(each, list | dict) and (text := _text(each)))
        case dict():
            return ", ".join(
                f"{key}: {_text(each)}" for key, each in value.items() if not isinstance(each, list | dict)
            )
        case _:
            return " ".join(str(value).split())
