"""A weight for each feature: how likely a fact is true, and how much each of its features contributes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit, logit

from veriscope.checking.feature_rows import FeatureRow, table_of

_MAX_STEPS = 1000


@dataclass(frozen=True, slots=True)
class LinearModel:
    """A logistic model over the features with the keys `columns`, ascending."""

    columns: NDArray[np.int64]
    weights: NDArray[np.float64]
    bias: float

    def probabilities(self, rows: Sequence[FeatureRow]) -> NDArray[np.float64]:
        """The probability that the fact of each row is true."""
        likely: NDArray[np.float64] = expit(table_of(rows, self.columns) @ self.weights + self.bias)
        return likely

    def shares(self, row: FeatureRow) -> list[tuple[int, float]]:
        """The features of a row and what each adds to its log odds, weightiest first; ties by key."""
        table = table_of([row], self.columns)
        places, shares = table.indices, table.data * self.weights[table.indices]
        order = np.lexsort((places, -np.abs(shares)))
        return [(int(self.columns[places[at]]), float(shares[at])) for at in order if shares[at]]


def fit_logistic(
    table: csr_array,
    columns: NDArray[np.int64],
    is_true: NDArray[np.bool_],
    *,
    inverse_penalty: float,
    is_sparse: bool = False,
) -> LinearModel:
    """Logistic regression with `inverse_penalty` as C; the penalty on the bias is much smaller.

    The penalty is quadratic (L2). A sparse model has an absolute one (L1), so that most weights are zero.
    """
    if not len(columns):
        return LinearModel(columns, np.empty(0), float(logit(is_true.mean())))
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - a second that `kl` need not wait for

    # This solver calls no threaded library, which would take longer than all the rest on small tables.
    solver = LogisticRegression(
        C=inverse_penalty,
        l1_ratio=float(is_sparse),
        solver="liblinear",
        intercept_scaling=10,
        max_iter=_MAX_STEPS,
        random_state=0,
    )
    fitted = solver.fit(table, is_true)
    return LinearModel(columns, fitted.coef_[0], float(fitted.intercept_[0]))
