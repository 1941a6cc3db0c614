"""Fits logistic regressions by scikit-learn, which is imported only to fit: reading a model does not need it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

Floats = NDArray[np.float64]

# The weight of a blank row.
_BLANK = 1e-6


class LabelFit(NamedTuple):
    """The weights of features (rows) for labels (columns), and the bias of each label."""

    weights: Floats
    bias: Floats


def fit_weights(rows: Sequence[Floats], is_true: Sequence[bool], *, counts: Sequence[float] | None = None) -> Floats:
    """The weights of a logistic regression; the first feature is always 1, and the ridge does not shrink its weight.

    `counts` are the weights of the rows, unless all count the same.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - see above

    counted = np.ones(len(is_true)) if counts is None else np.array(counts)
    model = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-8)
    model.fit(*_with_blanks(np.array(rows)[:, 1:], np.array(is_true, np.int64), counted, size=2))
    return np.append(model.intercept_, model.coef_[0])


def fit_labels(
    rows: Floats | csr_matrix, labels: NDArray[np.int64], counts: Floats, *, size: int, ridge: float
) -> LabelFit:
    """A regression over the labels 0 to `size` - 1, some of which may not occur.

    `ridge` times half the squared weights is added to the mean loss; `counts` are the weights of the rows.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - see above

    model = LogisticRegression(C=1 / ridge, tol=1e-5, max_iter=1000)
    model.fit(*_with_blanks(rows, labels, counts / max(counts.sum(), _BLANK), size=size))
    return LabelFit(model.coef_.T, model.intercept_)


def _with_blanks(
    rows: Floats | csr_matrix, labels: NDArray[np.int64], counts: Floats, *, size: int
) -> tuple[Floats | csr_matrix, NDArray[np.int64], Floats]:
    """The rows, and for each label a blank row of tiny weight, so that no label is missing."""
    stack, blank = (vstack, csr_matrix) if isinstance(rows, csr_matrix) else (np.vstack, np.zeros)
    known = stack([rows, blank((size, rows.shape[1]))])
    return known, np.append(labels, np.arange(size)), np.append(counts, np.full(size, _BLANK))
