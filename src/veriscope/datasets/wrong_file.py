"""Explains why a file that cannot be read as it should be is the wrong one."""

from pathlib import Path

from veriscope.datasets.detect import detect_format, is_page
from veriscope.datasets.json_lines import JsonLine, JsonObject, read_json_lines
from veriscope.errors import InputError

_PREDICTIONS = "-predictions"
_SCORED = frozenset({"fever", "feverous", "fever-predictions", "feverous-predictions"})
_ORDER = "the order is PREDICTIONS GOLD"


def wrong_file(path: Path, *, expected: str) -> str | None:
    """What the file is instead of the `expected` format; nothing where it is that, or where it cannot be told."""
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
    """Whether predictions and gold stand together, as FEVEROUS's own runner reads them."""
    return "predicted_label" in record and "label" in record
