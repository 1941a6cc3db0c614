"""Computes the measures of the FEVEROUS paper's tables, row by row, over prepared claims."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from veriscope.datasets import evidence_id_to_feverous
from veriscope.domain import CaptionId, CellId, EvidenceId, Label, parse_evidence_id
from veriscope.files import JsonObject
from veriscope.lab.reproductions.feverous_predictions import Prediction
from veriscope.lab.reproductions.feverous_prepared import PreparedClaim, PreparedSet
from veriscope.scoring import (
    EvidenceKey,
    RankedKind,
    Retrieval,
    RetrievalCase,
    ScoringCase,
    average,
    cell_recall,
    coverage,
    report_labels,
    score_feverous_claim,
)

KS = (1, 2, 3, 5)
_COVERED = (RankedKind.PAGES, RankedKind.SENTENCES, RankedKind.TABLES)


@dataclass(frozen=True)
class FeverousRows:
    """Computes measures over the claims of a file."""

    prepared: PreparedSet

    @cached_property
    def claims(self) -> tuple[PreparedClaim, ...]:
        """All claims."""
        return self.prepared.claims

    def retrieval(self) -> JsonObject:
        """Table 4, left: the share of the gold pages, sentences and tables among the first k."""
        cases = [RetrievalCase(one.gold_claim(), _retrieval(one)) for one in self.claims]
        found = {kind.value: coverage(cases, kind, ks=KS) for kind in _COVERED}
        return {name: _by_k(values) for name, values in found.items()}

    def lexical_cells(self) -> JsonObject:
        """Cell recall of the lexical ranker, given the gold tables."""
        return self._cell_recall([_ids(one.found.lexical_cells if one.found else ()) for one in self.claims])

    def cells(self, said: Sequence[Prediction]) -> JsonObject:
        """Section 5.2: cell recall of an extractor that is given the gold tables."""
        return self._cell_recall([_ids(one.evidence) for one in said])

    def verdicts(self, said: Sequence[Prediction]) -> JsonObject:
        """Table 4, right: F1 by label with gold evidence."""
        cases = self._cases(said)
        report = report_labels(cases)
        scores: JsonObject = {label.value: report.per_label[label.value].f1 for label in Label}
        return scores | {
            "macro_f1": report.macro_f1,
            "accuracy": average(map(score_feverous_claim, cases)).label_accuracy,
        }

    def pipeline(self, said: Sequence[Prediction]) -> JsonObject:
        """Table 3: the FEVEROUS score, and how often the found evidence contains a whole gold set."""
        scores = average(map(score_feverous_claim, self._cases(said)))
        return {
            "score": scores.score,
            "evidence": scores.evidence_recall,
            "label_accuracy": scores.label_accuracy,
            "without_evidence": sum(not one.evidence for one in said),
        }

    def _cases(self, said: Sequence[Prediction]) -> list[ScoringCase]:
        return [_case(one, prediction) for one, prediction in zip(self.claims, said, strict=True)]

    def _cell_recall(self, found: Sequence[Sequence[EvidenceId]]) -> JsonObject:
        """The cell recall of all claims with cells as evidence, and of those with a single cell."""
        cases = [
            RetrievalCase(one.gold_claim(), Retrieval((), tuple(cells)))
            for one, cells in zip(self.claims, found, strict=True)
        ]
        single = [case for case in cases if any(_cell_count(group) == 1 for group in case.gold.evidence_sets)]
        every, alone = cell_recall(cases), cell_recall(single)
        return {
            "recall": every.mean if every else None,
            "single_cell_recall": alone.mean if alone else None,
            "cells_a_claim": sum(map(len, found)) / max(1, len(found)),
        }


def _retrieval(claim: PreparedClaim) -> Retrieval:
    """What was found for a claim, in the form that scorers read; a table is cited by its caption."""
    if claim.found is None:
        return Retrieval((), ())
    tables: list[EvidenceId] = [CaptionId(*key) for key in claim.found.tables]
    return Retrieval(claim.found.pages, (*(piece.evidence().id for piece in claim.found.sentences), *tables))


def _case(claim: PreparedClaim, said: Prediction) -> ScoringCase:
    sets = tuple(frozenset(map(_key, _ids(group))) for group in claim.sets)
    return ScoringCase(claim.label, said.label, sets, tuple(map(_key, _ids(said.evidence))))


def _key(piece: EvidenceId) -> EvidenceKey:
    address = evidence_id_to_feverous(piece)
    return address.page, address.kind, address.position


def _ids(pieces: Sequence[str]) -> list[EvidenceId]:
    return [parse_evidence_id(piece) for piece in pieces]


def _cell_count(pieces: frozenset[EvidenceId]) -> int:
    return sum(isinstance(piece, CellId) for piece in pieces)


def _by_k(values: dict[int, float] | None) -> JsonObject:
    return {str(k): value for k, value in values.items()} if values else {}
