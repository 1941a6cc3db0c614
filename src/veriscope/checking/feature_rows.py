"""Facts as rows of numbered features, and tables of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array


class FeatureRow(NamedTuple):
    """The features that a fact has, by ascending key, and their values.

    `left_out` counts the nodes with too many edges: paths through them were not searched.
    """

    keys: NDArray[np.int64]
    values: NDArray[np.float64]
    left_out: int = 0

    def value(self, key: int) -> float:
        """The value of a feature that the fact has."""
        return float(self.values[np.searchsorted(self.keys, key)])


def columns_of(rows: Sequence[FeatureRow], *, least: int = 1) -> NDArray[np.int64]:
    """The features that at least `least` rows have, ascending."""
    keys, counts = np.unique(np.concatenate([_NONE, *(row.keys for row in rows)]), return_counts=True)
    return keys[counts >= least]


def table_of(rows: Sequence[FeatureRow], columns: NDArray[np.int64]) -> csr_array:
    """The values of the columns, one line for each row; features without a column are left out."""
    starts = np.cumsum([0, *(len(row.keys) for row in rows)])
    keys = np.concatenate([_NONE, *(row.keys for row in rows)])
    values = np.concatenate([np.empty(0), *(row.values for row in rows)])
    places = np.searchsorted(columns, keys).astype(np.int32)
    is_known = places < len(columns)
    is_known[is_known] = columns[places[is_known]] == keys[is_known]
    ends = np.concatenate([[0], np.cumsum(is_known)])[starts].astype(np.int32)
    return csr_array((values[is_known], places[is_known], ends), shape=(len(rows), len(columns)))


_NONE = np.empty(0, dtype=np.int64)
