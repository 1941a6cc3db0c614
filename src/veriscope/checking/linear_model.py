"""A weight for each feature: how likely a fact is true, and what each of its features says to that."""

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
        """How likely the fact of each row is true."""
        likely: NDArray[np.float64] = expit(table_of(rows, self.columns) @ self.weights + self.bias)
        return likely

    def shares(self, row: FeatureRow) -> list[tuple[int, float]]:
        """The features that count for a row and what they add to its log odds, weightiest first; ties by key."""
        table = table_of([row], self.columns)
        places, shares = table.indices, table.data * self.weights[table.indices]
        order = np.lexsort((places, -np.abs(shares)))
        return [(int(self.columns[places[at]]), float(shares[at])) for at in order if shares[at]]


def fit_logistic(
    table: csr_array, columns: NDArray[np.int64], is_true: NDArray[np.bool_], *, inverse_penalty: float
) -> LinearModel:
    """Logistic regression with a quadratic penalty, of which `inverse_penalty` is C; on the bias it is a hundredth."""
    if not len(columns):
        return LinearModel(columns, np.empty(0), float(logit(is_true.mean())))
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - a second that `kl` need not wait for

    # This solver calls no threaded library, which would cost small tables more than all the rest.
    solver = LogisticRegression(C=inverse_penalty, solver="liblinear", intercept_scaling=10, max_iter=_MAX_STEPS)
    fitted = solver.fit(table, is_true)
    return LinearModel(columns, fitted.coef_[0], float(fitted.intercept_[0]))
