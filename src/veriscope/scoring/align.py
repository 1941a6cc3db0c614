"""Matches each prediction with its claim, by position as the official scorers do, or by id."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from veriscope.datasets import count_text
from veriscope.errors import InputError
from veriscope.scoring.outcomes import ScoringCase
from veriscope.scoring.submission import GoldRow, PredictionRow


class Alignment(StrEnum):
    """How predictions find their claims."""

    POSITION = "position"
    ID = "id"


def align(
    predictions: Sequence[PredictionRow], golds: Sequence[GoldRow], *, by: Alignment, path: Path
) -> list[ScoringCase]:
    """A case for each gold claim, in the gold file's order; `path` names the submission in messages."""
    match by:
        case Alignment.POSITION:
            found = _by_position(predictions, golds, path=path)
        case Alignment.ID:
            found = _by_id(predictions, golds, path=path)
    return [
        ScoringCase(gold.label, prediction.label, gold.sets, prediction.evidence)
        for prediction, gold in zip(found, golds, strict=True)
    ]


def _by_position(
    predictions: Sequence[PredictionRow], golds: Sequence[GoldRow], *, path: Path
) -> Sequence[PredictionRow]:
    if len(predictions) != len(golds):
        raise InputError(
            f"{path}: {count_text(len(predictions), 'prediction')} for {count_text(len(golds), 'gold claim')}; "
            "expected one for each"
        )
    for prediction, gold in zip(predictions, golds, strict=True):
        if prediction.id is not None and str(prediction.id) != str(gold.id):
            raise InputError(
                f"{path}:{prediction.line}: the id is {prediction.id!r}, but the gold file (line {gold.line}) "
                f"has {gold.id!r} there; sort the file, or match by id with --align id"
            )
    return predictions


def _by_id(predictions: Sequence[PredictionRow], golds: Sequence[GoldRow], *, path: Path) -> Sequence[PredictionRow]:
    by_id: dict[str, PredictionRow] = {}
    for prediction in predictions:
        if prediction.id is None:
            raise InputError(f"{path}:{prediction.line}: id: missing; matching by id needs one in every row")
        first = by_id.setdefault(str(prediction.id), prediction)
        if first is not prediction:
            raise InputError(f"{path}:{prediction.line}: the id {prediction.id!r} is already on line {first.line}")
    _refuse_repeated_gold(golds)
    missing = [gold for gold in golds if str(gold.id) not in by_id]
    if missing:
        raise InputError(
            f"{path}: no prediction for {count_text(len(missing), 'gold claim')}, the first with id {missing[0].id!r}"
        )
    if len(by_id) > len(golds):
        known = {str(gold.id) for gold in golds}
        stray = next(row for name, row in by_id.items() if name not in known)
        raise InputError(f"{path}:{stray.line}: the gold file has no claim with id {stray.id!r}")
    return [by_id[str(gold.id)] for gold in golds]


def _refuse_repeated_gold(golds: Sequence[GoldRow]) -> None:
    first_lines: dict[str, int] = {}
    for gold in golds:
        first = first_lines.setdefault(str(gold.id), gold.line)
        if first != gold.line:
            raise InputError(
                f"the gold file has the id {gold.id!r} on lines {first} and {gold.line}; matching by id needs it once"
            )
