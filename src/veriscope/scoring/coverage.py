"""How much gold evidence was found: coverage (FEVEROUS, Table 4), full evidence, cell recall, worst misses."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from veriscope.domain import CellId, EvidenceId, Label, SentenceId, is_sentence_like
from veriscope.files import JsonObject
from veriscope.scoring.retrieval import RankedKind, RetrievalCase, depth, gold_groups, ranking

MAX_SENTENCES = 5
MAX_OTHERS = 25


@dataclass(frozen=True, slots=True)
class CellRecall:
    """The share of the gold cells found: averaged over claims, and pooled over all cells."""

    claims: int
    mean: float
    pooled: float


def coverage(cases: Sequence[RetrievalCase], kind: RankedKind, *, ks: Sequence[int]) -> dict[int, float] | None:
    """FEVEROUS's Table 4: the share of a claim's gold items among the first k, averaged; None without gold.

    The gold items are those of all its sets together, as in FEVEROUS's own evaluation.
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
    """The share of the verifiable claims that have a whole gold set in the selection, within FEVEROUS's budget."""
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

    If a claim has several sets, the one with the largest share found counts.
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


_SHOWN = 5


def worst_misses(cases: Sequence[RetrievalCase], *, limit: int) -> list[JsonObject]:
    """At most `limit` claims not fully covered: first those whose pages were not found or rank lowest, then by id."""
    missed = [(_page_depth(case), case) for case in cases if counts_in_full(case) and not is_fully_covered(case)]
    missed.sort(key=lambda pair: (-(pair[0] or float("inf")), pair[1].gold.claim.id))
    return [_miss(case, page_depth=page_depth) for page_depth, case in missed[:limit]]


def _page_depth(case: RetrievalCase) -> int | None:
    return depth(gold_groups(case.gold, RankedKind.PAGES), ranking(case.found, RankedKind.PAGES))


def _miss(case: RetrievalCase, *, page_depth: int | None) -> JsonObject:
    sentences = [piece for piece in case.found.evidence if isinstance(piece, SentenceId)][:_SHOWN]
    others = [piece for piece in case.found.evidence if not isinstance(piece, SentenceId)][:_SHOWN]
    return {
        "id": case.gold.claim.id,
        "claim": case.gold.claim.text,
        "label": case.gold.label.value,
        "gold": [[str(piece) for piece in sorted(pieces, key=str)] for pieces in case.gold.evidence_sets],
        "pages_at": page_depth,
        "pages": list(case.found.pages[:_SHOWN]),
        "evidence": [str(piece) for piece in (*sentences, *others)],
    }
