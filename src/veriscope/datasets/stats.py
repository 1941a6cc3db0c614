"""Counts what the FEVER and FEVEROUS papers report about their data sets."""

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veriscope.datasets.evidence_kinds import EvidenceKind, SetKind, kind_of, set_kind_of, tables_of
from veriscope.datasets.fields import extra_value
from veriscope.datasets.operations import Operations, summarise_operations
from veriscope.datasets.veriscope import VeriscopeClaim
from veriscope.domain import CellId, EvidenceId, SentenceId
from veriscope.text import tokenise

Sets = tuple[frozenset[EvidenceId], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A distribution in short; all zeros if nothing was counted."""

    mean: float
    median: float
    maximum: int


@dataclass(frozen=True, slots=True)
class PerSet:
    """Averages over the evidence sets (FEVEROUS, Table 1: `Avg. Evidence`)."""

    pieces: float
    sentences: float
    cells: float
    tables: float
    pages: float


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of the claims that have evidence (FEVER, section 1; FEVEROUS, section 7.5)."""

    several_sets: float
    several_pieces: float
    needs_several_pieces: float
    needs_several_sentences: float
    needs_several_pages: float
    names_a_page: float


@dataclass(frozen=True, slots=True)
class DatasetStats:
    """The quantities of the papers' data-set tables; an evidence set counts once per claim, empty sets never."""

    claims: int
    claims_with_evidence: int
    labels: dict[str, int]
    claim_tokens: Summary
    sets: int
    sets_per_claim: dict[int, int]
    set_sizes: dict[int, int]
    set_kinds: dict[str, int]
    pieces: dict[str, int]
    per_set: PerSet
    shares: Shares
    pages: int
    sentence_positions: Summary
    cell_rows: Summary
    challenges: dict[str, int]
    operations: Operations | None


def dataset_stats(claims: Iterable[VeriscopeClaim]) -> DatasetStats:
    """The statistics of a data set."""
    rows = list(claims)
    golds = [(row, row.gold().evidence_sets) for row in rows]
    sets = [pieces for _, evidence in golds for pieces in evidence]
    pieces = [piece for each in sets for piece in each]
    cited = [(row.claim, evidence) for row, evidence in golds if evidence]
    return DatasetStats(
        claims=len(rows),
        claims_with_evidence=len(cited),
        labels=_counts(row.label.value for row in rows),
        claim_tokens=_summary([len(tokenise(row.claim)) for row in rows]),
        sets=len(sets),
        sets_per_claim=_histogram(len(evidence) for _, evidence in golds),
        set_sizes=_histogram(len(each) for each in sets),
        set_kinds=_in_order(Counter(set_kind_of(each) for each in sets), SetKind),
        pieces=_in_order(Counter(kind_of(piece) for piece in pieces), EvidenceKind),
        per_set=_per_set(sets),
        shares=_shares(cited),
        pages=len({piece.page for piece in pieces}),
        sentence_positions=_summary([piece.sentence for piece in pieces if isinstance(piece, SentenceId)]),
        cell_rows=_summary([piece.row for piece in pieces if isinstance(piece, CellId)]),
        challenges=_counts(challenge for row in rows if (challenge := challenge_of(row))),
        operations=summarise_operations(extra_value(row.extra, "annotator_operations") for row in rows),
    )


def challenge_of(claim: VeriscopeClaim) -> str:
    """The challenge that the annotator named; empty if there is none."""
    challenge = extra_value(claim.extra, "challenge")
    return challenge if isinstance(challenge, str) else ""


def _per_set(sets: Sequence[frozenset[EvidenceId]]) -> PerSet:
    kinds = Counter(kind_of(piece) for pieces in sets for piece in pieces)
    return PerSet(
        pieces=_share(sum(map(len, sets)), len(sets)),
        sentences=_share(kinds[EvidenceKind.SENTENCE], len(sets)),
        cells=_share(kinds[EvidenceKind.CELL] + kinds[EvidenceKind.HEADER], len(sets)),
        tables=_share(sum(len(tables_of(pieces)) for pieces in sets), len(sets)),
        pages=_share(sum(_page_count(pieces) for pieces in sets), len(sets)),
    )


def _shares(cited: Sequence[tuple[str, Sets]]) -> Shares:
    evidence = [sets for _, sets in cited]
    return Shares(
        several_sets=_share(sum(len(sets) > 1 for sets in evidence), len(cited)),
        several_pieces=_share(sum(len(frozenset().union(*sets)) > 1 for sets in evidence), len(cited)),
        needs_several_pieces=_share(sum(min(map(len, sets)) > 1 for sets in evidence), len(cited)),
        needs_several_sentences=_share(sum(min(map(_sentence_count, sets)) > 1 for sets in evidence), len(cited)),
        needs_several_pages=_share(sum(min(map(_page_count, sets)) > 1 for sets in evidence), len(cited)),
        names_a_page=_share(sum(_names_a_page(claim, sets) for claim, sets in cited), len(cited)),
    )


def _sentence_count(pieces: frozenset[EvidenceId]) -> int:
    return sum(isinstance(piece, SentenceId) for piece in pieces)


def _page_count(pieces: frozenset[EvidenceId]) -> int:
    return len({piece.page for piece in pieces})


def _names_a_page(claim: str, sets: Sets) -> bool:
    """Whether the claim contains the title of a page of its evidence, ignoring brackets at the end of the title."""
    titles = {piece.page.partition(" (")[0].casefold() for pieces in sets for piece in pieces}
    return any(title and title in claim.casefold() for title in titles)


def _summary(values: Sequence[int]) -> Summary:
    if not values:
        return Summary(0.0, 0.0, 0)
    return Summary(statistics.fmean(values), float(statistics.median(values)), max(values))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _counts(names: Iterable[str]) -> dict[str, int]:
    """Most frequent first, ties by name."""
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


def _histogram(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def _in_order(
    counts: Counter[SetKind] | Counter[EvidenceKind], kinds: Iterable[SetKind | EvidenceKind]
) -> dict[str, int]:
    named = {str(kind): count for kind, count in counts.items()}
    return {str(kind): named.get(str(kind), 0) for kind in kinds}
