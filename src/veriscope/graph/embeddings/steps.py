"""The parts of one visit of a fact that all models share: how it begins, and how far a row moves."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import inlined_kernel, inner_kernel
from veriscope.graph.embeddings.draws import Visits, choose_end, draw_others, set_aside
from veriscope.graph.embeddings.losses import Recipe
from veriscope.graph.embeddings.rows import Number, Row, copy_row, fill_row

_NO_DISTANCE = 1e-9
# The distance of what is not measured.
_FAR_AWAY = 1e30


class Scratch(NamedTuple):
    """The working memory of one visit; place 0 of the last four is the true end, the other places are its replacements.

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
    """Memory for visits with `negatives` corrupted facts."""
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
    """Choose and draw the ends of a visit; returns the kept end, the predicate, and the sign of `choose_end`.

    The query is set to the kept end; all distances start as far away.
    """
    if turn % recipe.visits_a_draw == 0:
        draw_others(state, len(entities), scratch.drawn)
    anchor, predicate, sign = choose_end(state, visits, visits.order[turn], scratch.drawn)
    set_aside(scratch.drawn, scratch.is_aside)
    copy_row(scratch.query, entities[anchor])
    fill_row(scratch.distances, _FAR_AWAY)
    return anchor, predicate, sign


@inner_kernel
def slope_of(weight: Number, distance: Number, norm: int) -> Number:
    """The factor of a coordinate's sign (L1) or of the coordinate itself (L2) in the gradient."""
    return weight if norm == 1 else weight / max(distance, _NO_DISTANCE)


@inner_kernel
def end_step(squares: Row, row: int, weight: Number, dimension: int, recipe: Recipe) -> Number:
    """How far a row moves against the gradient of its weighted distance."""
    # In L1 each coordinate of the gradient counts 1, in L2 all of them together.
    square = weight * weight if recipe.norm == 1 else weight * weight / dimension
    return step_size(squares, row, square, recipe)


@inner_kernel
def step_size(squares: Row, row: int, square: Number, recipe: Recipe) -> Number:
    """How far a row moves against a gradient with that mean square."""
    if not recipe.is_adagrad:
        return recipe.rate
    squares[row] += square
    return recipe.rate / math.sqrt(squares[row])
