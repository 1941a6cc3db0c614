"""Ranks the cells, headers, captions and list items of candidate pages."""

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import NamedTuple

from veriscope.domain import Cell, Claim, Evidence, EvidenceId, ItemList, Page, Table, TableKind, TermStatistics
from veriscope.selection.cells import rank_cells
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.infoboxes import infobox_evidence
from veriscope.selection.items import caption_chance, header_chances, item_chances
from veriscope.selection.large_tables import reduce_table
from veriscope.selection.table_match import TableMatch
from veriscope.selection.table_ranking import ScoredTable, table_chances
from veriscope.selection.table_view import TableView
from veriscope.tables import Grid

# How many tables are examined cell by cell.
MAX_TABLES = 4


class _ScoredElement(NamedTuple):
    """An element whose context is not looked up yet: a cell of a table, or evidence that is complete."""

    score: float
    element: Evidence | Cell
    match: TableMatch | None


class TableElements:
    """Selects from tables and lists: ranks tables by what they share with the claim, then their cells."""

    def __init__(self, statistics: TermStatistics) -> None:
        self._statistics = statistics

    def rank(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int = 25) -> list[Evidence]:
        """The best cells, headers, captions and items of the pages, scored by the chance that they are evidence.

        Best first, without repeats; ties in the order of the pages.
        """
        if not any(isinstance(element, Table | ItemList) for page, _ in pages for element in page.elements):
            return []
        keys = ClaimKeys.of(claim, self._statistics)
        if not keys.weights.any():
            return []
        once = list({page.title: (page, score) for page, score in reversed(pages)}.values())[::-1]
        candidates = [*_from_tables(keys, once, limit=limit), *_from_infoboxes(keys, once), *_from_lists(keys, once)]
        numbered = enumerate(candidates)
        best = nsmallest(limit, numbered, key=lambda item: (-item[1].score, item[0]))
        return _with_context([candidate for _, candidate in best])


def scored_tables(claim: ClaimKeys, pages: Sequence[tuple[Page, float]]) -> list[ScoredTable]:
    """The tables of the pages, matched with a claim; pages without tables do not count in the ranks."""
    found: list[ScoredTable] = []
    rank = 0
    for page, score in pages:
        tables = [
            (path, element) for path, element in page.outline() if isinstance(element, Table) and _has_columns(element)
        ]
        for path, table in tables:
            view = TableView.of(page, path, reduce_table(table, claim), claim)
            found.append(ScoredTable(TableMatch.of(claim, view), score, rank))
        rank += bool(tables)
    return found


def _from_tables(claim: ClaimKeys, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[_ScoredElement]:
    tables = scored_tables(claim, pages)
    chances = table_chances(tables)
    found: list[_ScoredElement] = []
    for number in sorted(range(len(tables)), key=lambda number: (-chances[number], number))[:MAX_TABLES]:
        # No cell has a better chance than its table, so earlier finds may already fill the limit.
        if sum(one.score >= chances[number] for one in found) >= limit:
            break
        found += _from_table(tables[number].match, chances[number], limit=limit)
    return found


def _from_table(match: TableMatch, chance: float, *, limit: int) -> Iterator[_ScoredElement]:
    view = match.view
    # A header cell that spans into the data rows is ranked among the cells already.
    shares = {ranked.cell: ranked.chance for ranked in rank_cells(match)[:limit]}
    for number, share in (*shares.items(), *((n, s) for n, s in header_chances(match) if n not in shares)):
        yield _ScoredElement(chance * share, view.cells[number], match)
    if share := caption_chance(match):
        caption = Evidence(view.page.caption_id(view.table), view.table.caption, (view.page.title, *view.path), 0.0)
        yield _ScoredElement(chance * share, caption, None)


def _has_columns(table: Table) -> bool:
    return bool(table.cells) and table.kind is not TableKind.INFOBOX


def _from_infoboxes(claim: ClaimKeys, pages: Sequence[tuple[Page, float]]) -> Iterator[_ScoredElement]:
    # A label may belong to several values.
    seen: set[EvidenceId] = set()
    for piece in sorted(infobox_evidence(claim, pages), key=lambda piece: -piece.score):
        if piece.id not in seen:
            seen.add(piece.id)
            yield _ScoredElement(piece.score, piece, None)


def _from_lists(claim: ClaimKeys, pages: Sequence[tuple[Page, float]]) -> Iterator[_ScoredElement]:
    for page, _ in pages:
        for path, element in page.outline():
            if isinstance(element, ItemList):
                context = (page.title, *path)
                for item, chance in item_chances(element, context, claim):
                    yield _ScoredElement(chance, Evidence(page.item_id(element, item), item.text, context, 0.0), None)


def _with_context(candidates: Sequence[_ScoredElement]) -> list[Evidence]:
    """The candidates as evidence; only tables with a chosen cell are laid out."""
    found: list[Evidence] = []
    for score, element, match in candidates:
        if match is None or not isinstance(element, Cell):
            assert isinstance(element, Evidence)
            found.append(element._replace(score=score))
            continue
        view = match.view
        headers = tuple(header.text for header in Grid.of(view.table).context(element))
        cell_id = view.page.cell_id(view.table, element)
        found.append(Evidence(cell_id, element.text, (view.page.title, *view.path, *headers), score))
    return found
