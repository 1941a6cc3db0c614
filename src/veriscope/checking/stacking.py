"""Weighs the scores of several checkers by the properties of the fact: logistic regression and trees, half and half."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtri

from veriscope.checking.folds import Fold, stratified_folds

if TYPE_CHECKING:
    from sklearn.ensemble import ExtraTreesClassifier

Floats = NDArray[np.float64]

_FOLDS = 5
_STEPS = 30
_STILL = 1e-6
_TREES = 200
_LEAF = 4
# Neither half is ever quite sure.
_SURE = 1e-3
_MOST = 7.0
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
    The trust in a method is linear in the properties: that is how they choose among methods. Trees over the same
    numbers, which see what no sum can, are averaged in; what comes out is calibrated on folds left out.
    """

    ranks: Ranks
    mean: Floats
    scale: Floats
    trust: Floats  # for each method: a constant, then one slope for each property
    own: Floats  # the properties' own part: a constant, then one slope each
    trees: "ExtraTreesClassifier"
    calibration: tuple[float, float] = (0.0, 1.0)

    @classmethod
    def fit(
        cls,
        scores: Floats,
        properties: Floats,
        truths: NDArray[np.bool_],
        *,
        seed: int,
        calibrating: NDArray[np.bool_] | None = None,
    ) -> "Stack":
        """Fit on training facts; how strongly weights are held back is chosen by cross-validation.

        Probabilities are calibrated on the facts of `calibrating`, or on all.
        """
        folds = min(_FOLDS, int(truths.sum()), int((~truths).sum()))
        splits = stratified_folds(truths, folds, seed=seed)
        normal = Ranks.of(scores).normal(scores)
        rest = (properties - properties.mean(axis=0)) / (properties.std(axis=0) + 1e-9)
        setting = _chosen(normal, rest, truths, splits)
        odds = np.empty(len(truths))
        for learned, left_out in splits:
            part = cls._fitted(scores[learned], properties[learned], truths[learned], setting, seed=seed)
            odds[left_out] = part.odds(scores[left_out], properties[left_out])
        counted = np.ones(len(truths), dtype=np.bool_) if calibrating is None else calibrating
        shift, slope = _logistic(odds[counted, None], truths[counted], 1.0).tolist()
        return replace(cls._fitted(scores, properties, truths, setting, seed=seed), calibration=(shift, slope))

    @classmethod
    def _fitted(
        cls, scores: Floats, properties: Floats, truths: NDArray[np.bool_], setting: tuple[float, float], *, seed: int
    ) -> "Stack":
        from sklearn.ensemble import ExtraTreesClassifier  # noqa: PLC0415 - `kl` need not wait for it

        bending, strength = setting
        ranks, mean = Ranks.of(scores), properties.mean(axis=0)
        scale = properties.std(axis=0) + 1e-9
        normal, rest = ranks.normal(scores), (properties - mean) / scale
        constant, *slopes = _logistic(_row(normal, rest, bending), truths, strength)
        methods, width = normal.shape[1], rest.shape[1]
        bends = np.zeros((methods, width))
        if bending:
            bends = np.array(slopes[methods : methods * (1 + width)]).reshape(methods, width) * bending
        trust = np.concatenate([np.array(slopes[:methods])[:, None], bends], axis=1)
        own = np.array([constant, *(slope * _own_share(bending) for slope in slopes[-width:])])
        trees = ExtraTreesClassifier(_TREES, min_samples_leaf=_LEAF, random_state=seed)
        return cls(ranks, mean, scale, trust, own, trees.fit(np.concatenate([normal, rest], axis=1), truths))

    def parts(self, scores: Floats, properties: Floats) -> tuple[Floats, Floats]:
        """For each fact the part of each method in the sum, and the properties' own part."""
        rest = np.clip((properties - self.mean) / self.scale, -3, 3)
        known = np.concatenate([np.ones((len(rest), 1)), rest], axis=1)
        # Sums of their own for each fact: a product of matrices rounds by how many facts are asked together.
        trust: Floats = (known[:, None, :] * self.trust[None, :, :]).sum(axis=2)
        own: Floats = (known * self.own).sum(axis=1)
        return self.ranks.normal(scores) * trust, own

    def odds(self, scores: Floats, properties: Floats) -> Floats:
        """The log odds of truth before calibration: the mean of the sum's and the trees'."""
        methods, own = self.parts(scores, properties)
        rest = (properties - self.mean) / self.scale
        shares = self.trees.predict_proba(np.concatenate([self.ranks.normal(scores), rest], axis=1))[:, 1]
        by_trees: Floats = logit(np.clip(shares, _SURE, 1 - _SURE))
        by_sum: Floats = np.clip(methods.sum(axis=1) + own, -_MOST, _MOST)
        return (by_sum + by_trees) / 2

    def probabilities(self, scores: Floats, properties: Floats) -> Floats:
        """How likely each fact is true."""
        shift, slope = self.calibration
        likely: Floats = expit(shift + slope * self.odds(scores, properties))
        return likely


def _chosen(normal: Floats, rest: Floats, truths: NDArray[np.bool_], splits: Sequence[Fold]) -> tuple[float, float]:
    """How far properties bend the trust, and how free the weights are: the least loss on folds left out."""
    losses: dict[tuple[float, float], float] = {}
    for bending in _BENDING:
        rows = _row(normal, rest, bending)
        for strength, loss in zip(_STRENGTHS, _losses(rows, truths, splits), strict=True):
            losses[bending, strength] = loss
    return min(losses, key=lambda setting: (losses[setting], setting))


def _losses(rows: Floats, truths: NDArray[np.bool_], splits: Sequence[Fold]) -> list[float]:
    """The mean loss on the folds left out, for each strength."""
    totals = [0.0] * len(_STRENGTHS)
    for learned, left_out in splits:
        weights = np.zeros(rows.shape[1] + 1)
        signs = np.where(truths[left_out], 1.0, -1.0)
        for place, strength in enumerate(_STRENGTHS):
            # The weights of a little less freedom are a good start.
            weights = _logistic(rows[learned], truths[learned], strength, start=weights)
            totals[place] += float(np.logaddexp(0, -signs * (rows[left_out] @ weights[1:] + weights[0])).sum())
    return [total / len(truths) for total in totals]


def _logistic(rows: Floats, truths: NDArray[np.bool_], strength: float, *, start: Floats | None = None) -> Floats:
    """A constant, then the slopes of a ridge logistic regression, by Newton's steps; the constant is free.

    A library's solver costs twenty times as much on facts so few.
    """
    given = np.concatenate([np.ones((len(rows), 1)), rows], axis=1)
    held = np.full(given.shape[1], 1 / strength)
    held[0] = 1e-6
    weights = np.zeros(given.shape[1]) if start is None else start
    for _ in range(_STEPS):
        likely = expit(given @ weights)
        slope = given.T @ (likely - truths) + held * weights
        curve = (given.T * (likely * (1 - likely))) @ given + np.diag(held)
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < _STILL:
            break
    return weights


def _row(normal: Floats, rest: Floats, bending: float) -> Floats:
    bent = [(normal[:, :, None] * rest[:, None, :]).reshape(len(normal), -1) * bending] if bending else []
    return np.concatenate([normal, *bent, rest * _own_share(bending)], axis=1)


def _own_share(bending: float) -> float:
    return 0.5 if bending else 0.25
