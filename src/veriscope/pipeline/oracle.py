"""What an oracle gives the selector: the gold pages, or nothing but the gold tables."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from veriscope.domain import CaptionId, CellId, GoldClaim, Page, PageStore, Section, Table


class Oracle(StrEnum):
    """Which stage's work is given instead of done."""

    NONE = "none"
    PAGES = "pages"
    TABLES = "tables"


def gold_pages(gold: GoldClaim, store: PageStore, *, oracle: Oracle) -> list[tuple[Page, float]]:
    """The pages of all gold sets, in title order and with equal scores; with `TABLES`, only the gold tables on them.

    A page or a table that the corpus does not hold is left out; a claim without gold has no pages.
    """
    pieces = [piece for group in gold.evidence_sets for piece in group]
    if oracle is Oracle.TABLES:
        pieces = [piece for piece in pieces if isinstance(piece, CellId | CaptionId)]
    found = (store.page(title) for title in sorted({piece.page for piece in pieces}))
    pages = [page for page in found if page is not None]
    if oracle is Oracle.TABLES:
        tables = {(piece.page, piece.table) for piece in pieces if isinstance(piece, CellId | CaptionId)}
        pages = [_with_tables(page, {index for title, index in tables if title == page.title}) for page in pages]
    return [(page, 1.0) for page in pages if page.elements]


def _with_tables(page: Page, indexes: set[int]) -> Page:
    return replace(page, elements=tuple(_headed_tables(page, indexes)))


def _headed_tables(page: Page, indexes: set[int]) -> Iterator[Section | Table]:
    """The tables, each after the headings that it stands under."""
    path: list[Section] = []
    for element in page.elements:
        if isinstance(element, Section):
            path = [section for section in path if section.level < element.level] + [element]
        elif isinstance(element, Table) and element.index in indexes:
            yield from path
            yield element
