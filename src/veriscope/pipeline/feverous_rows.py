"""What the FEVEROUS paper's tables measure, row by row, over prepared claims."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from veriscope.datasets import JsonObject, evidence_id_to_feverous
from veriscope.domain import CaptionId, CellId, Evidence, EvidenceId, Label, Verdict, parse_evidence_id
from veriscope.neural.feverous_tables import TableText
from veriscope.pipeline.feverous_models import open_cell_extractor, open_feverous_verdict
from veriscope.pipeline.feverous_prepared import PreparedClaim, PreparedSet, TableKey
from veriscope.scoring import RankedKind, Retrieval, RetrievalCase, ScoringCase, average, report_labels
from veriscope.scoring.coverage import cell_recall, coverage
from veriscope.scoring.feverous import score_feverous_claim
from veriscope.scoring.outcomes import EvidenceKey

_Case = TypeVar("_Case")

KS = (1, 2, 3, 5)
_COVERED = (RankedKind.PAGES, RankedKind.SENTENCES, RankedKind.TABLES)
# Claims whose tables or evidence are given to a network at once.
_AT_ONCE = 256


class FeverousSetting(StrEnum):
    """What is taken as evidence: the rows of the paper's Table 3."""

    SENTENCES = "sentence-only"
    TABLES = "table-only"
    FULL = "full"


@dataclass(frozen=True)
class FeverousRows:
    """Measures over the claims of a file."""

    prepared: PreparedSet

    @cached_property
    def claims(self) -> tuple[PreparedClaim, ...]:
        """All claims."""
        return self.prepared.claims

    def retrieval(self) -> JsonObject:
        """Table 4, left: the share of the gold pages, sentences and tables among the first k."""
        cases = [RetrievalCase(one.gold_claim(), _retrieved(one)) for one in self.claims]
        found = {kind.value: coverage(cases, kind, ks=KS) for kind in _COVERED}
        return {name: _by_k(values) for name, values in found.items()}

    def lexical_cells(self) -> JsonObject:
        """Cell recall of the lexical ranker, given the gold tables."""
        return self._cell_recall([_ids(one.found.lexical_cells if one.found else ()) for one in self.claims])

    def cells(self, folder: Path, *, whole: bool) -> JsonObject:
        """Section 5.2: cell recall of an extractor that is given the gold tables."""
        given = [self._tables(one.tables) for one in self.claims]
        return self._cell_recall(
            [[piece.id for piece in pieces] for pieces in self._extracted(folder, given, whole=whole)]
        )

    def verdicts(self, folder: Path) -> JsonObject:
        """Table 4, right: F1 by label with gold evidence."""
        said = self._decided(folder, [one.evidence() for one in self.claims])
        cases = [_case(one, verdict, one.evidence()) for one, verdict in zip(self.claims, said, strict=True)]
        report = report_labels(cases)
        scores: JsonObject = {label.value: report.per_label[label.value].f1 for label in Label}
        return scores | {
            "macro_f1": report.macro_f1,
            "accuracy": average(map(score_feverous_claim, cases)).label_accuracy,
        }

    def pipeline(self, setting: FeverousSetting, *, cells: Path, verdict: Path) -> JsonObject:
        """Table 3: the FEVEROUS score, and how often the found evidence holds a whole gold set."""
        found = self._evidence(setting, cells)
        said = self._decided(verdict, found)
        cases = [_case(one, label, pieces) for one, label, pieces in zip(self.claims, said, found, strict=True)]
        scores = average(map(score_feverous_claim, cases))
        return {
            "score": scores.score,
            "evidence": scores.evidence_recall,
            "label_accuracy": scores.label_accuracy,
            "without_evidence": sum(not pieces for pieces in found),
        }

    def _evidence(self, setting: FeverousSetting, cells: Path) -> list[list[Evidence]]:
        sentences = [[piece.evidence() for piece in one.found.sentences] if one.found else [] for one in self.claims]
        if setting is FeverousSetting.SENTENCES:
            return sentences
        tables = [self._tables(one.found.tables if one.found else ()) for one in self.claims]
        extracted = self._extracted(cells, tables, whole=False)
        if setting is FeverousSetting.TABLES:
            return extracted
        return [[*first, *then] for first, then in zip(sentences, extracted, strict=True)]

    def _extracted(self, folder: Path, tables: Sequence[list[TableText]], *, whole: bool) -> list[list[Evidence]]:
        extractor = open_cell_extractor(folder, whole=whole)
        cases = [(one.gold_claim().claim, given) for one, given in zip(self.claims, tables, strict=True)]
        return [pieces for part in _parts(cases) for pieces in extractor.extract(part)]

    def _decided(self, folder: Path, evidence: Sequence[list[Evidence]]) -> list[Verdict]:
        model = open_feverous_verdict(folder)
        cases = [(one.gold_claim().claim, pieces) for one, pieces in zip(self.claims, evidence, strict=True)]
        return [verdict for part in _parts(cases) for verdict in model.decide_all(part)]

    def _tables(self, keys: Sequence[TableKey]) -> list[TableText]:
        return [self.prepared.tables[key] for key in keys]

    def _cell_recall(self, found: Sequence[Sequence[EvidenceId]]) -> JsonObject:
        """Of all claims with cells as evidence, and of those with a single cell."""
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


def _parts(cases: Sequence[_Case]) -> Iterator[Sequence[_Case]]:
    return (cases[start : start + _AT_ONCE] for start in range(0, len(cases), _AT_ONCE))


def _retrieved(claim: PreparedClaim) -> Retrieval:
    """What was found; a table is named by its caption."""
    if claim.found is None:
        return Retrieval((), ())
    tables: list[EvidenceId] = [CaptionId(*key) for key in claim.found.tables]
    return Retrieval(claim.found.pages, (*(piece.evidence().id for piece in claim.found.sentences), *tables))


def _case(claim: PreparedClaim, verdict: Verdict, evidence: Sequence[Evidence]) -> ScoringCase:
    sets = tuple(frozenset(map(_key, _ids(group))) for group in claim.sets)
    return ScoringCase(claim.label, verdict.label.value, sets, tuple(_key(piece.id) for piece in evidence))


def _key(piece: EvidenceId) -> EvidenceKey:
    address = evidence_id_to_feverous(piece)
    return address.page, address.kind, address.position


def _ids(pieces: Sequence[str]) -> list[EvidenceId]:
    return [parse_evidence_id(piece) for piece in pieces]


def _cell_count(pieces: frozenset[EvidenceId]) -> int:
    return sum(isinstance(piece, CellId) for piece in pieces)


def _by_k(values: dict[int, float] | None) -> JsonObject:
    return {str(k): value for k, value in values.items()} if values else {}
