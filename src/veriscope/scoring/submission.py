"""Reads a submission and its gold file in the form that the scorers compare."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from veriscope.datasets import (
    ClaimId,
    Extra,
    FeverClaim,
    FeverousAddress,
    FeverousClaim,
    FeverousPrediction,
    FeverPrediction,
    Finding,
    extra_value,
    fever_prediction_findings,
    feverous_prediction_findings,
    parse_fever_claim,
    parse_fever_prediction,
    parse_feverous_claim,
    parse_feverous_prediction,
    read_records,
    wrong_file,
)
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, locate_errors
from veriscope.scoring.outcomes import EvidenceKey

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class GoldRow:
    """A gold claim, with the challenge that its annotator named."""

    line: int
    id: ClaimId
    label: Label
    sets: tuple[frozenset[EvidenceKey], ...]
    challenge: str


@dataclass(frozen=True, slots=True)
class PredictionRow:
    """A prediction; the label is upper-cased, and need not be one of the three.

    `findings` are the problems that `veriscope dataset validate` reports; the official scorers score the row anyway.
    """

    line: int
    id: ClaimId | None
    label: str
    evidence: tuple[EvidenceKey, ...]
    findings: tuple[Finding, ...] = ()


def read_fever_gold(path: Path) -> list[GoldRow]:
    """The claims of a FEVER file."""
    return _read(path, parse_fever_claim, _fever_gold, form="fever")


def read_feverous_gold(path: Path) -> list[GoldRow]:
    """The claims of a FEVEROUS file, without its header record."""
    return _read(path, parse_feverous_claim, _feverous_gold, form="feverous")


def read_fever_predictions(path: Path) -> list[PredictionRow]:
    """The rows of a FEVER submission."""
    return _read(path, parse_fever_prediction, _fever_prediction, form="fever-predictions")


def read_feverous_predictions(path: Path) -> list[PredictionRow]:
    """The rows of a FEVEROUS submission, without its header record if it has one."""
    return _read(path, parse_feverous_prediction, _feverous_prediction, form="feverous-predictions")


Record = TypeVar("Record")


def _read(
    path: Path, parse: Callable[[JsonObject], Record], row: Callable[[int, Record], Row], *, form: str
) -> list[Row]:
    try:
        rows = list(_rows(path, parse, row))
    except InputError:
        wrong = wrong_file(path, expected=form)
        if wrong is None:
            raise
        raise InputError(wrong) from None
    if not rows:
        raise InputError(f"{path}: the file holds no rows to score; expected one JSON object a line")
    return rows


def _rows(path: Path, parse: Callable[[JsonObject], Record], row: Callable[[int, Record], Row]) -> Iterator[Row]:
    for line in read_records(path):
        with locate_errors(path, line.number):
            parsed = row(line.number, parse(line.value))
        yield parsed


def _fever_gold(line: int, claim: FeverClaim) -> GoldRow:
    sets = tuple(frozenset((piece.page, piece.line) for piece in pieces) for pieces in claim.evidence)
    return GoldRow(line, claim.id, claim.label, sets, _challenge(claim.extra))


def _feverous_gold(line: int, claim: FeverousClaim) -> GoldRow:
    sets = tuple(frozenset(_key(address) for address in pieces.content) for pieces in claim.evidence)
    return GoldRow(line, claim.id, claim.label, sets, _challenge(claim.extra))


def _fever_prediction(line: int, prediction: FeverPrediction) -> PredictionRow:
    evidence = tuple((piece.page, piece.line) for piece in prediction.evidence)
    findings = tuple(fever_prediction_findings(prediction))
    return PredictionRow(line, prediction.id, prediction.label.upper(), evidence, findings)


def _feverous_prediction(line: int, prediction: FeverousPrediction) -> PredictionRow:
    evidence = tuple(_key(address) for address in prediction.evidence)
    findings = tuple(feverous_prediction_findings(prediction))
    return PredictionRow(line, prediction.id, prediction.label.upper(), evidence, findings)


def _key(address: FeverousAddress) -> EvidenceKey:
    return (address.page, address.kind, address.position)


def _challenge(extra: Extra) -> str:
    challenge = extra_value(extra, "challenge")
    return challenge if isinstance(challenge, str) else ""
