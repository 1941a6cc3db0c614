"""Reads a submission and its gold file, as the scorers compare them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from veriscope.datasets import (
    FeverClaim,
    FeverousAddress,
    FeverousClaim,
    FeverousPrediction,
    FeverPrediction,
    JsonObject,
    located,
    parse_fever_claim,
    parse_fever_prediction,
    parse_feverous_claim,
    parse_feverous_prediction,
    read_records,
)
from veriscope.datasets.fields import ClaimId, Extra, extra_value
from veriscope.domain import Label
from veriscope.errors import InputError
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
    """A prediction; the label is upper-cased, and need not be one of the three."""

    line: int
    id: ClaimId | None
    label: str
    evidence: tuple[EvidenceKey, ...]


def read_fever_gold(path: Path) -> list[GoldRow]:
    """The claims of a FEVER file."""
    return _read(path, parse_fever_claim, _fever_gold)


def read_feverous_gold(path: Path) -> list[GoldRow]:
    """The claims of a FEVEROUS file, without its header record."""
    return _read(path, parse_feverous_claim, _feverous_gold)


def read_fever_predictions(path: Path) -> list[PredictionRow]:
    """The rows of a FEVER submission."""
    return _read(path, parse_fever_prediction, _fever_prediction)


def read_feverous_predictions(path: Path) -> list[PredictionRow]:
    """The rows of a FEVEROUS submission, without its header record where it has one."""
    return _read(path, parse_feverous_prediction, _feverous_prediction)


Record = TypeVar("Record")


def _read(path: Path, parse: Callable[[JsonObject], Record], row: Callable[[int, Record], Row]) -> list[Row]:
    rows = []
    for line in read_records(path):
        with located(path, line.number):
            rows.append(row(line.number, parse(line.value)))
    if not rows:
        raise InputError(f"{path}: the file holds no rows to score; expected one JSON object a line")
    return rows


def _fever_gold(line: int, claim: FeverClaim) -> GoldRow:
    sets = tuple(frozenset((piece.page, piece.line) for piece in pieces) for pieces in claim.evidence)
    return GoldRow(line, claim.id, claim.label, sets, _challenge(claim.extra))


def _feverous_gold(line: int, claim: FeverousClaim) -> GoldRow:
    sets = tuple(frozenset(_key(address) for address in pieces.content) for pieces in claim.evidence)
    return GoldRow(line, claim.id, claim.label, sets, _challenge(claim.extra))


def _fever_prediction(line: int, prediction: FeverPrediction) -> PredictionRow:
    evidence = tuple((piece.page, piece.line) for piece in prediction.evidence)
    return PredictionRow(line, prediction.id, prediction.label.upper(), evidence)


def _feverous_prediction(line: int, prediction: FeverousPrediction) -> PredictionRow:
    evidence = tuple(_key(address) for address in prediction.evidence)
    return PredictionRow(line, prediction.id, prediction.label.upper(), evidence)


def _key(address: FeverousAddress) -> EvidenceKey:
    return (address.page, address.kind, address.position)


def _challenge(extra: Extra) -> str:
    challenge = extra_value(extra, "challenge")
    return challenge if isinstance(challenge, str) else ""
