"""Reads the claims of a file for a batch: any known data set, JSON lines with a `claim`, or plain text lines."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from veriscope.datasets import ClaimId, detect_format, is_header, is_page, take_id, take_text
from veriscope.errors import InputError
from veriscope.files import BadLine, JsonLine, JsonObject, Line, OverlongLine, read_json_lines, read_lines

_MAX_LINE_BYTES = 2**20
_TEXT_KEYS = ("claim", "statement")
_BYTE_ORDER_MARK = "\ufeff"


class ClaimRow(NamedTuple):
    """A claim to check and its line; a claim without an id gets the line number as its id."""

    line: int
    id: ClaimId
    text: str


class BadRow(NamedTuple):
    """A line that holds no claim, with the reason, and its id if that could be read."""

    line: int
    id: ClaimId | None
    problem: str


def read_batch(path: Path) -> Iterator[ClaimRow | BadRow]:
    """Every line that is not blank, as a claim or as a problem; FEVEROUS's header record is left out."""
    return _json_rows(path) if _is_json(path) else _text_rows(path)


def natural_format(path: Path) -> str:
    """The form for the results of a file: `fever` or `feverous` for a file of that data set, else `trace`."""
    if not _is_json(path):
        return "trace"
    try:
        found = detect_format(path)
    except InputError:
        return "trace"
    return found if found in {"fever", "feverous"} else "trace"


def _is_json(path: Path) -> bool:
    """Whether the first line that is not blank is a JSON object."""
    if not path.is_file():
        raise InputError(f"cannot read {path}: no such file; name a file of claims")
    for line in islice(read_lines(path, max_bytes=_MAX_LINE_BYTES), 1000):
        data = line.data.strip(b" \t\r\xef\xbb\xbf") if isinstance(line, Line) else b"{"
        if data.startswith(b"["):
            raise InputError(f"{path}:{line.number}: found a JSON list; write one object a line, or one claim a line")
        if data:
            return data.startswith(b"{")
    raise InputError(f"{path}: the file holds no claims; write one a line, or one JSON object with `claim` a line")


def _text_rows(path: Path) -> Iterator[ClaimRow | BadRow]:
    for line in read_lines(path, max_bytes=_MAX_LINE_BYTES):
        if isinstance(line, OverlongLine):
            yield BadRow(line.number, line.number, f"the line has {line.size:,} bytes; a claim is a sentence")
        elif line.data.strip():
            yield _text_row(line)


def _text_row(line: Line) -> ClaimRow | BadRow:
    try:
        return ClaimRow(line.number, line.number, line.data.decode().removeprefix(_BYTE_ORDER_MARK).strip())
    except UnicodeDecodeError as error:
        return BadRow(line.number, line.number, f"byte {error.start + 1} is not UTF-8; save the file as UTF-8")


def _json_rows(path: Path) -> Iterator[ClaimRow | BadRow]:
    for place, line in enumerate(read_json_lines(path)):
        if isinstance(line, BadLine):
            yield BadRow(line.number, None, line.problem)
        elif place or not is_header(line.value):
            if not place:
                _refuse_others(path, line.value)
            yield _json_row(line)


def _refuse_others(path: Path, record: JsonObject) -> None:
    """Reject a file of something else at once, not row by row."""
    if is_page(record):
        raise InputError(f"{path} holds pages, not claims; `veriscope corpus build` makes a corpus of pages")
    if "predicted_label" in record and "claim" not in record:
        raise InputError(f"{path} holds predictions, not claims; `veriscope eval` scores them")


def _json_row(line: JsonLine) -> ClaimRow | BadRow:
    claim_id: ClaimId | None = None
    try:
        claim_id = take_id(line.value) if line.value.get("id") is not None else line.number
        key = next((key for key in _TEXT_KEYS if key in line.value), _TEXT_KEYS[0])
        return ClaimRow(line.number, claim_id, take_text(line.value, key))
    except InputError as error:
        return BadRow(line.number, claim_id, str(error))
