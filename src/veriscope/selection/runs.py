"""Runs of equal cells: once a table is flattened, a cell that spanned several places is repeated in each of them."""

import numpy as np

from veriscope.selection.grouped import Integers
from veriscope.selection.table_view import TableView


def runs_down(view: TableView) -> Integers:
    """For each place, the number of its run of equal cells in the column; header rows are separate."""
    layout = view.places
    grid = _grid(view)
    starts = np.ones(grid.shape, np.bool_)
    starts[1:] = grid[1:] != grid[:-1]
    starts[1:] |= view.header_rows[:-1, None]
    numbers = np.cumsum(starts.T.ravel()).reshape(grid.T.shape).T - 1
    return np.asarray(numbers[layout.rows, layout.columns], np.int64)


def runs_across(view: TableView) -> Integers:
    """For each place, the number of its run of equal cells in the row."""
    layout = view.places
    grid = _grid(view)
    starts = np.ones(grid.shape, np.bool_)
    starts[:, 1:] = grid[:, 1:] != grid[:, :-1]
    numbers = np.cumsum(starts.ravel()).reshape(grid.shape) - 1
    return np.asarray(numbers[layout.rows, layout.columns], np.int64)


def _grid(view: TableView) -> Integers:
    """A number for what each place says; every empty place gets its own."""
    layout = view.places
    grid = -1 - np.arange(layout.height * layout.width).reshape(layout.height, layout.width)
    filled = view.lengths[layout.cells] > 0
    grid[layout.rows[filled], layout.columns[filled]] = view.texts[layout.cells[filled]]
    return grid
