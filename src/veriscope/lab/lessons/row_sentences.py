"""Finds sentences of pages that repeat a row of a table on the page, as people write about tables.

A sentence counts if it names two values of one row. Such sentences say more than the row does. They are true of the
row, and become false when one value is replaced by another of its column (`linked_claims.exchange_value`).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from veriscope.domain import Page, Section, Table
from veriscope.lab.lessons.cell_claims import CellClaim
from veriscope.text import stands

_SHORTEST = 30
_LONGEST = 250
_VALUES = 2


class _ToldRow(NamedTuple):
    """A row, and the columns whose values a sentence names; `values` counts the distinct ones."""

    values: int
    table: Table
    row: int
    columns: frozenset[int]


def row_sentences(page: Page) -> Iterator[CellClaim]:
    """The sentences of a page that repeat a row, each with the page stripped to its headings and tables."""
    bare = replace(page, elements=tuple(each for each in page.elements if isinstance(each, Section | Table)))
    for sentence in page.sentences():
        text = sentence.text
        if _SHORTEST <= len(text) <= _LONGEST and text.endswith("."):
            told = [one for table in page.tables() for one in _told_rows(text.lower(), table, page.title.lower())]
            if told:
                best = max(told, key=lambda one: one.values)
                yield CellClaim(text, bare, best.table, frozenset((best.row, column) for column in best.columns))


def _told_rows(folded: str, table: Table, title: str) -> Iterator[_ToldRow]:
    rows: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in table.cells:
        value = cell.text.lower()
        if not cell.is_header and len(value) > 1 and value in folded and value not in title and stands(value, folded):
            rows[cell.row][cell.column] = value
    for row, named in rows.items():
        whole = {one for one in named.values() if not any(one != other and one in other for other in named.values())}
        if len(whole) >= _VALUES:
            yield _ToldRow(len(whole), table, row, frozenset(named))
