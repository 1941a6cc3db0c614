"""Weighs the scores of several checkers by the properties of the fact: a logistic regression with interactions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import StratifiedKFold

Floats = NDArray[np.float64]

_FOLDS = 5
_STRENGTHS = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
# A property that bends the trust in a method needs more proof than the method itself.
_BENDING = (0.0, 0.15, 0.4)


@dataclass(frozen=True, slots=True)
class Ranks:
    """Brings scores of any scale to normal ones: by their place among those of the training facts."""

    known: Floats  # sorted, one column for each method

    @classmethod
    def of(cls, scores: Floats) -> "Ranks":
        """The scale of these scores, a row for each fact."""
        return cls(np.sort(scores, axis=0))

    def normal(self, scores: Floats) -> Floats:
        """The scores as quantiles of a normal distribution; equal scores stay equal."""
        columns = [self._of_method(column, scores[:, column]) for column in range(scores.shape[1])]
        return np.stack(columns, axis=1) if columns else np.empty((len(scores), 0))

    def _of_method(self, column: int, scores: Floats) -> Floats:
        known = self.known[:, column]
        below = np.searchsorted(known, scores, side="left") + np.searchsorted(known, scores, side="right")
        quantiles: Floats = ndtri((below / 2 + 0.5) / (len(known) + 1))
        return quantiles


@dataclass(frozen=True, slots=True)
class Stack:
    """What each method's word counts for a fact of given properties.

    The odds of truth are the sum of the methods' normal scores, each times its trust, and of the properties' own part.
    The trust in a method is linear in the properties: that is how they choose among methods.
    """

    ranks: Ranks
    mean: Floats
    scale: Floats
    trust: Floats  # for each method: a constant, then one slope for each property
    own: Floats  # the properties' own part: a constant, then one slope each

    @classmethod
    def fit(cls, scores: Floats, properties: Floats, truths: NDArray[np.bool_], *, seed: int) -> "Stack":
        """Fit on training facts; how strongly weights are held back is chosen by cross-validation."""
        ranks, mean = Ranks.of(scores), properties.mean(axis=0)
        scale = properties.std(axis=0) + 1e-9
        normal, rest = ranks.normal(scores), (properties - mean) / scale
        bending, strength = _chosen(normal, rest, truths, seed=seed)
        model = _logistic(strength).fit(_row(normal, rest, bending), truths)
        slopes, methods, width = model.coef_[0], normal.shape[1], rest.shape[1]
        bends = slopes[methods : methods * (1 + width)].reshape(methods, width) * bending
        trust = np.concatenate([slopes[:methods, None], bends], axis=1)
        own = np.concatenate([model.intercept_, slopes[methods * (1 + width) :] * _own_share(bending)])
        return cls(ranks, mean, scale, trust, own)

    def parts(self, scores: Floats, properties: Floats) -> tuple[Floats, Floats]:
        """For each fact the part of each method in the odds, and the properties' own part."""
        rest = np.clip((properties - self.mean) / self.scale, -3, 3)
        known = np.concatenate([np.ones((len(rest), 1)), rest], axis=1)
        # Sums of their own for each fact: a product of matrices rounds by how many facts are asked together.
        trust: Floats = (known[:, None, :] * self.trust[None, :, :]).sum(axis=2)
        own: Floats = (known * self.own).sum(axis=1)
        return self.ranks.normal(scores) * trust, own

    def probabilities(self, scores: Floats, properties: Floats) -> Floats:
        """How likely each fact is true."""
        methods, own = self.parts(scores, properties)
        likely: Floats = expit(methods.sum(axis=1) + own)
        return likely


def _chosen(normal: Floats, rest: Floats, truths: NDArray[np.bool_], *, seed: int) -> tuple[float, float]:
    """How far properties bend the trust, and how free the weights are: the least loss on folds left out."""
    folds = min(_FOLDS, int(truths.sum()), int((~truths).sum()))
    splits = list(StratifiedKFold(folds, shuffle=True, random_state=seed).split(normal, truths))
    losses = {
        (bending, strength): _loss(_row(normal, rest, bending), truths, strength, splits)
        for bending in _BENDING
        for strength in _STRENGTHS
    }
    return min(losses, key=lambda setting: (losses[setting], setting))


def _loss(
    rows: Floats,
    truths: NDArray[np.bool_],
    strength: float,
    splits: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]],
) -> float:
    total = 0.0
    for learned, left_out in splits:
        model = _logistic(strength).fit(rows[learned], truths[learned])
        total += log_loss(truths[left_out], model.predict_proba(rows[left_out])[:, 1], labels=[False, True])
    return total / len(splits)


def _row(normal: Floats, rest: Floats, bending: float) -> Floats:
    bent = (normal[:, :, None] * rest[:, None, :]).reshape(len(normal), -1)
    return np.concatenate([normal, bent * bending, rest * _own_share(bending)], axis=1)


def _own_share(bending: float) -> float:
    return 0.5 if bending else 0.25


def _logistic(strength: float) -> LogisticRegression:
    return LogisticRegression(C=strength, max_iter=500)
