"""What the kernels of all models share: what they read and change, and how far a row moves."""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.embedding_losses import Recipe
from veriscope.graph.kernels import Function, inner_kernel

_NO_DISTANCE = 1e-9
# The distance of what is set aside.
FAR_AWAY = 1e30
_OPTIONS: dict[str, Any] = dict.fromkeys(("cache", "nogil", "fastmath", "no_cpython_wrapper", "no_cfunc_wrapper"), True)
Row = NDArray[np.float32]
Number = float | np.float32


def fast_kernel(function: Function) -> Function:
    """As `inner_kernel`, for loops over coordinates: sums may be taken in any order, several terms at a time."""
    compiled: Function = njit(**_OPTIONS)(function)
    return compiled


class Vectors(NamedTuple):
    """What training moves; `normals` has a row for each predicate in TransH, and none in TransE."""

    entities: NDArray[np.float32]
    predicates: NDArray[np.float32]
    normals: NDArray[np.float32]


class Squares(NamedTuple):
    """Adagrad's sums of squared gradients, one for each row: their mean over the row."""

    entities: NDArray[np.float32]
    predicates: NDArray[np.float32]
    normals: NDArray[np.float32]


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


@inner_kernel
def slope_of(weight: Number, distance: Number, norm: int) -> Number:
    """What a coordinate's sign (L1) or the coordinate itself (L2) is multiplied by to give the gradient."""
    return weight if norm == 1 else weight / max(distance, _NO_DISTANCE)


@inner_kernel
def mean_square(weight: Number, dimension: int, norm: int) -> Number:
    """The mean square of a weighted distance's gradient: every coordinate counts 1 in L1, all together in L2."""
    return weight * weight if norm == 1 else weight * weight / dimension


@inner_kernel
def step_size(squares: Row, row: int, square: Number, recipe: Recipe) -> Number:
    """How far a row moves against a gradient with that mean square."""
    if not recipe.is_adagrad:
        return recipe.rate
    squares[row] += square
    return recipe.rate / math.sqrt(squares[row])


@fast_kernel
def dot(left: Row, right: Row) -> Number:
    """The inner product."""
    total = left.dtype.type(0)
    for i in range(len(left)):
        total += left[i] * right[i]
    return total


@fast_kernel
def add_scaled(row: Row, scale: Number, added: Row) -> None:
    """Add a multiple of another row."""
    factor = row.dtype.type(scale)
    for i in range(len(row)):
        row[i] += factor * added[i]


@fast_kernel
def make_unit(row: Row) -> None:
    """Bring a row to length 1; a row of zeros stays."""
    length = math.sqrt(dot(row, row))
    if length > 0:
        factor = row.dtype.type(1 / length)
        for i in range(len(row)):
            row[i] *= factor
