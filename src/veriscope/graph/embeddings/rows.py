"""The rows of numbers that training changes, and arithmetic on them inside kernels."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import fast_kernel

Row = NDArray[np.float32]
Number = float | np.float32


class Vectors(NamedTuple):
    """What training changes; `normals` has a row for each predicate in TransH, and empty rows in TransE."""

    entities: NDArray[np.float32]
    predicates: NDArray[np.float32]
    normals: NDArray[np.float32]


class Squares(NamedTuple):
    """Adagrad's sums of squared gradients, one for each row: their mean over the row."""

    entities: NDArray[np.float32]
    predicates: NDArray[np.float32]
    normals: NDArray[np.float32]


@fast_kernel
def copy_row(row: Row, copied: Row) -> None:
    """Copy the numbers of another row."""
    for i in range(len(row)):
        row[i] = copied[i]


@fast_kernel
def fill_row(row: Row, value: Number) -> None:
    """Make every number of a row the same."""
    number = row.dtype.type(value)
    for i in range(len(row)):
        row[i] = number


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
    """Scale a row to length 1; a row of zeros stays."""
    length = math.sqrt(dot(row, row))
    if length > 0:
        factor = row.dtype.type(1 / length)
        for i in range(len(row)):
            row[i] *= factor
