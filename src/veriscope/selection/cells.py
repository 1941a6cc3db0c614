"""Ranks the cells of one table by the chance that a claim needs them as evidence."""

from typing import NamedTuple

import numpy as np

from veriscope.selection.cell_features import cell_features
from veriscope.selection.grouped import Floats, Integers
from veriscope.selection.packaged import packaged_model
from veriscope.selection.table_match import TableMatch

# How many places of the best rows are examined; the budget of FEVEROUS is 25.
_MAX_PLACES = 200


class RankedCell(NamedTuple):
    """The number of a cell in its table, with the chance that it is evidence."""

    cell: int
    chance: float


def rank_cells(match: TableMatch) -> list[RankedCell]:
    """The cells with text in the best rows, best first, without the headers of columns."""
    places = candidate_places(match)
    chances = packaged_model("cells.json").probability(cell_features(match, places))
    cells = match.view.places.cells[places]
    best: dict[int, float] = {}
    for cell, chance in zip(cells.tolist(), chances.tolist(), strict=True):
        best[cell] = max(chance, best.get(cell, 0.0))
    return [RankedCell(cell, chance) for cell, chance in sorted(best.items(), key=lambda item: (-item[1], item[0]))]


def candidate_places(match: TableMatch) -> Integers:
    """The filled places of the best rows: as many whole rows as `_MAX_PLACES` allows, but at least one."""
    layout, view = match.view.places, match.view
    usable = np.flatnonzero((view.lengths[layout.cells] > 0) & ~view.header_rows[layout.rows])
    if len(usable) <= _MAX_PLACES:
        return usable
    order = np.argsort(-_with_neighbours(match.row_scores), kind="stable")
    sizes = np.bincount(layout.rows[usable], minlength=layout.height)[order]
    kept = np.zeros(layout.height, np.bool_)
    kept[order[: max(1, int(np.searchsorted(np.cumsum(sizes), _MAX_PLACES, side="right")))]] = True
    return usable[kept[layout.rows[usable]]]


def _with_neighbours(scores: Floats) -> Floats:
    """Row scores, raised near good rows: a claim may be about a stretch of rows and name only its ends."""
    padded = np.pad(scores, 2)
    near = np.maximum.reduce([padded[shift : shift + len(scores)] for shift in range(5)])
    raised: Floats = scores + 0.3 * near
    return raised
