"""Detects the format of a data set by the shape of its first records."""

from itertools import islice
from pathlib import Path

from veriscope.datasets.fields import is_header
from veriscope.datasets.hybridqa import is_hybridqa
from veriscope.datasets.tabfact import is_tabfact
from veriscope.errors import InputError
from veriscope.files import BadLine, JsonLine, JsonObject, JsonValue, read_json_lines

_LOOKED_AT = 1000
_PAGE_KEYS = ({"title", "order"}, {"text", "lines"}, {"header", "rows"}, {"id", "infobox"})


def detect_format(path: Path) -> str:
    """The name of the format, decided by the first record whose evidence shows it.

    A file whose records cite no evidence at all is read as our own format, or as a FEVER submission.
    """
    lines = list(islice(read_json_lines(path), _LOOKED_AT))
    records = [line.value for line in lines if isinstance(line, JsonLine)]
    if not records:
        raise InputError(_no_records(path, lines))
    if is_page(records[0]):
        raise InputError(f"{path} holds pages, not claims; `veriscope corpus build` makes a corpus of pages")
    if is_header(records[0]) and len(records) > 1:
        return "feverous-predictions" if "predicted_label" in records[1] else "feverous"
    names = (_format_of(record) for record in records)
    found = next((name for name in names if name is not None), None)
    if found is not None:
        return found
    if "predicted_label" in records[0]:
        return "fever-predictions"
    if any(record.get("evidence") for record in records):
        raise InputError(f"{path}: the evidence has the shape of an unknown format; name one with --format")
    return "veriscope"


def is_page(record: JsonObject) -> bool:
    """Whether this is a page of FEVEROUS (title, order) or of FEVER (text, lines), or a table, and not a claim."""
    is_claim = "claim" in record or "predicted_label" in record
    return not is_claim and any(keys <= record.keys() for keys in _PAGE_KEYS)


def _no_records(path: Path, lines: list[JsonLine | BadLine]) -> str:
    bad = next((line for line in lines if isinstance(line, BadLine)), None)
    if bad is None:
        return f"{path}: the file holds no records; a data set has one JSON object a line"
    return f"{path}:{bad.number}: {bad.problem}"


def _format_of(record: JsonObject) -> str | None:
    if is_tabfact(record) or is_hybridqa(record):
        return "tabfact" if is_tabfact(record) else "hybridqa"
    if "predicted_label" in record or "predicted_evidence" in record:
        return _predictions_format(_first(record.get("predicted_evidence")))
    return _claims_format(record.get("evidence")) or ("fever" if "verifiable" in record else None)


def _claims_format(evidence: JsonValue) -> str | None:
    if isinstance(evidence, list) and None in evidence:
        return "fever-training"
    match _first(evidence):
        case [str(), int()]:
            return "fever-training"
        case dict():
            return "feverous"
        case [str(), *_]:
            return "veriscope"
        case [list(), *_]:
            return "fever"
    return None


def _predictions_format(piece: JsonValue) -> str | None:
    match piece:
        case str() | [_, _, _]:
            return "feverous-predictions"
        case [_, _]:
            return "fever-predictions"
    return None


def _first(value: JsonValue) -> JsonValue:
    """The first entry that is not an empty list."""
    return next((item for item in value if item != []), None) if isinstance(value, list) else None
