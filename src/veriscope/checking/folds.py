"""Stratified folds; scikit-learn is loaded only by methods that learn."""

import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Fold = tuple[NDArray[np.int64], NDArray[np.int64]]


def stratified_folds(groups: Sequence[str] | NDArray[np.bool_], count: int, *, seed: int) -> list[Fold]:
    """For each fold, the places to learn from and those left out; the seed spreads groups evenly.

    A group may have fewer members than there are folds.
    """
    from sklearn.model_selection import StratifiedKFold  # noqa: PLC0415 - a second that `kl` need not wait for

    # The library fails if no group fills all folds, so the last group here always does.
    names = [*map(str, groups), *["to fill the folds"] * count]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The least populated class")
        splits = list(StratifiedKFold(count, shuffle=True, random_state=seed).split(names, names))
    return [(learned[learned < len(groups)], left_out[left_out < len(groups)]) for learned, left_out in splits]
