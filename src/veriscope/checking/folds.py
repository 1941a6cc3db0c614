"""Folds in which every group has its share; the library behind them is loaded only by methods that learn."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Fold = tuple[NDArray[np.int64], NDArray[np.int64]]


def stratified_folds(groups: Sequence[str] | NDArray[np.bool_], count: int, *, seed: int) -> list[Fold]:
    """For each fold the places learned from and those left out; groups are spread evenly, by the seed."""
    from sklearn.model_selection import StratifiedKFold  # noqa: PLC0415 - a second that `kl` need not wait for

    splits = StratifiedKFold(count, shuffle=True, random_state=seed).split(np.zeros(len(groups)), groups)
    return [(np.asarray(learned), np.asarray(left_out)) for learned, left_out in splits]
