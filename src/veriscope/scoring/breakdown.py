"""Scores by group of claims: by label, challenge, type of evidence, and the pages or pieces that a claim needs."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from veriscope.scoring.outcomes import ClaimOutcome, EvidenceKey, Scores, average
from veriscope.scoring.submission import GoldRow

_KIND_OF_SET = {
    "sentence": "sentences",
    "cell": "tables",
    "header_cell": "tables",
    "table_caption": "tables",
    "item": "lists",
}
_MANY = 6


@dataclass(frozen=True, slots=True)
class Group:
    """The scores of some of the claims; precision, recall and F1 mean nothing unless `counts_evidence`."""

    claims: int
    scores: Scores
    counts_evidence: bool


def by_challenge(golds: Sequence[GoldRow], outcomes: Sequence[ClaimOutcome]) -> dict[str, Group]:
    """By the challenge that the annotator named; claims without one are left out."""
    return _scores_by(golds, outcomes, name=lambda gold: gold.challenge)


def by_label(golds: Sequence[GoldRow], outcomes: Sequence[ClaimOutcome]) -> dict[str, Group]:
    """By the gold label."""
    return _scores_by(golds, outcomes, name=lambda gold: gold.label.value)


def by_evidence_type(golds: Sequence[GoldRow], outcomes: Sequence[ClaimOutcome]) -> dict[str, Group]:
    """By what the gold sets are made of; `various` when the sets of a claim differ, `none` without evidence."""
    return _scores_by(golds, outcomes, name=_evidence_type)


def by_pages(golds: Sequence[GoldRow], outcomes: Sequence[ClaimOutcome]) -> dict[str, Group]:
    """By how many pages the claim needs: those of the gold set with the fewest."""
    return _scores_by(golds, outcomes, name=lambda gold: _fewest(gold, lambda key: key[0]))


def by_pieces(golds: Sequence[GoldRow], outcomes: Sequence[ClaimOutcome]) -> dict[str, Group]:
    """By how many pieces of evidence the claim needs: those of the smallest gold set."""
    return _scores_by(golds, outcomes, name=lambda gold: _fewest(gold, lambda key: key))


def _scores_by(
    golds: Sequence[GoldRow], outcomes: Sequence[ClaimOutcome], *, name: Callable[[GoldRow], str]
) -> dict[str, Group]:
    members: defaultdict[str, list[ClaimOutcome]] = defaultdict(list)
    for gold, outcome in zip(golds, outcomes, strict=True):
        members[name(gold)].append(outcome)
    members.pop("", None)
    return {key: _group(members[key]) for key in sorted(members)}


def _group(outcomes: Sequence[ClaimOutcome]) -> Group:
    return Group(len(outcomes), average(outcomes), any(outcome.counts_evidence for outcome in outcomes))


def _evidence_type(gold: GoldRow) -> str:
    kinds = {_type_of(pieces) for pieces in _real_sets(gold)}
    if not kinds:
        return "none"
    return kinds.pop() if len(kinds) == 1 else "various"


def _type_of(pieces: frozenset[EvidenceKey]) -> str:
    # FEVER's keys have no kind: all its evidence is sentences.
    kinds = {_KIND_OF_SET.get(str(key[1]), "other") if len(key) == 3 else "sentences" for key in pieces}
    return kinds.pop() if len(kinds) == 1 else "combined"


def _fewest(gold: GoldRow, part: Callable[[EvidenceKey], object]) -> str:
    counts = [len({part(key) for key in pieces}) for pieces in _real_sets(gold)]
    fewest = min(counts, default=0)
    return f"{_MANY} or more" if fewest >= _MANY else str(fewest)


def _real_sets(gold: GoldRow) -> list[frozenset[EvidenceKey]]:
    """The gold sets that name pages; FEVER marks unverifiable claims by nulls."""
    return [pieces for pieces in gold.sets if pieces and all(key[0] is not None for key in pieces)]
