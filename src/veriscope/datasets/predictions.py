"""Submissions: what a system predicted for each claim, in FEVER's and in FEVEROUS's form.

FEVER     {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", 0], …]}
FEVEROUS  {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", "cell", "0_3_1"], …]}
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from veriscope.datasets.fever_ids import evidence_id_to_fever
from veriscope.datasets.feverous_ids import FeverousAddress, evidence_id_to_feverous, parse_feverous_id
from veriscope.datasets.fields import ClaimId, Extra, as_list, rest, take, take_id, take_list
from veriscope.domain import EvidenceId, Label, SentenceId
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt, write_json_lines

_KEYS = ("id", "predicted_label", "predicted_evidence")
_FEVER_PIECE = "[page, line], such as ['Lima', 0]"
_FEVEROUS_PIECE = "[page, type, position], such as ['Lima', 'cell', '0_3_1'], or an id such as 'Lima_cell_0_3_1'"


@dataclass(frozen=True, slots=True)
class FeverSentence:
    """A sentence as FEVER submissions cite it."""

    page: str
    line: int


@dataclass(frozen=True, slots=True)
class FeverPrediction:
    """A predicted label, as written, with ranked sentences; `id` may be missing."""

    id: ClaimId | None
    label: str
    evidence: tuple[FeverSentence, ...]
    extra: Extra = ()


@dataclass(frozen=True, slots=True)
class FeverousPrediction:
    """A predicted label, as written, with ranked elements; `id` may be missing."""

    id: ClaimId | None
    label: str
    evidence: tuple[FeverousAddress, ...]
    extra: Extra = ()


Prediction = FeverPrediction | FeverousPrediction


def fever_prediction(claim_id: ClaimId, label: Label, *, evidence: Iterable[EvidenceId]) -> FeverPrediction:
    """A prediction in FEVER's form; evidence other than sentences is dropped."""
    sentences = (evidence_id_to_fever(piece) for piece in evidence if isinstance(piece, SentenceId))
    return FeverPrediction(claim_id, label.value, tuple(FeverSentence(*sentence) for sentence in sentences))


def feverous_prediction(claim_id: ClaimId, label: Label, *, evidence: Iterable[EvidenceId]) -> FeverousPrediction:
    """A prediction in FEVEROUS's form."""
    return FeverousPrediction(claim_id, label.value, tuple(evidence_id_to_feverous(piece) for piece in evidence))


def parse_fever_prediction(value: JsonObject) -> FeverPrediction:
    """A record of a FEVER submission."""
    pieces = take_list(value, "predicted_evidence", of=_FEVER_PIECE)
    evidence = tuple(_fever_piece(piece, at=f"predicted_evidence[{index}]") for index, piece in enumerate(pieces))
    return FeverPrediction(_optional_id(value), _take_predicted_label(value), evidence, rest(value, _KEYS))


def parse_feverous_prediction(value: JsonObject) -> FeverousPrediction:
    """A record of a FEVEROUS submission."""
    pieces = take_list(value, "predicted_evidence", of=_FEVEROUS_PIECE)
    evidence = tuple(_feverous_piece(piece, at=f"predicted_evidence[{index}]") for index, piece in enumerate(pieces))
    return FeverousPrediction(_optional_id(value), _take_predicted_label(value), evidence, rest(value, _KEYS))


def prediction_json(prediction: Prediction) -> JsonObject:
    """The record of a submission."""
    evidence: list[JsonValue]
    match prediction:
        case FeverPrediction():
            evidence = [[piece.page, piece.line] for piece in prediction.evidence]
        case FeverousPrediction():
            evidence = [[piece.page, piece.kind, piece.position] for piece in prediction.evidence]
    known: JsonObject = {"predicted_label": prediction.label, "predicted_evidence": evidence}
    claim_id: JsonObject = {} if prediction.id is None else {"id": prediction.id}
    return claim_id | known | dict(prediction.extra)


def _optional_id(value: JsonObject) -> ClaimId | None:
    return take_id(value) if value.get("id") is not None else None


def _take_predicted_label(value: JsonObject) -> str:
    label = take(value, "predicted_label")
    if not isinstance(label, str):
        raise InputError(f"predicted_label: found {json_excerpt(label)}; expected one of: {', '.join(Label)}")
    return label


def _fever_piece(value: JsonValue, *, at: str) -> FeverSentence:
    match value:
        case [str(page), int(line)] if not isinstance(line, bool):
            return FeverSentence(page, line)
    raise InputError(f"{at}: found {_shown_parts(value)}; expected {_FEVER_PIECE}")


def _feverous_piece(value: JsonValue, *, at: str) -> FeverousAddress:
    match value:
        case [str(page), str(kind), str(position)]:
            return FeverousAddress(page, kind, position)
        case str():
            return parse_feverous_id(value)
    raise InputError(f"{at}: found {_shown_parts(value)}; expected {_FEVEROUS_PIECE}")


def _shown_parts(value: JsonValue) -> str:
    if not isinstance(value, list):
        return json_excerpt(value)
    parts = ", ".join(json_excerpt(part) for part in as_list(value, at="", of="")[:4])
    return f"[{parts}{', …' if len(value) > 4 else ''}]"


def write_predictions(path: Path, predictions: Iterable[Prediction]) -> int:
    """Write a submission; returns how many predictions were written."""
    return write_json_lines(path, map(prediction_json, predictions))
