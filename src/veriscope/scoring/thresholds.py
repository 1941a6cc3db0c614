"""Learns from labelled facts the score above which a fact is called true, for each predicate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from veriscope.scoring.ranking import (
    Floats,
    LabelledScores,
    accuracy_at,
    auroc,
    auroc_interval,
    average_precision,
    best_threshold,
    possible_thresholds,
    right_at,
)
from veriscope.scoring.significance import Interval

# How many facts all facts together count as, beside a predicate's own: with few of its own, the common threshold wins.
_OTHERS = 5.0


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The threshold of each predicate in the training facts, and the common one for other predicates."""

    common: float
    by_predicate: Mapping[str, float]

    @classmethod
    def learn(cls, labelled: LabelledScores, predicates: Sequence[str], *, others: float = _OTHERS) -> "Thresholds":
        """For each predicate, the threshold with most of its facts right; all facts together count as `others` ones."""
        candidates = possible_thresholds(labelled.scores)
        shared = right_at(labelled.scores, labelled.truths, candidates) * (others / len(labelled.scores))
        names, found = np.array(predicates), {}
        for name in sorted(set(predicates)):
            own = names == name
            right = right_at(labelled.scores[own], labelled.truths[own], candidates) + shared
            found[name] = float(candidates[np.argmax(right)])
        return cls(best_threshold(labelled), found)

    def accuracy(self, labelled: LabelledScores, predicates: Sequence[str]) -> float:
        """The share of facts that are right."""
        limits: Floats = np.array([self.by_predicate.get(name, self.common) for name in predicates])
        return float(np.mean((labelled.scores >= limits) == labelled.truths))


@dataclass(frozen=True, slots=True)
class RankingScores:
    """How well a method separates true facts from false ones.

    If `is_threshold_learned`, the accuracy is at thresholds from other facts; otherwise it is at the best threshold for
    these very facts, an upper bound.
    """

    facts: int
    true: int
    auroc: float
    interval: Interval
    average_precision: float
    accuracy: float
    is_threshold_learned: bool


def score_ranking(
    labelled: LabelledScores, predicates: Sequence[str], *, thresholds: Thresholds | None = None
) -> RankingScores:
    """All measures of the scores of labelled facts; `predicates` has one for each fact."""
    value = auroc(labelled)
    return RankingScores(
        facts=len(labelled.scores),
        true=labelled.true_count,
        auroc=value,
        interval=auroc_interval(value, true=labelled.true_count, false=labelled.false_count),
        average_precision=average_precision(labelled),
        accuracy=(
            accuracy_at(labelled, best_threshold(labelled))
            if thresholds is None
            else thresholds.accuracy(labelled, predicates)
        ),
        is_threshold_learned=thresholds is not None,
    )
