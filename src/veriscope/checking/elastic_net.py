"""Logistic regression with an absolute and a quadratic penalty."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack
from scipy.special import expit, logit

from veriscope.checking.linear_model import LinearModel

_MAX_STEPS = 2000
_TOLERANCE = 1e-5
_SAFETY = 1.05  # the largest eigenvalue is approached from below

Floats = NDArray[np.float64]


def fit_elastic_net(
    table: csr_array, columns: NDArray[np.int64], is_true: NDArray[np.bool_], *, absolute: float, quadratic: float
) -> LinearModel:
    """The weights w that minimise the summed log loss + absolute·‖w‖₁ + quadratic·‖w‖₂²; the bias costs nothing.

    Proximal gradient steps with momentum, begun anew where it overshoots: Beck & Teboulle (2009), O'Donoghue & Candès
    (2015). In scikit-learn's terms: C = 1 / (absolute + 2·quadratic), l1_ratio = absolute · C.
    """
    start = np.append(np.zeros(len(columns)), logit(is_true.mean()))
    if not len(columns):
        return LinearModel(columns, start[:-1], float(start[-1]))
    with_bias = csr_array(hstack([table, np.ones((table.shape[0], 1))]))
    absolutes, quadratics = (np.append(np.full(len(columns), penalty), 0.0) for penalty in (absolute, quadratic))
    weights = _descend(with_bias, is_true.astype(np.float64), start, absolutes, quadratics)
    return LinearModel(columns, weights[:-1], float(weights[-1]))


def _descend(table: csr_array, labels: Floats, start: Floats, absolutes: Floats, quadratics: Floats) -> Floats:
    flipped = csr_array(table.T)
    steepness = _SAFETY * _largest_eigenvalue(table, flipped) / 4 + 2 * quadratics.max()
    weights, ahead, momentum = start, start, 1.0
    for _ in range(_MAX_STEPS):
        slope = flipped @ (expit(table @ ahead) - labels) + 2 * quadratics * ahead
        moved = ahead - slope / steepness
        following = np.sign(moved) * np.maximum(np.abs(moved) - absolutes / steepness, 0)
        change = following - weights
        if (ahead - following) @ change > 0:
            momentum = 1.0
        longer = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead, weights, momentum = following + (momentum - 1) / longer * change, following, longer
        if np.abs(change).max() < _TOLERANCE:
            break
    return weights


def _largest_eigenvalue(table: csr_array, flipped: csr_array) -> float:
    """Of the table's products with itself, by power iteration."""
    vector = np.ones(table.shape[1])
    length = 0.0
    for _ in range(30):
        vector = flipped @ (table @ (vector / np.linalg.norm(vector)))
        length = float(np.linalg.norm(vector))
    return length
