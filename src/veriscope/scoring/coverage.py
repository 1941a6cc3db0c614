"""How much of the gold evidence was found: coverage (FEVEROUS, Table 4), full evidence, cell recall."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from veriscope.domain import CellId, EvidenceId, Label, is_sentence_like
from veriscope.scoring.retrieval import RankedKind, RetrievalCase, gold_groups, ranking

MAX_SENTENCES = 5
MAX_OTHERS = 25


@dataclass(frozen=True, slots=True)
class CellRecall:
    """The share of the gold cells found, of one claim on average, and of all claims' cells pooled."""

    claims: int
    mean: float
    pooled: float


def coverage(cases: Sequence[RetrievalCase], kind: RankedKind, *, ks: Sequence[int]) -> dict[int, float] | None:
    """FEVEROUS's Table 4: the share of a claim's gold items among the first k, averaged; None without gold.

    The gold items are those of all its sets together, as FEVEROUS's own evaluation takes them.
    """
    pairs = [
        (frozenset[Hashable]().union(*groups), ranking(case.found, kind))
        for case in cases
        if (groups := gold_groups(case.gold, kind))
    ]
    if not pairs:
        return None
    return {k: _mean([len(gold.intersection(ranked[:k])) / len(gold) for gold, ranked in pairs]) for k in ks}


def full_evidence(cases: Sequence[RetrievalCase]) -> float | None:
    """The share of the verifiable claims of which one whole gold set is selected within FEVEROUS's budget."""
    hits = [is_fully_covered(case) for case in cases if counts_in_full(case)]
    return _mean(hits) if hits else None


def counts_in_full(case: RetrievalCase) -> bool:
    """Whether the claim is verifiable and has evidence."""
    return case.gold.label is not Label.NOT_ENOUGH_INFO and bool(case.gold.evidence_sets)


def is_fully_covered(case: RetrievalCase) -> bool:
    """Whether every piece of one gold set is among the first 5 sentences and 25 others of the selection."""
    selected = within_budget(case.found.evidence)
    return any(pieces <= selected for pieces in case.gold.evidence_sets)


def within_budget(evidence: Iterable[EvidenceId]) -> frozenset[EvidenceId]:
    """The first 5 sentences and the first 25 cells, headers, captions and items."""
    pieces = list(dict.fromkeys(evidence))
    sentences = [piece for piece in pieces if is_sentence_like(piece)][:MAX_SENTENCES]
    others = [piece for piece in pieces if not is_sentence_like(piece)][:MAX_OTHERS]
    return frozenset(sentences + others)


def cell_recall(cases: Iterable[RetrievalCase]) -> CellRecall | None:
    """The gold cells and header cells found within the budget; None when no claim has any.

    Of a claim with several sets the one counts of which the largest share was found.
    """
    found: list[tuple[int, int]] = []
    for case in cases:
        selected = within_budget(case.found.evidence)
        sets = [_cells(pieces) for pieces in case.gold.evidence_sets] if counts_in_full(case) else []
        shares = [(len(cells & selected), len(cells)) for cells in sets if cells]
        if shares:
            found.append(max(shares, key=lambda share: (share[0] / share[1], share[0])))
    if not found:
        return None
    pooled = sum(hits for hits, _ in found) / sum(total for _, total in found)
    return CellRecall(len(found), _mean([hits / total for hits, total in found]), pooled)


def _cells(pieces: frozenset[EvidenceId]) -> frozenset[EvidenceId]:
    return frozenset(piece for piece in pieces if isinstance(piece, CellId))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
