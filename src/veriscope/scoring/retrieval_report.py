"""All retrieval scores of a run, and their JSON object for programs, which rely on its first keys."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from veriscope.files import JsonObject, JsonValue
from veriscope.scoring.claim_groups import group_cases
from veriscope.scoring.coverage import CellRecall, cell_recall, counts_in_full, coverage, full_evidence
from veriscope.scoring.retrieval import KindScores, RankedKind, RetrievalCase, score_kind

_COVERED = (RankedKind.PAGES, RankedKind.SENTENCES, RankedKind.TABLES)
ALL_KINDS = frozenset(RankedKind)


@dataclass(frozen=True, slots=True)
class RetrievalScores:
    """The scores of a set of claims; a kind is None if no claim has gold of it, or if an oracle gave it."""

    claims: int
    verifiable: int
    kinds: dict[RankedKind, KindScores | None]
    coverage: dict[RankedKind, dict[int, float] | None]
    full_evidence: float | None
    cell_recall: CellRecall | None


def score_retrieval(
    cases: Sequence[RetrievalCase], *, ks: Sequence[int], kinds: Collection[RankedKind] = ALL_KINDS
) -> RetrievalScores:
    """The scores of all cases for these `kinds`; what an oracle gave is not scored."""
    return RetrievalScores(
        len(cases),
        sum(map(counts_in_full, cases)),
        {kind: score_kind(cases, kind, ks=ks) if kind in kinds else None for kind in RankedKind},
        {kind: coverage(cases, kind, ks=ks) if kind in kinds else None for kind in _COVERED},
        full_evidence(cases),
        cell_recall(cases),
    )


def score_groups(
    cases: Sequence[RetrievalCase], *, by: str, ks: Sequence[int], kinds: Collection[RankedKind] = ALL_KINDS
) -> dict[str, RetrievalScores]:
    """The scores of each group of claims."""
    return {name: score_retrieval(group, ks=ks, kinds=kinds) for name, group in group_cases(cases, by=by).items()}


def retrieval_json(scores: RetrievalScores) -> JsonObject:
    """`claims`, then both columns of FEVER's Table 2 by k for each kind (null if it does not count), then more."""
    report: JsonObject = {"claims": scores.claims}
    report |= {kind.value: _kind(found) for kind, found in scores.kinds.items()}
    report["verifiable"] = scores.verifiable
    report["full_evidence"] = scores.full_evidence
    report["cell_recall"] = _cell_recall(scores.cell_recall)
    report["coverage"] = {kind.value: _by_k(found) for kind, found in scores.coverage.items()}
    return report


def _kind(found: KindScores | None) -> JsonValue:
    if found is None:
        return None
    return {
        "fully_supported": _by_k(found.fully_supported),
        "oracle_accuracy": _by_k(found.oracle_accuracy),
        "claims": found.claims,
    }


def _cell_recall(found: CellRecall | None) -> JsonValue:
    return None if found is None else {"mean": found.mean, "pooled": found.pooled, "claims": found.claims}


def _by_k(values: dict[int, float] | None) -> JsonValue:
    return None if values is None else {str(k): value for k, value in values.items()}
