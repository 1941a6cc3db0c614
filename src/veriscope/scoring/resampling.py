"""Bootstrap and approximate randomisation over claims, by drawing counts of outcomes.

Many claims have equal outcomes, and every score depends only on how many claims have each outcome. So a resample does
not draw claims: it draws how often each distinct outcome occurs, from the multinomial distribution (or, for swaps
between two systems, the binomial) that drawing claims would give. The result has the same distribution, and a resample
costs one draw for each distinct outcome instead of one for each claim.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from veriscope.domain import Label
from veriscope.scoring.labels import OTHER, predicted_name
from veriscope.scoring.outcomes import ClaimOutcome, ScoringCase

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

METRICS = ("score", "label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1", "macro_f1")

_GOLD = tuple(label.value for label in Label)
_PREDICTED = (*_GOLD, OTHER)
_SUMS = 5

# The gold label, the predicted label and what the prediction earns.
Kind = tuple[str, str, ClaimOutcome]


@dataclass(frozen=True, slots=True)
class DistinctOutcomes:
    """The distinct outcomes of one or more systems side by side: a row each, and how many claims have it."""

    rows: tuple[Floats, ...]
    counts: Counts

    def claims(self) -> int:
        """How many claims there are."""
        return int(self.counts.sum())


def distinct_outcomes(*systems: Sequence[tuple[ScoringCase, ClaimOutcome]]) -> DistinctOutcomes:
    """The distinct outcomes of systems that answered the same claims in the same order."""
    counted = Counter(zip(*([_kind(case, outcome) for case, outcome in system] for system in systems), strict=True))
    # Counters keep the order of first occurrence, so equal inputs draw equal resamples.
    rows = tuple(np.array([_sums(kinds[index]) for kinds in counted]) for index in range(len(systems)))
    return DistinctOutcomes(rows, np.array(list(counted.values()), dtype=np.int64))


def metrics_of(sums: Floats) -> Floats:
    """The six metrics (last axis, in the order of METRICS) of summed outcomes."""
    total, strict, counted, precision, recall = (sums[..., index] for index in range(_SUMS))
    confusion = sums[..., _SUMS:].reshape(*sums.shape[:-1], len(_GOLD), len(_PREDICTED))
    hits = np.diagonal(confusion, axis1=-2, axis2=-1)
    mean_precision = np.where(counted > 0, _ratio(precision, counted), 1.0)
    mean_recall = _ratio(recall, counted)
    f1 = _ratio(2 * mean_precision * mean_recall, mean_precision + mean_recall)
    columns = (
        _ratio(strict, total),
        _ratio(hits.sum(axis=-1), total),
        mean_precision,
        mean_recall,
        f1,
        _macro_f1(confusion),
    )
    return np.stack(columns, axis=-1)


def bootstrap(kinds: DistinctOutcomes, *, resamples: int, seed: int) -> list[Floats]:
    """For each system, the metrics of every resample; the systems share each resample, so they can be paired."""
    generator = np.random.default_rng(seed)
    claims = kinds.claims()
    drawn = generator.multinomial(claims, kinds.counts / claims, size=resamples)
    return [metrics_of(drawn @ rows) for rows in kinds.rows]


def swap(kinds: DistinctOutcomes, *, resamples: int, seed: int) -> Floats:
    """The differences between two systems after swapping each claim's outcomes at random."""
    generator = np.random.default_rng(seed)
    first, second = kinds.rows
    swapped = generator.binomial(kinds.counts, 0.5, size=(resamples, len(kinds.counts)))
    moved = swapped @ (second - first)
    return metrics_of(kinds.counts @ first + moved) - metrics_of(kinds.counts @ second - moved)


def _kind(case: ScoringCase, outcome: ClaimOutcome) -> Kind:
    return case.label.value, predicted_name(case), outcome


def _sums(kind: Kind) -> Floats:
    gold, predicted, outcome = kind
    row = np.zeros(_SUMS + len(_GOLD) * len(_PREDICTED))
    counted = float(outcome.counts_evidence)
    row[:_SUMS] = (1, outcome.is_strictly_right, counted, counted * outcome.precision, counted * outcome.recall)
    row[_SUMS + _GOLD.index(gold) * len(_PREDICTED) + _PREDICTED.index(predicted)] = 1
    return row


def _macro_f1(confusion: Floats) -> Floats:
    """As in `labels`: over the labels that occur in the gold of the resample."""
    hits = np.diagonal(confusion, axis1=-2, axis2=-1)
    support = confusion.sum(axis=-1)
    predicted = confusion.sum(axis=-2)[..., : len(_GOLD)]
    per_label = _ratio(2 * hits, support + predicted)
    present = support > 0
    return _ratio((per_label * present).sum(axis=-1), present.sum(axis=-1).astype(np.float64))


def _ratio(part: Floats, whole: Floats) -> Floats:
    """The quotient; 0 where the whole is 0."""
    return np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole > 0)
