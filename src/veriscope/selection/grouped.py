"""Sums, maxima and ranks of numbers that belong to groups: the places of a table to its rows or columns."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]


def sums(numbers: Numbers, groups: Integers, *, size: int) -> Floats:
    """The sum of each group."""
    return np.asarray(np.bincount(groups, weights=numbers, minlength=size), np.float64)


def maxima(numbers: Numbers, groups: Integers, *, size: int) -> Floats:
    """The greatest number of each group, or 0 if none is greater."""
    found = np.zeros(size)
    np.maximum.at(found, groups, numbers)
    return found


def ranks(scores: Floats) -> Floats:
    """The rank of each score, 0 for the highest; ties in order."""
    found = np.empty(len(scores))
    found[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    return found


def stack(*columns: Numbers) -> Floats:
    """The columns side by side."""
    return np.column_stack([np.asarray(column, np.float64) for column in columns])
