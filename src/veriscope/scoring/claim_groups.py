"""Divides claims into groups whose retrieval is scored separately."""

from collections.abc import Callable, Sequence

from veriscope.datasets import set_kind_of
from veriscope.domain import EvidenceId, SentenceId
from veriscope.scoring.retrieval import RetrievalCase

_MANY = 6


def group_cases(cases: Sequence[RetrievalCase], *, by: str) -> dict[str, list[RetrievalCase]]:
    """The cases of each group, groups in order of name; cases without a group are left out."""
    name = GROUPINGS[by]
    groups: dict[str, list[RetrievalCase]] = {}
    for case in cases:
        groups.setdefault(name(case), []).append(case)
    groups.pop("", None)
    return dict(sorted(groups.items()))


def _challenge(case: RetrievalCase) -> str:
    return case.challenge


def _evidence(case: RetrievalCase) -> str:
    """What the gold sets are made of; `various` when the sets of a claim differ."""
    kinds = {set_kind_of(pieces) for pieces in case.gold.evidence_sets}
    if not kinds:
        return "none"
    return kinds.pop().value if len(kinds) == 1 else "various"


def _hops(case: RetrievalCase) -> str:
    """How many pages the claim needs: those of the gold set with the fewest."""
    return _fewest(case, lambda pieces: len({piece.page for piece in pieces}), unit="page")


def _label(case: RetrievalCase) -> str:
    return case.gold.label.value


def _sentences(case: RetrievalCase) -> str:
    """Whether even the gold set with the fewest sentences needs several; claims without sentences are left out."""
    counts = [sum(isinstance(piece, SentenceId) for piece in pieces) for pieces in case.gold.evidence_sets]
    fewest = min((count for count in counts if count), default=0)
    return {0: "", 1: "one sentence"}.get(fewest, "several sentences")


def _fewest(case: RetrievalCase, count: Callable[[frozenset[EvidenceId]], int], *, unit: str) -> str:
    fewest = min((count(pieces) for pieces in case.gold.evidence_sets), default=0)
    if fewest >= _MANY:
        return f"{_MANY} or more {unit}s"
    return f"{fewest} {unit}{'' if fewest == 1 else 's'}"


GROUPINGS: dict[str, Callable[[RetrievalCase], str]] = {
    "challenge": _challenge,
    "evidence": _evidence,
    "hops": _hops,
    "label": _label,
    "sentences": _sentences,
}
