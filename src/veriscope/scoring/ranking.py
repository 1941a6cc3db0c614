"""How well scores tell true facts from false ones: AUROC, ROC curve, average precision, accuracy at a threshold."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import InputError
from veriscope.scoring.significance import LEVEL, Interval

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]

_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
_HALVINGS = 60


class RocPoint(NamedTuple):
    """How many false and how many true facts score at least a threshold; counts, not rates."""

    false: int
    true: int


@dataclass(frozen=True, slots=True)
class LabelledScores:
    """The scores of facts whose truth is known: at least one true and one false."""

    scores: Floats
    truths: Truths

    @classmethod
    def of(cls, scores: Sequence[float], truths: Sequence[bool]) -> "LabelledScores":
        """The scores with their labels; checks that both labels occur and that every score is a finite number."""
        labelled = cls(np.asarray(scores, dtype=np.float64), np.asarray(truths, dtype=np.bool_))
        if labelled.scores.shape != labelled.truths.shape:
            raise InputError(f"{len(scores)} scores for {len(truths)} labels; give one score a label")
        if not np.isfinite(labelled.scores).all():
            raise InputError("a score is not a finite number; a ranking needs finite ones")
        if not labelled.true_count or not labelled.false_count:
            raise InputError(
                f"{labelled.true_count} true and {labelled.false_count} false facts; "
                "a ranking needs at least one of each"
            )
        return labelled

    @property
    def true_count(self) -> int:
        """How many facts are true."""
        return int(self.truths.sum())

    @property
    def false_count(self) -> int:
        """How many facts are false."""
        return len(self.truths) - self.true_count


def roc_curve(labelled: LabelledScores) -> list[RocPoint]:
    """The corners of the ROC curve from (0, 0) to (all, all); facts of equal score count together."""
    order = np.argsort(-labelled.scores, kind="stable")
    scores, truths = labelled.scores[order], labelled.truths[order]
    last = np.append(np.flatnonzero(np.diff(scores)), len(scores) - 1)
    true = np.concatenate([[0], np.cumsum(truths)[last]])
    false = np.concatenate([[0], last + 1]) - true
    # A point on the straight line between its neighbours adds nothing.
    rises, runs = np.diff(true), np.diff(false)
    is_corner = np.ones(len(true), dtype=np.bool_)
    is_corner[1:-1] = rises[:-1] * runs[1:] != rises[1:] * runs[:-1]
    return [RocPoint(*point) for point in zip(false[is_corner].tolist(), true[is_corner].tolist(), strict=True)]


def auroc(labelled: LabelledScores) -> float:
    """How likely a true fact has a higher score than a false one, equal scores counted half (Mann & Whitney 1947)."""
    from scipy.stats import rankdata  # noqa: PLC0415 - half a second that commands without scores need not wait for

    # Exact: scikit-learn's sum of areas is off by the last digit, and above 1 for facts in perfect order.
    ranks = float(rankdata(labelled.scores)[labelled.truths].sum())
    true, false = labelled.true_count, labelled.false_count
    return (ranks - true * (true + 1) / 2) / (true * false)


def auroc_interval(value: float, *, true: int, false: int) -> Interval:
    """The 95 % interval of an AUROC by the score method of Newcombe (2006, method 5).

    It uses the variance of Hanley & McNeil (1982). Unlike the bootstrap and DeLong's interval, it is not degenerate
    when the scores separate all facts.
    """

    def is_within(candidate: float) -> bool:
        return abs(candidate - value) <= _Z * _deviation(candidate, true=true, false=false)

    return Interval(_edge(value, 0.0, is_within), _edge(value, 1.0, is_within))


def average_precision(labelled: LabelledScores) -> float:
    """The precision at each distinct score, weighted by the recall it adds."""
    from sklearn.metrics import average_precision_score  # noqa: PLC0415 - a second

    return float(average_precision_score(labelled.truths, labelled.scores))


def best_threshold(labelled: LabelledScores) -> float:
    """The threshold that gets most facts right, in the middle between two scores.

    If several are as good, the lowest; if it is best to call nothing true, a number above all scores.
    """
    thresholds = possible_thresholds(labelled.scores)
    return float(thresholds[np.argmax(right_at(labelled.scores, labelled.truths, thresholds))])


def possible_thresholds(scores: Floats) -> Floats:
    """Every threshold that divides the scores differently, ascending: the least score, the middles, above all."""
    values = np.unique(scores)
    thresholds = np.concatenate([[values[0]], (values[:-1] + values[1:]) / 2, [np.nextafter(values[-1], np.inf)]])
    # Between two neighbouring floating-point numbers there is no other.
    thresholds[1:-1] = np.where(thresholds[1:-1] > values[:-1], thresholds[1:-1], values[1:])
    return thresholds


def right_at(scores: Floats, truths: Truths, thresholds: Floats) -> NDArray[np.int64]:
    """How many facts are right at each threshold."""
    true, false = np.sort(scores[truths]), np.sort(scores[~truths])
    right: NDArray[np.int64] = len(true) - np.searchsorted(true, thresholds) + np.searchsorted(false, thresholds)
    return right


def accuracy_at(labelled: LabelledScores, threshold: float) -> float:
    """The share of facts that are right when those of at least the threshold are called true."""
    return float(np.mean((labelled.scores >= threshold) == labelled.truths))


def auroc_difference(first: LabelledScores, second: LabelledScores) -> tuple[float, float]:
    """The first AUROC minus the second on the same facts, and the two-sided p (DeLong et al. 1988)."""
    if not np.array_equal(first.truths, second.truths):
        raise InputError("the two methods did not score the same facts; compare them on the same")
    of_true, of_false = (one - other for one, other in zip(_placements(first), _placements(second), strict=True))
    difference = float(of_true.mean())
    variance = _mean_variance(of_true) + _mean_variance(of_false)
    if variance <= 0:
        return difference, 1.0 if abs(difference) < 1e-12 else 0.0
    return difference, 2 * NormalDist().cdf(-abs(difference) / float(variance) ** 0.5)


def _placements(labelled: LabelledScores) -> tuple[Floats, Floats]:
    """For each true fact the share of false ones below it; for each false fact the share of true ones above it."""
    from scipy.stats import rankdata  # noqa: PLC0415 - half a second

    ranks, truths = rankdata(labelled.scores), labelled.truths
    true, false = labelled.true_count, labelled.false_count
    below: Floats = (ranks[truths] - rankdata(labelled.scores[truths])) / false
    above: Floats = 1 - (ranks[~truths] - rankdata(labelled.scores[~truths])) / true
    return below, above


def _mean_variance(values: Floats) -> float:
    return float(values.var(ddof=1) / len(values)) if len(values) > 1 else 0.0


def _deviation(value: float, *, true: int, false: int) -> float:
    """The standard deviation of an AUROC, with the mean of the two counts instead of both, as Newcombe advises."""
    inner = (true + false) / 2 - 1
    spread = 1 + inner * (1 - value) / (2 - value) + inner * value / (1 + value)
    return float((value * (1 - value) * spread / (true * false)) ** 0.5)


def _edge(inside: float, outside: float, is_within: Callable[[float], bool]) -> float:
    """The last value from `inside` towards `outside` that is within."""
    if is_within(outside):
        return outside
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if is_within(middle) else (inside, middle)
    return inside
