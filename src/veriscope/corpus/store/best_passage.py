"""Finds the piece of a page that answers a search query best."""

from collections.abc import Iterator
from typing import NamedTuple

from veriscope.corpus.store.query_matching import Marks, QueryMatcher
from veriscope.corpus.store.search_query import Clause
from veriscope.domain import EvidenceId, ItemList, Page, Sentence, SentenceId, Table
from veriscope.tables import Grid

# A match in only the caption, the section or the headers of an element counts less than one in the element.
_CONTEXT_SHARE = 0.7
_FOR_A_SENTENCE = 1e-6
_EQUAL = 1e-9
# A larger table is not laid out to find headers for cells that match nothing themselves, which would be slow.
_MAX_LAID_OUT = 2000


class Passage(NamedTuple):
    """A piece of a page with its evidence id, its context (sections, headers) and the spans that match."""

    id: EvidenceId
    text: str
    context: tuple[str, ...]
    marks: Marks


class _MarkedElement(NamedTuple):
    """An element with the clauses it holds (`held`); a data cell also counts the clauses of its headers."""

    id: EvidenceId
    text: str
    context: tuple[str, ...]
    held: frozenset[Clause]


def best_passage(page: Page, matcher: QueryMatcher) -> Passage | None:
    """The element that holds most of the query; None for a page without elements.

    Of equally good elements, a sentence is preferred, since it explains itself; then the first on the page.
    """
    best, best_score = None, -1.0
    for candidate in _candidates(page, matcher):
        held_around = matcher.clauses_in(" \n ".join(candidate.context)) - candidate.held
        score = matcher.weight(candidate.held) + _CONTEXT_SHARE * matcher.weight(held_around)
        score += _FOR_A_SENTENCE if isinstance(candidate.id, SentenceId) else 0
        if score > best_score + _EQUAL:
            best, best_score = candidate, score
    return Passage(best.id, best.text, best.context, matcher.marks(best.text)) if best is not None else None


def _candidates(page: Page, matcher: QueryMatcher) -> Iterator[_MarkedElement]:
    for path, element in page.outline():
        match element:
            case Sentence(_, text):
                yield _MarkedElement(page.sentence_id(element), text, path, matcher.clauses_in(text))
            case ItemList(_, items):
                for item in items:
                    yield _MarkedElement(page.item_id(element, item), item.text, path, matcher.clauses_in(item.text))
            case Table():
                yield from _table_candidates(page, path, element, matcher)


def _table_candidates(
    page: Page, path: tuple[str, ...], table: Table, matcher: QueryMatcher
) -> Iterator[_MarkedElement]:
    if table.caption:
        yield _MarkedElement(page.caption_id(table), table.caption, path, matcher.clauses_in(table.caption))
    held = {(cell.row, cell.column): matcher.clauses_in(cell.text) for cell in table.cells}
    around = (*path, table.caption) if table.caption else path
    if not any(held.values()):
        yield from (_MarkedElement(page.cell_id(table, c), c.text, around, frozenset()) for c in table.cells[:1])
        return
    grid = Grid.of(table)
    row_names = {cell.row: cell.text for cell in table.cells if cell.column == 0 and cell.text}
    is_large = len(table.cells) > _MAX_LAID_OUT
    for cell in table.cells:
        own = held[cell.row, cell.column]
        if not cell.text or (is_large and not own):
            continue
        headers = grid.context(cell)
        named_by: tuple[str, ...] = ()
        if not cell.is_header:
            # If no header names a row, its first cell does.
            if cell.column > 0 and cell.row in row_names and not grid.row_headers(cell):
                named_by = (row_names[cell.row],)
            own = own.union(*(held[header.row, header.column] for header in headers))
        texts = tuple(header.text for header in headers if header.text)
        yield _MarkedElement(page.cell_id(table, cell), cell.text, (*around, *named_by, *texts), own)
