"""Runs of equal cells: a cell that spanned several places stands in each of them once a table has been flattened."""

import numpy as np

from veriscope.selection.grouped import Integers
from veriscope.selection.table_view import TableView


def runs_down(view: TableView) -> Integers:
    """By place, the number of the run of equal cells in its column, rows of headers apart."""
    layout = view.places
    grid = _grid(view)
    starts = np.ones(grid.shape, np.bool_)
    starts[1:] = grid[1:] != grid[:-1]
    starts[1:] |= view.header_rows[:-1, None]
    numbers = np.cumsum(starts.T.ravel()).reshape(grid.T.shape).T - 1
    return np.asarray(numbers[layout.rows, layout.columns], np.int64)


def runs_across(view: TableView) -> Integers:
    """By place, the number of the run of equal cells in its row."""
    layout = view.places
    grid = _grid(view)
    starts = np.ones(grid.shape, np.bool_)
    starts[:, 1:] = grid[:, 1:] != grid[:, :-1]
    numbers = np.cumsum(starts.ravel()).reshape(grid.shape) - 1
    return np.asarray(numbers[layout.rows, layout.columns], np.int64)


def _grid(view: TableView) -> Integers:
    """What each place says, as a number; an empty place is like no other."""
    layout = view.places
    grid = -1 - np.arange(layout.height * layout.width).reshape(layout.height, layout.width)
    filled = view.lengths[layout.cells] > 0
    grid[layout.rows[filled], layout.columns[filled]] = view.texts[layout.cells[filled]]
    return grid
