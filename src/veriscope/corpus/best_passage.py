"""The piece of a page that answers a search query best."""

from collections.abc import Iterator
from typing import NamedTuple

from veriscope.corpus.grid import Grid
from veriscope.corpus.query_matching import Marks, QueryMatcher
from veriscope.corpus.search_query import Clause
from veriscope.domain import EvidenceId, ItemList, Page, Sentence, SentenceId, Table

# What only the caption, the section or the headers of a header hold counts less than what an element says itself.
_CONTEXT_SHARE = 0.7
_FOR_A_SENTENCE = 1e-6
_EQUAL = 1e-9
# Laying out a larger table to find the headers of cells that match nothing themselves would take too long.
_MAX_LAID_OUT = 2000


class Passage(NamedTuple):
    """A piece of a page with its evidence id, what it stands under (sections, headers) and the spans that match."""

    id: EvidenceId
    text: str
    context: tuple[str, ...]
    marks: Marks


class _Candidate(NamedTuple):
    """`held` is what the element says: a data cell says what its headers do."""

    id: EvidenceId
    text: str
    context: tuple[str, ...]
    held: frozenset[Clause]


def best_passage(page: Page, matcher: QueryMatcher) -> Passage | None:
    """The element that holds most of what is looked for; none on a page without elements.

    Of equals a sentence comes first, since it explains itself; then the one that stands first.
    """
    best, best_score = None, -1.0
    for candidate in _candidates(page, matcher):
        held_around = matcher.held_by(" \n ".join(candidate.context)) - candidate.held
        score = matcher.weight(candidate.held) + _CONTEXT_SHARE * matcher.weight(held_around)
        score += _FOR_A_SENTENCE if isinstance(candidate.id, SentenceId) else 0
        if score > best_score + _EQUAL:
            best, best_score = candidate, score
    return Passage(best.id, best.text, best.context, matcher.marks(best.text)) if best is not None else None


def _candidates(page: Page, matcher: QueryMatcher) -> Iterator[_Candidate]:
    for path, element in page.outline():
        match element:
            case Sentence(_, text):
                yield _Candidate(page.sentence_id(element), text, path, matcher.held_by(text))
            case ItemList(_, items):
                for item in items:
                    yield _Candidate(page.item_id(element, item), item.text, path, matcher.held_by(item.text))
            case Table():
                yield from _table_candidates(page, path, element, matcher)


def _table_candidates(page: Page, path: tuple[str, ...], table: Table, matcher: QueryMatcher) -> Iterator[_Candidate]:
    if table.caption:
        yield _Candidate(page.caption_id(table), table.caption, path, matcher.held_by(table.caption))
    held = {(cell.row, cell.column): matcher.held_by(cell.text) for cell in table.cells}
    around = (*path, table.caption) if table.caption else path
    if not any(held.values()):
        yield from (_Candidate(page.cell_id(table, c), c.text, around, frozenset()) for c in table.cells[:1])
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
            # Where no header names a row, its first cell does.
            if cell.column > 0 and cell.row in row_names and not grid.row_headers(cell):
                named_by = (row_names[cell.row],)
            own = own.union(*(held[header.row, header.column] for header in headers))
        texts = tuple(header.text for header in headers if header.text)
        yield _Candidate(page.cell_id(table, cell), cell.text, (*around, *named_by, *texts), own)
