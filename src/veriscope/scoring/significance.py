"""Confidence intervals, and whether two submissions differ by more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from veriscope.scoring.labels import report_labels
from veriscope.scoring.outcomes import ClaimOutcome, Scores, ScoringCase, average
from veriscope.scoring.resampling import METRICS, Floats, bootstrap, distinct_outcomes, metrics_of, swap

LEVEL = 0.95

Scored = Sequence[tuple[ScoringCase, ClaimOutcome]]


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % percentile interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class McNemar:
    """Claims that only the first or only the second submission got right, and the exact two-sided p."""

    only_first: int
    only_second: int
    p: float


@dataclass(frozen=True, slots=True)
class Difference:
    """First minus second, with the paired bootstrap's interval and p, and the p of approximate randomisation."""

    difference: float
    interval: Interval
    p_bootstrap: float
    p_randomisation: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two submissions on the same claims; McNemar's test is for scores by which a claim is either right or wrong."""

    second: Scores
    second_macro_f1: float
    differences: dict[str, Difference]
    score_mcnemar: McNemar
    label_mcnemar: McNemar


def confidence_intervals(scored: Scored, *, resamples: int, seed: int) -> dict[str, Interval]:
    """The interval of each metric over bootstrap resamples of the claims (Efron & Tibshirani 1993)."""
    (drawn,) = bootstrap(distinct_outcomes(scored), resamples=resamples, seed=seed)
    return {metric: _interval(drawn[:, index]) for index, metric in enumerate(METRICS)}


def compare(first: Scored, second: Scored, *, resamples: int, seed: int) -> Comparison:
    """Test whether two submissions on the same claims differ.

    The paired bootstrap's p is twice the smaller tail beyond zero (Koehn 2004); approximate randomisation swaps the
    outcomes claim by claim (Noreen 1989). Both count the observed case among the resamples, so p is never 0.
    """
    kinds = distinct_outcomes(first, second)
    observed = metrics_of(kinds.counts @ kinds.rows[0]) - metrics_of(kinds.counts @ kinds.rows[1])
    drawn_first, drawn_second = bootstrap(kinds, resamples=resamples, seed=seed)
    drawn = drawn_first - drawn_second
    swapped = swap(kinds, resamples=resamples, seed=seed)
    differences = {
        metric: Difference(
            float(observed[index]),
            _interval(drawn[:, index]),
            _tail_p(drawn[:, index]),
            _randomisation_p(swapped[:, index], observed=float(observed[index])),
        )
        for index, metric in enumerate(METRICS)
    }
    pairs = [(one, other) for (_, one), (_, other) in zip(first, second, strict=True)]
    return Comparison(
        average(outcome for _, outcome in second),
        report_labels(case for case, _ in second).macro_f1,
        differences,
        mcnemar([(one.is_strictly_right, other.is_strictly_right) for one, other in pairs]),
        mcnemar([(one.is_label_right, other.is_label_right) for one, other in pairs]),
    )


def mcnemar(pairs: Sequence[tuple[bool, bool]]) -> McNemar:
    """McNemar's exact test (1947): a fair coin for each claim on which exactly one of the two is right."""
    from scipy.stats import binomtest  # noqa: PLC0415 - half a second that scores without a comparison need not wait for

    only_first = sum(first and not second for first, second in pairs)
    only_second = sum(second and not first for first, second in pairs)
    p = 1.0 if only_first == only_second else float(binomtest(only_first, only_first + only_second).pvalue)
    return McNemar(only_first, only_second, p)


def _interval(values: Floats) -> Interval:
    low, high = np.quantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high))


def _tail_p(values: Floats) -> float:
    smaller = min(np.count_nonzero(values <= 0), np.count_nonzero(values >= 0))
    return min(1.0, 2 * (smaller + 1) / (len(values) + 1))


def _randomisation_p(values: Floats, *, observed: float) -> float:
    # A hair of slack: sums in another order may differ from the observed in the last digit.
    extreme = np.count_nonzero(np.abs(values) >= abs(observed) - 1e-12)
    return (extreme + 1) / (len(values) + 1)
