"""What a first ranking of cells says about each one's row, column and neighbours: evidence stands in blocks."""

import numpy as np

from veriscope.selection.cell_features import Rows
from veriscope.selection.grouped import Floats, Integers, maxima, ranks, stack, sums
from veriscope.selection.runs import runs_across, runs_down
from veriscope.selection.table_match import TableMatch

SECOND_FEATURES = (
    "chance",
    "chance_rank",
    "row_chance",
    "row_chance_sum",
    "row_chance_share",
    "row_chance_rank",
    "column_chance",
    "column_chance_sum",
    "column_chance_rank",
    "column_in_likely_rows",
    "row_times_column",
    "row_before",
    "row_after",
    "between_rows",
    "cell_before",
    "cell_after",
    "between_cells",
    "run_chance",
    "across_chance",
    "expected_cells",
    "likely_rows",
    "likely_columns",
)


def second_look(match: TableMatch, places: Integers, chances: Floats) -> Rows:
    """Features of some places of a table, one line each, given the chances of a first ranking."""
    layout = match.view.places
    rows, columns = layout.rows[places], layout.columns[places]
    of_rows = maxima(chances, rows, size=layout.height)
    of_columns = maxima(chances, columns, size=layout.width)
    column_sums = sums(chances, columns, size=layout.width)
    is_likely = of_rows > 0.5 * max(float(of_rows.max(initial=0)), 1e-9)
    in_likely = sums(chances * is_likely[rows], columns, size=layout.width) / max(int(is_likely.sum()), 1)
    grid = np.zeros((layout.height, layout.width))
    grid[rows, columns] = chances
    before, after, between = _around(of_rows[:, None])
    cell_before, cell_after, cell_between = _around(grid)
    whole = (chances.sum(), is_likely.sum(), (of_columns > 0.3).sum())
    return stack(
        chances,
        ranks(chances),
        of_rows[rows],
        sums(chances, rows, size=layout.height)[rows],
        of_rows[rows] / max(float(of_rows.max(initial=0)), 1e-9),
        ranks(of_rows)[rows],
        of_columns[columns],
        column_sums[columns],
        ranks(column_sums)[columns],
        in_likely[columns],
        of_rows[rows] * in_likely[columns],
        before[rows, 0],
        after[rows, 0],
        between[rows, 0],
        cell_before[rows, columns],
        cell_after[rows, columns],
        cell_between[rows, columns],
        _best_of_run(chances, runs_down(match.view)[places]),
        _best_of_run(chances, runs_across(match.view)[places]),
        *(np.full(len(places), number) for number in whole),
    ).astype(np.float32)


def _best_of_run(chances: Floats, runs: Integers) -> Floats:
    return maxima(chances, runs, size=int(runs.max(initial=-1)) + 1)[runs]


def _around(grid: Floats) -> tuple[Floats, Floats, Floats]:
    """By line, the chance in the line before, in the line after, and the lower of the best above and the best below."""
    edge = np.zeros((1, grid.shape[1]))
    before, after = np.vstack((edge, grid[:-1])), np.vstack((grid[1:], edge))
    above = np.maximum.accumulate(before, axis=0)
    below = np.maximum.accumulate(after[::-1], axis=0)[::-1]
    return before, after, np.minimum(above, below)
