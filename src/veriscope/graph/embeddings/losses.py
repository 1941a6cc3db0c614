"""The loss of one visit, and its derivative by each distance."""

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import inner_kernel

# Below this, exp adds nothing to a sum with a term of 1.
_VANISHING = -12.0
# A little less than 1, so that rounding does not put equal weights below their mean.
_MEAN = 0.999


class Recipe(NamedTuple):
    """The settings that kernels read."""

    norm: int
    is_margin: bool
    is_adagrad: bool
    has_unit_entities: bool
    margin: float
    temperature: float
    rate: float
    visits_a_draw: int


@njit(cache=True, nogil=True)
def weigh(distances: NDArray[np.float32], weights: NDArray[np.float32], recipe: Recipe) -> float:
    """The loss; fills `weights` with its derivative by each distance. The true fact stands first."""
    if recipe.is_margin:
        return _weigh_margin(distances, weights, recipe.margin)
    return _weigh_self_adversarial(distances, weights, recipe.margin, recipe.temperature)


@inner_kernel
def _weigh_margin(distances: NDArray[np.float32], weights: NDArray[np.float32], margin: float) -> float:
    """Mean of max(0, margin + d(true) − d(corrupted)) (Bordes et al. 2013)."""
    part = 1.0 / (len(distances) - 1)
    loss, weights[0] = 0.0, 0.0
    for k in range(1, len(distances)):
        missing = margin + distances[0] - distances[k]
        weights[k] = 0.0
        if missing > 0:
            loss += missing * part
            weights[0] += part
            weights[k] = -part
    return loss


@inner_kernel
def _weigh_self_adversarial(
    distances: NDArray[np.float32], weights: NDArray[np.float32], margin: float, temperature: float
) -> float:
    """−log σ(margin − d(true)) − Σ p·log σ(d(corrupted) − margin) (Sun et al. 2019).

    The weights p ∝ exp(−temperature·d(corrupted)) are held fixed. We leave out the corrupted facts that weigh less than
    the mean: learning from the others alone ranks better, and sooner.
    """
    nearest = distances[1]
    for k in range(2, len(distances)):
        nearest = min(nearest, distances[k])
    total = 0.0
    for k in range(1, len(distances)):
        power = temperature * (nearest - distances[k])
        weights[k] = math.exp(power) if power > _VANISHING else 0.0
        total += weights[k]
    loss, weights[0] = _logistic(distances[0] - margin)
    for k in range(1, len(distances)):
        p = weights[k] / total
        weights[k] = 0
        if p * (len(distances) - 1) > _MEAN:
            part, slope = _logistic(margin - distances[k])
            loss += p * part
            weights[k] = -p * slope
    return loss


@inner_kernel
def _logistic(x: float) -> tuple[float, float]:
    """−log σ(−x) and its derivative σ(x)."""
    small = math.exp(-abs(x))
    return max(x, 0.0) + math.log1p(small), (1.0 if x >= 0 else small) / (1 + small)
