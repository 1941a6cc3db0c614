"""A page as terms: one unit for each sentence, table row and list item, and the terms of its headings."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from veriscope.domain import Cell, ItemList, Link, Page, Section, Sentence, Table
from veriscope.text import terms

# A page with more units is judged by its first units and by its BM25.
MAX_UNITS = 300
_BETWEEN = " | "


class Unit(NamedTuple):
    """A sentence, a table row or an item: its text, its terms in order, its links."""

    text: str
    terms: list[str]
    links: tuple[Link, ...]


class PageTerms(NamedTuple):
    """The units of a page and the terms of its section titles, captions and header cells."""

    units: list[Unit]
    headings: frozenset[str]
    has_tables: bool
    has_links: bool


def page_terms(page: Page) -> PageTerms:
    """The terms of a page."""
    units: list[Unit] = []
    headings: set[str] = set()
    has_tables = False
    for element in page.elements:
        # Most elements are sentences, and this check is faster than a class pattern.
        if type(element) is Sentence:
            if len(units) < MAX_UNITS:
                units.append(Unit(element.text, terms(element.text), element.links))
            continue
        match element:
            case Section(title):
                headings.update(terms(title))
            case ItemList(_, items):
                units += (Unit(item.text, terms(item.text), item.links) for item in items[: MAX_UNITS - len(units)])
            case Table():
                has_tables = True
                headings.update(terms(element.caption))
                units += _rows(element, headings, limit=MAX_UNITS - len(units))
    return PageTerms(units, frozenset(headings), has_tables, any(unit.links for unit in units))


def _rows(table: Table, headings: set[str], *, limit: int) -> Iterator[Unit]:
    for number, (_, cells) in enumerate(groupby(table.cells, key=lambda cell: cell.row)):
        if number >= limit:
            return
        row = list(cells)
        headings.update(term for cell in row if cell.is_header for term in terms(cell.text))
        text = _BETWEEN.join([cell.text for cell in row])
        yield Unit(text, terms(text), tuple(_links(row)))


def _links(row: Sequence[Cell]) -> Iterator[Link]:
    """The links of the cells, at their places in the text of the row."""
    start = 0
    for cell in row:
        for link in cell.links:
            yield Link(start + link.start, start + link.end, link.target)
        start += len(cell.text) + len(_BETWEEN)
