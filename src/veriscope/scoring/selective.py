"""The accuracy if only the surest claims are answered: the risk–coverage curve."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from veriscope.scoring.judgements import Certainty, Judgement, certainty_of

# Systems are compared at this share of answered claims.
COVERAGE = 0.8
_STEPS = 20


class CoveragePoint(NamedTuple):
    """If that share of the claims is answered: their accuracy, and their least confidence."""

    coverage: float
    accuracy: float
    threshold: float


@dataclass(frozen=True, slots=True)
class SelectiveAccuracy:
    """The curve in steps of 5 % of the claims, the point at 80 %, and the area under risk over coverage."""

    curve: tuple[CoveragePoint, ...]
    at_80: CoveragePoint
    area: float


def selective_accuracy(judgements: Sequence[Judgement]) -> SelectiveAccuracy:
    """The accuracy when the surest claims are answered first (El-Yaniv & Wiener, JMLR 2010).

    The area is the mean risk over all numbers of answered claims (Geifman, Uziel & El-Yaniv, ICLR 2019); lower is
    better. Answers of equal confidence each count with their mean accuracy, so their order does not matter.
    """
    ordered = _surest_first(certainty_of(judgements))
    answered = np.arange(1, len(ordered.right) + 1)
    accuracies = np.cumsum(ordered.right) / answered

    def point(coverage: float) -> CoveragePoint:
        # A hair of slack: 0.8 of 10 claims is 8 of them, not 9.
        last = max(1, int(np.ceil(coverage * len(answered) - 1e-9))) - 1
        return CoveragePoint(coverage, float(accuracies[last]), float(ordered.confidence[last]))

    curve = tuple(point(step / _STEPS) for step in range(1, _STEPS + 1))
    return SelectiveAccuracy(curve, point(COVERAGE), float((1 - accuracies).mean()))


def _surest_first(certainty: Certainty) -> Certainty:
    """The answers in falling order of confidence; equal confidences share their mean accuracy."""
    values, places, counts = np.unique(-certainty.confidence, return_inverse=True, return_counts=True)
    shares = np.bincount(places.reshape(-1), weights=certainty.right) / counts
    return Certainty(np.repeat(-values, counts), np.repeat(shares, counts))
