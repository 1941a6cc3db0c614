"""Whether probabilities mean what they say: reliability, calibration error, Brier score and log loss."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from veriscope.scoring.judgements import LABELS, Certainty, Judgement, certainty_of

BINS = 15
# A gold label of probability 0 costs this much, not infinity.
_LEAST = 1e-12

Integers = npt.NDArray[np.int64]


class Bin(NamedTuple):
    """The answers with a confidence above `low` and up to `high`: how many, and their mean confidence and accuracy."""

    low: float
    high: float
    claims: int
    confidence: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The expected calibration error over bins of equal width and over bins of equal size, and proper scores.

    `max_error` is the largest gap of a bin; `brier` adds the squared errors of the three probabilities (0 to 2);
    `log_loss` is in nats. `overconfidence` is the mean confidence minus the accuracy.
    """

    ece: float
    adaptive_ece: float
    max_error: float
    overconfidence: float
    brier: float
    log_loss: float
    bins: tuple[Bin, ...]
    adaptive_bins: tuple[Bin, ...]


def calibration(judgements: Sequence[Judgement]) -> Calibration:
    """How well the probabilities of at least one answer are calibrated.

    Expected calibration error: Guo et al. (ICML 2017), 15 bins of equal width, with the confidence of the answer given.
    Bins of equal size: Nguyen & O'Connor (EMNLP 2015); equal confidences stay in one bin, so the order of the
    claims does not matter.
    """
    certainty = certainty_of(judgements)
    even = _filled_bins(certainty, _of_equal_width(certainty))
    adaptive = _filled_bins(certainty, _of_equal_size(certainty))
    edges = [place / BINS for place in range(BINS + 1)]
    return Calibration(
        ece=_expected_error(even.values()),
        adaptive_ece=_expected_error(adaptive.values()),
        max_error=max(abs(found.accuracy - found.confidence) for found in even.values()),
        overconfidence=float(certainty.confidence.mean() - certainty.right.mean()),
        brier=_brier(judgements),
        log_loss=_log_loss(judgements),
        bins=tuple(found._replace(low=edges[place], high=edges[place + 1]) for place, found in even.items()),
        adaptive_bins=tuple(adaptive.values()),
    )


def resampled_ece(judgements: Sequence[Judgement], *, resamples: int, seed: int) -> npt.NDArray[np.float64]:
    """The expected calibration error of each bootstrap resample of the claims."""
    certainty = certainty_of(judgements)
    gaps = certainty.right - certainty.confidence
    places = _of_equal_width(certainty)
    generator = np.random.default_rng(seed)
    found = np.empty(resamples)
    for index in range(resamples):
        drawn = generator.integers(len(gaps), size=len(gaps))
        found[index] = np.abs(np.bincount(places[drawn], weights=gaps[drawn], minlength=BINS)).sum() / len(gaps)
    return found


def _of_equal_width(certainty: Certainty) -> Integers:
    # A hair of slack: 0.6 * 15 must fall into the bin that ends there.
    places = np.ceil(certainty.confidence * BINS - 1e-9).astype(np.int64) - 1
    return np.clip(places, 0, BINS - 1)


def _of_equal_size(certainty: Certainty) -> Integers:
    """The bin of each answer in order of confidence; equal confidences share the bin of their middle."""
    _, places, counts = np.unique(certainty.confidence, return_inverse=True, return_counts=True)
    middles = (np.cumsum(counts) - counts / 2) / len(certainty.confidence)
    return np.asarray((middles * BINS).astype(np.int64)[places.reshape(-1)])


def _filled_bins(certainty: Certainty, places: Integers) -> dict[int, Bin]:
    """The bins with an answer, by number; `low` and `high` are the least and the greatest confidence there."""
    found: dict[int, Bin] = {}
    for place in range(BINS):
        inside = places == place
        if inside.any():
            confidence = certainty.confidence[inside]
            found[place] = Bin(
                float(confidence.min()),
                float(confidence.max()),
                int(inside.sum()),
                float(confidence.mean()),
                float(certainty.right[inside].mean()),
            )
    return found


def _expected_error(bins: Iterable[Bin]) -> float:
    gaps = [(found.claims, abs(found.accuracy - found.confidence)) for found in bins]
    return sum(claims * gap for claims, gap in gaps) / sum(claims for claims, _ in gaps)


def _brier(judgements: Sequence[Judgement]) -> float:
    """Brier (1950), over all labels."""
    total = 0.0
    for judgement in judgements:
        total += sum(
            (probability - (label is judgement.gold)) ** 2
            for label, probability in zip(LABELS, judgement.probabilities, strict=True)
        )
    return total / len(judgements)


def _log_loss(judgements: Sequence[Judgement]) -> float:
    given = np.array([judgement.probabilities[LABELS.index(judgement.gold)] for judgement in judgements])
    return float(-np.log(np.maximum(given, _LEAST)).mean())
