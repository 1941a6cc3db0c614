"""The FEVER score (Thorne et al. 2018), as the official `fever-scorer` computes it."""

from itertools import chain

from veriscope.domain import Label
from veriscope.scoring.outcomes import ClaimOutcome, ScoringCase, covers_a_set

MAX_EVIDENCE = 5


def score_fever_claim(case: ScoringCase, *, max_evidence: int = MAX_EVIDENCE) -> ClaimOutcome:
    """What a prediction earns; only its first `max_evidence` pieces count.

    NOT ENOUGH INFO needs no evidence and does not count in precision and recall. An empty gold list counts as
    recalled but never as strictly right; any prediction covers a gold set without pieces.
    """
    kept = case.predicted[:max_evidence]
    needs_evidence = case.label is not Label.NOT_ENOUGH_INFO
    is_covered = covers_a_set(case, frozenset(kept))
    is_right = case.is_label_right()
    return ClaimOutcome(
        is_label_right=is_right,
        is_strictly_right=is_right and (is_covered or not needs_evidence),
        precision=_precision(case, kept) if needs_evidence else 0.0,
        recall=float(is_covered or not case.sets) if needs_evidence else 0.0,
        counts_evidence=needs_evidence,
    )


def _precision(case: ScoringCase, kept: tuple[tuple[str | int | None, ...], ...]) -> float:
    """The share of predicted pieces that are in any gold set; repetitions count, and an empty prediction scores 1."""
    gold = {key for key in chain.from_iterable(case.sets) if key[-1] is not None}
    return sum(key in gold for key in kept) / len(kept) if kept else 1.0
