"""Softmax regression over sparse inputs with given offsets."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

_BATCH = 256
_RATE = 0.5
# The initial sum of squared gradients: small gradients make small steps, and small weights stay small.
_BEGIN = 1.0


@dataclass(frozen=True, slots=True)
class RegressionTask:
    """Rows of inputs, offsets added to their logits, the places (columns) to predict, and the weight of each row."""

    inputs: csr_matrix
    offsets: NDArray[np.float32]
    places: NDArray[np.int64]
    shares: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RegressionSettings:
    """`ridge` is the penalty on squared weights; a share `dropped` of each row's features is left out.

    What is left out is drawn anew each time, so that every feature learns to predict the place without the others.
    """

    ridge: float = 0.5
    dropped: float = 0.5
    epochs: int = 8
    seed: int = 0


def fit_weights(task: RegressionTask, settings: RegressionSettings) -> NDArray[np.float32]:
    """Weights of features (rows) for places (columns), by AdaGrad over small batches.

    Duchi, Hazan & Singer, Adaptive subgradient methods (JMLR 2011).
    """
    shape = task.inputs.shape[1], task.offsets.shape[1]
    weights, squares = np.zeros(shape, dtype=np.float32), np.full(shape, _BEGIN, dtype=np.float32)
    draw = np.random.default_rng(settings.seed)
    decay = settings.ridge * _BATCH / len(task.places)
    for _ in range(settings.epochs):
        order = draw.permutation(len(task.places))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            inputs = task.inputs[rows]
            inputs.data = inputs.data * (draw.random(len(inputs.data)) >= settings.dropped)
            known = np.unique(inputs.indices)
            inputs, own = inputs[:, known], weights[known]
            slopes = inputs.T @ _errors(task, rows, inputs @ own) + decay * own
            squares[known] += slopes**2
            weights[known] = own - _RATE * slopes / np.sqrt(squares[known])
    return weights


def _errors(task: RegressionTask, rows: NDArray[np.int64], logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Predicted minus true probabilities, times the weight of each row."""
    logits = logits + task.offsets[rows]
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    likely[np.arange(len(rows)), task.places[rows]] -= 1
    errors: NDArray[np.float32] = likely * task.shares[rows, None]
    return errors
