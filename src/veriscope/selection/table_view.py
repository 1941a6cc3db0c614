"""A table laid out for matching: the places of each cell, its contents, and the keys it shares with the claim."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import nan
from typing import NamedTuple

import numpy as np

from veriscope.domain import Cell, Page, Table
from veriscope.selection.claim_keys import ROOT, ClaimKeys
from veriscope.selection.grouped import Booleans, Floats, Integers
from veriscope.tables import Grid
from veriscope.text import is_date, is_value, is_year, match_keys

EMPTY, TEXT, NUMBER, TIME = range(4)
_MAX_LINKS = 3


@dataclass(frozen=True, slots=True)
class CellPlaces:
    """The grid places of cells: one entry for each place a cell covers, in row order."""

    cells: Integers
    rows: Integers
    columns: Integers
    height: int
    width: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a page, prepared for one claim.

    `hit_cells` and `hit_keys` together say which cell holds which key of the claim. `matched` counts how many of a
    cell's `lengths` keys the claim contains. Cells with the same number in `texts` say the same. `numbers` holds the
    first number of each cell. `header_rows` marks the rows that hold only headers.
    """

    page: Page
    path: tuple[str, ...]
    table: Table
    cells: tuple[Cell, ...]
    places: CellPlaces
    header_rows: Booleans
    lengths: Integers
    matched: Integers
    kinds: Integers
    texts: Integers
    numbers: Floats
    are_linked: Booleans
    hit_cells: Integers
    hit_keys: Integers

    @classmethod
    def of(cls, page: Page, path: tuple[str, ...], table: Table, claim: ClaimKeys) -> "TableView":
        """The view of a table of a page."""
        cells = table.cells
        places = _places(table)
        headers = np.fromiter((cell.is_header for cell in cells), np.bool_, len(cells))
        data_in_row = np.bincount(places.rows[~headers[places.cells]], minlength=places.height)
        return cls(page, path, table, cells, places, data_in_row == 0, *_read_cells(cells, claim))


def _places(table: Table) -> CellPlaces:
    cells = table.cells
    if all(cell.row_span == 1 and cell.column_span == 1 for cell in cells):
        rows = np.fromiter((cell.row for cell in cells), np.int64, len(cells))
        columns = np.fromiter((cell.column for cell in cells), np.int64, len(cells))
        return _dense_places(np.arange(len(cells)), rows, columns)
    return _grid_places(cells, Grid.of(table))


def _grid_places(cells: Sequence[Cell], grid: Grid) -> CellPlaces:
    numbers = {(cell.row, cell.column): number for number, cell in enumerate(cells)}
    covered = [
        (numbers[cell.row, cell.column], y, x)
        for y, row in enumerate(grid.rows)
        for x, cell in enumerate(row)
        if cell is not None
    ]
    numbered = np.array(covered, np.int64).reshape(-1, 3)
    return _dense_places(numbered[:, 0], numbered[:, 1], numbered[:, 2])


def _dense_places(cells: Integers, rows: Integers, columns: Integers) -> CellPlaces:
    """Renumber rows and columns without gaps, since a gap in the numbering does not mean an empty row."""
    row_numbers, rows = np.unique(rows, return_inverse=True)
    column_numbers, columns = np.unique(columns, return_inverse=True)
    return CellPlaces(cells, rows, columns, len(row_numbers), len(column_numbers))


class _ReadCells(NamedTuple):
    lengths: Integers
    matched: Integers
    kinds: Integers
    texts: Integers
    numbers: Floats
    are_linked: Booleans
    hit_cells: Integers
    hit_keys: Integers


def _read_cells(cells: Sequence[Cell], claim: ClaimKeys) -> _ReadCells:
    same: dict[tuple[str, ...], int] = {}
    read = [_read(cell.text) for cell in cells]
    hits, matched = _hits(cells, [keys for keys, _, _ in read], claim)
    hit_cells, hit_keys = np.array(hits, np.int64).reshape(-1, 2).T
    return _ReadCells(
        np.array([len(keys) for keys, _, _ in read], np.int64),
        np.bincount(np.array(matched, np.int64), minlength=len(cells)),
        np.array([kind for _, kind, _ in read], np.int64),
        np.array([same.setdefault(keys, len(same)) for keys, _, _ in read], np.int64),
        np.array([value for _, _, value in read], np.float64),
        np.array([bool(cell.links) for cell in cells], np.bool_),
        hit_cells,
        hit_keys,
    )


def _hits(
    cells: Sequence[Cell], read: Sequence[tuple[str, ...]], claim: ClaimKeys
) -> tuple[list[tuple[int, int]], list[int]]:
    """Pairs of a cell and a key it holds, exact ones first, and the cell of each key that matched in any way."""
    index, roots = claim.index, claim.roots
    exact: list[tuple[int, int]] = []
    by_root: list[tuple[int, int]] = []
    matched: list[int] = []
    for number, keys in enumerate(read):
        for key in keys:
            is_hit = key in index
            if is_hit:
                exact.append((number, index[key]))
            if key[:ROOT] in roots:
                by_root.append((number, roots[key[:ROOT]]))
                is_hit = True
            if is_hit:
                matched.append(number)
        # The target of a link may spell out what its text abbreviates.
        for link in cells[number].links[:_MAX_LINKS]:
            if link.target != cells[number].text:
                by_root += [(number, hit) for hit in claim.hits(link.target)]
    return exact + by_root, matched


@lru_cache(maxsize=1 << 16)
def _read(text: str) -> tuple[tuple[str, ...], int, float]:
    """The keys of a cell, the kind of value it holds, and its first number."""
    keys = tuple(dict.fromkeys(match_keys(text)))
    if not keys:
        return keys, EMPTY, nan
    valued = [key for key in keys if is_value(key)]
    number = _float(valued[0]) if valued else nan
    if 2 * len(valued) < len(keys):
        return keys, TEXT, number
    return keys, TIME if is_date(keys[0]) or is_year(keys[0]) else NUMBER, number


def _float(key: str) -> float:
    """The number, or for a date a number that grows with later dates."""
    digits = key.strip("-").replace("-", "")
    try:
        return float(digits)
    except ValueError:
        return nan
