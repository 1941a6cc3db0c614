"""Claims with the cells they are about, as training examples, and a reader of TabFact's linked statements."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from veriscope.corpus import FORMATS, RawRecord, SourceFormat
from veriscope.domain import Page, Table
from veriscope.files import Line, read_lines


class CellClaim(NamedTuple):
    """A claim or question about a table, with the (row, column) of the cells it needs."""

    text: str
    page: Page
    table: Table
    gold: frozenset[tuple[int, int]]


class _LinkedRow(msgspec.Struct):
    table: str
    statement: str
    cells: list[tuple[int, int]]


def read_pages(path: Path, source: SourceFormat) -> Iterator[Page]:
    """The pages of a source, without those that cannot be read."""
    for record in source.records(path):
        page = source.parse(record).page if isinstance(record, RawRecord) else None
        if page is not None:
            yield page


def linked_statements(tables: Path, statements: Path) -> Iterator[CellClaim]:
    """TabFact's statements whose words were linked to cells; cells of the header (row 0) are not gold."""
    pages = {page.title: page for page in read_pages(tables, FORMATS["tables"])}
    for line in read_lines(statements):
        if isinstance(line, Line) and line.data.strip():
            linked = msgspec.json.decode(line.data, type=_LinkedRow)
            gold = frozenset((row, column) for row, column in linked.cells if row > 0)
            page = pages.get(linked.table)
            if gold and page is not None:
                yield CellClaim(linked.statement, page, next(page.tables()), gold)
