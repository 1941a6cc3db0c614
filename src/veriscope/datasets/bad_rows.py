"""Reads every row of a file of labelled claims, or says why a row or the whole file cannot be read."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from veriscope.datasets.detect import detect_format, is_page
from veriscope.datasets.fields import is_header
from veriscope.errors import InputError
from veriscope.files import BadLine, JsonLine, JsonObject, read_json_lines

_Row = TypeVar("_Row")


class BadRow(NamedTuple):
    """A row that cannot be read, and the reason."""

    line: int
    problem: str


def read_rows(path: Path, parse: Callable[[int, JsonObject], _Row]) -> Iterator[_Row | BadRow]:
    """Every row except a header record, read by `parse` from its line number and object, or as a `BadRow`."""
    for position, line in enumerate(read_json_lines(path)):
        if isinstance(line, BadLine):
            yield BadRow(line.number, line.problem)
        elif position > 0 or not is_header(line.value):
            try:
                row = parse(line.number, line.value)
            except InputError as error:
                yield BadRow(line.number, str(error))
            else:
                yield row


_PREDICTIONS = "-predictions"
_SCORED = frozenset({"fever", "feverous", "fever-predictions", "feverous-predictions"})
_ORDER = "the order is PREDICTIONS GOLD"


def wrong_file(path: Path, *, expected: str) -> str | None:
    """What the file is instead of the `expected` format; empty if it has that format, or if that is unclear."""
    if not path.is_file():
        return None
    try:
        first = next((line.value for line in read_json_lines(path) if isinstance(line, JsonLine)), None)
        if first is None or _is_both(first):
            return None
        if is_page(first):
            what = "predictions" if expected.endswith(_PREDICTIONS) else "claims"
            return f"{path} holds pages, not {what}; {_ORDER}"
        return _difference(path, found=detect_format(path), expected=expected)
    except InputError:
        return None


def _difference(path: Path, *, found: str, expected: str) -> str | None:
    if found == expected:
        return None
    if found.endswith(_PREDICTIONS) and not expected.endswith(_PREDICTIONS):
        return f"{path} holds predictions, not claims; {_ORDER}"
    if expected.endswith(_PREDICTIONS) and not found.endswith(_PREDICTIONS):
        return f"{path} holds claims, not predictions; {_ORDER}, and --compare takes predictions"
    if found == "veriscope":
        return f"{path} looks like veriscope; `veriscope dataset convert --to {expected}` makes {expected} of it"
    if found not in _SCORED:
        return f"{path} looks like {found}, which has no submissions; expected {expected}"
    return f"{path} looks like {found}; use `veriscope eval {found.removesuffix(_PREDICTIONS)}`"


def _is_both(record: JsonObject) -> bool:
    """Whether a record holds both a prediction and gold, as FEVEROUS's own runner expects."""
    return "predicted_label" in record and "label" in record
