"""What one visit of a fact has in common in all models: how it begins, and how far a row moves."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.embedding_draws import Visits, choose_end, draw_others, set_aside
from veriscope.graph.embedding_losses import Recipe
from veriscope.graph.embedding_rows import Number, Row, copy_row, fill_row
from veriscope.graph.kernels import inlined_kernel, inner_kernel

_NO_DISTANCE = 1e-9
# The distance of what is set aside.
_FAR_AWAY = 1e30


class Scratch(NamedTuple):
    """The working memory of one visit; place 0 of the last four is the true end, the others stand in for it.

    `pull` is the gradient of the loss by the query, `turn` by the normal, `gradient` of one distance.
    """

    query: Row
    pull: Row
    turn: Row
    gradient: Row
    drawn: NDArray[np.int64]
    is_aside: NDArray[np.bool_]
    distances: Row
    weights: Row


@inner_kernel
def make_scratch(entities: NDArray[np.float32], negatives: int) -> Scratch:
    """Memory for visits with so many corrupted facts."""
    rows = np.zeros((4, entities.shape[1]), entities.dtype)
    ends = np.zeros((2, negatives + 1), entities.dtype)
    drawn = np.zeros(negatives + 1, np.int64)
    return Scratch(rows[0], rows[1], rows[2], rows[3], drawn, np.zeros(negatives + 1, np.bool_), ends[0], ends[1])


@inlined_kernel
def begin_visit(
    visits: Visits,
    turn: int,
    entities: NDArray[np.float32],
    scratch: Scratch,
    state: NDArray[np.uint64],
    recipe: Recipe,
) -> tuple[int, int, int]:
    """Choose and draw the ends of a visit; the end that is kept, the predicate, and the sign of `choose_end`.

    The query is the kept end; all is far from it that is not measured.
    """
    if turn % recipe.visits_a_draw == 0:
        draw_others(state, len(entities), scratch.drawn)
    anchor, predicate, sign = choose_end(state, visits, visits.order[turn], scratch.drawn)
    set_aside(visits, anchor, predicate, sign, scratch.drawn, scratch.is_aside)
    copy_row(scratch.query, entities[anchor])
    fill_row(scratch.distances, _FAR_AWAY)
    return anchor, predicate, sign


@inner_kernel
def slope_of(weight: Number, distance: Number, norm: int) -> Number:
    """What a coordinate's sign (L1) or the coordinate itself (L2) is multiplied by to give the gradient."""
    return weight if norm == 1 else weight / max(distance, _NO_DISTANCE)


@inner_kernel
def end_step(squares: Row, row: int, weight: Number, dimension: int, recipe: Recipe) -> Number:
    """How far a row moves against the gradient of its weighted distance."""
    # Every coordinate of it counts 1 in L1, all together in L2.
    square = weight * weight if recipe.norm == 1 else weight * weight / dimension
    return step_size(squares, row, square, recipe)


@inner_kernel
def step_size(squares: Row, row: int, square: Number, recipe: Recipe) -> Number:
    """How far a row moves against a gradient with that mean square."""
    if not recipe.is_adagrad:
        return recipe.rate
    squares[row] += square
    return recipe.rate / math.sqrt(squares[row])
