"""The FEVEROUS score (Aly et al. 2021), as the official `feverous` package computes it."""

from itertools import chain

from veriscope.scoring.outcomes import ClaimOutcome, EvidenceKey, ScoringCase, covers_a_set

MAX_SENTENCES = 5
MAX_CELLS = 25

_TABLE_KINDS = frozenset({"cell", "item", "table_caption", "header_cell"})


def score_feverous_claim(
    case: ScoringCase, *, max_sentences: int = MAX_SENTENCES, max_cells: int = MAX_CELLS
) -> ClaimOutcome:
    """What a prediction earns; NOT ENOUGH INFO needs a whole gold set and counts, like the other labels."""
    kept = cut_evidence(case.predicted, max_sentences=max_sentences, max_cells=max_cells)
    gold = frozenset(chain.from_iterable(case.sets))
    is_covered = covers_a_set(case, frozenset(kept))
    is_right = case.is_label_right()
    return ClaimOutcome(
        is_label_right=is_right,
        is_strictly_right=is_right and is_covered,
        precision=sum(key in gold for key in kept) / len(kept) if kept else 1.0,
        recall=float(is_covered or not case.sets),
        counts_evidence=True,
    )


def cut_evidence(predicted: tuple[EvidenceKey, ...], *, max_sentences: int, max_cells: int) -> tuple[EvidenceKey, ...]:
    """The prediction in order, within two budgets: one for table elements, one for all others."""
    left = {True: max_cells, False: max_sentences}
    kept = []
    for key in predicted:
        is_table = key[1] in _TABLE_KINDS
        if left[is_table] > 0:
            left[is_table] -= 1
            kept.append(key)
    return tuple(kept)
