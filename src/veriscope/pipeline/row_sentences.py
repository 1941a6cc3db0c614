"""Sentences of pages that tell what a row of a table on the page says: how people write of tables, and what they add.

A sentence counts where it names two values of one row. It says more than the row, as sentences of people do; what it
says of the row is true, and false where one of the values becomes another of its column (`linked_claims.exchanged`).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from veriscope.domain import Page, Section, Table
from veriscope.pipeline.cell_claims import CellClaim
from veriscope.text.places import stands

_SHORTEST = 30
_LONGEST = 250
_VALUES = 2


class _Told(NamedTuple):
    """A row, and the columns of it that a sentence names values of; `values` counts those that differ."""

    values: int
    table: Table
    row: int
    columns: frozenset[int]


def row_sentences(page: Page) -> Iterator[CellClaim]:
    """The sentences of a page that tell a row, each with the page as it is without sentences."""
    bare = replace(page, elements=tuple(each for each in page.elements if isinstance(each, Section | Table)))
    for sentence in page.sentences():
        text = sentence.text
        if _SHORTEST <= len(text) <= _LONGEST and text.endswith("."):
            told = [one for table in page.tables() for one in _told(text.lower(), table, page.title.lower())]
            if told:
                best = max(told, key=lambda one: one.values)
                yield CellClaim(text, bare, best.table, frozenset((best.row, column) for column in best.columns))


def _told(folded: str, table: Table, title: str) -> Iterator[_Told]:
    rows: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in table.cells:
        value = cell.text.lower()
        if not cell.is_header and len(value) > 1 and value in folded and value not in title and stands(value, folded):
            rows[cell.row][cell.column] = value
    for row, named in rows.items():
        whole = {one for one in named.values() if not any(one != other and one in other for other in named.values())}
        if len(whole) >= _VALUES:
            yield _Told(len(whole), table, row, frozenset(named))
