"""Ranks the cells, headers, captions and list items of candidate pages."""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

import numpy as np

from veriscope.corpus import Grid
from veriscope.domain import Claim, Evidence, ItemList, Page, Table, TermStatistics
from veriscope.selection.cells import RankedCell, rank_cells
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.items import item_evidence, naming_evidence
from veriscope.selection.table_match import TableMatch
from veriscope.selection.table_view import TableView

# Tables whose cells are looked at closely.
_MAX_TABLES = 4
_SHARPNESS = 10.0


class _RankedTable(NamedTuple):
    match: TableMatch
    chance: float


class TableElements:
    """Selects from tables and lists: first the tables by what they share with the claim, then their cells."""

    def __init__(self, statistics: TermStatistics) -> None:
        self._statistics = statistics

    def rank(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int = 25) -> list[Evidence]:
        """The best cells, headers, captions and items of the pages, scored by the chance that they are evidence.

        Best first, without repeats; ties in the order of the pages.
        """
        keys = ClaimKeys.of(claim, self._statistics)
        if not keys.weights.any():
            return []
        found: list[Evidence] = []
        for table in _rank_tables(keys, pages):
            found += _table_evidence(table, limit=limit)
        for page, _ in pages:
            for path, element in page.outline():
                if isinstance(element, ItemList):
                    found += item_evidence(page, path, element, keys)
        best = {element.id: element for element in reversed(found)}
        order = {element.id: number for number, element in enumerate(found)}
        ranked = sorted(best.values(), key=lambda element: (-element.score, order[element.id]))
        return ranked[:limit]


def _rank_tables(claim: ClaimKeys, pages: Sequence[tuple[Page, float]]) -> list[_RankedTable]:
    """The best tables, best first."""
    matches = [
        TableMatch.of(claim, TableView.of(page, path, element, claim))
        for page, _ in pages
        for path, element in page.outline()
        if isinstance(element, Table) and element.cells
    ]
    scores = np.array([_agreement(match) for match in matches])
    if not len(scores):
        return []
    likelihoods = np.exp(_SHARPNESS * (scores - scores.max()))
    chances = (likelihoods / likelihoods.sum()).tolist()
    numbered = nlargest(_MAX_TABLES, range(len(matches)), key=lambda number: (chances[number], -number))
    return [_RankedTable(matches[number], chances[number]) for number in numbered]


def _agreement(match: TableMatch) -> float:
    """The share of the claim's idf that stands in the title, headings, headers and the best row of a table."""
    total = float(match.idf.sum())
    best = int(np.argmax(match.row_scores))
    found = match.context | match.header_hits.any(axis=0) | match.row_hits[best]
    elsewhere = match.row_hits.any(axis=0) & ~found
    return float(match.idf @ found + 0.5 * (match.idf @ elsewhere)) / total if total else 0.0


def _table_evidence(table: _RankedTable, *, limit: int) -> Iterator[Evidence]:
    match = table.match
    cells = rank_cells(match)[:limit]
    yield from _cell_evidence(match, cells, table.chance)
    yield from naming_evidence(match, table.chance)


def _cell_evidence(match: TableMatch, cells: Sequence[RankedCell], chance: float) -> Iterator[Evidence]:
    view = match.view
    grid = Grid.of(view.table)
    for number, own_chance in cells:
        cell = view.cells[number]
        headers = tuple(header.text for header in grid.context(cell))
        context = (view.page.title, *view.path, *headers)
        yield Evidence(view.page.cell_id(view.table, cell), cell.text, context, chance * own_chance)
