"""Takes typed fields from JSON objects; errors name what is missing or of the wrong type, and what would be right."""

from collections.abc import Collection

from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt

ClaimId = int | str
Extra = tuple[tuple[str, JsonValue], ...]

_LABELS = {label.value: label for label in Label}


def take(value: JsonObject, key: str) -> JsonValue:
    """The value of a key; raises an error if the key is missing."""
    if key not in value:
        present = ", ".join(sorted(value)[:8]) or "no keys"
        raise InputError(f"{key}: missing; the record has {present}")
    return value[key]


def take_text(value: JsonObject, key: str) -> str:
    """A text; raises an error if it is blank."""
    text = take(value, key)
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{key}: found {json_excerpt(text)}; expected a text")
    return text


def take_id(value: JsonObject) -> ClaimId:
    """The id of a claim: a whole number or a text."""
    claim_id = take(value, "id")
    if isinstance(claim_id, bool) or not isinstance(claim_id, int | str) or claim_id == "":
        raise InputError(f"id: found {json_excerpt(claim_id)}; expected a whole number or a text")
    return claim_id


def take_label(value: JsonObject) -> Label:
    """One of the three labels, in any case, as the official scorers read it."""
    label = take(value, "label")
    if not isinstance(label, str) or label.upper() not in _LABELS:
        raise InputError(f"label: found {json_excerpt(label)}; expected one of: {', '.join(_LABELS)}")
    return _LABELS[label.upper()]


def take_list(value: JsonObject, key: str, *, of: str) -> list[JsonValue]:
    """A list; `of` names its expected content in the error message."""
    return as_list(take(value, key), at=key, of=of)


def as_list(value: JsonValue, *, at: str, of: str) -> list[JsonValue]:
    """`value` as a list; raises an error if it is something else."""
    if not isinstance(value, list):
        raise InputError(f"{at}: found {json_excerpt(value)}; expected a list of {of}")
    return value


def rest(value: JsonObject, known: Collection[str]) -> Extra:
    """The keys that the format does not know, with their values, in the order of the file."""
    return tuple((key, item) for key, item in value.items() if key not in known)


def extra_value(extra: Extra, key: str) -> JsonValue:
    """The value of an extra key, or null if it is missing."""
    return next((value for name, value in extra if name == key), None)


def without(extra: Extra, *keys: str) -> Extra:
    """The extra keys except those named."""
    return tuple((key, value) for key, value in extra if key not in keys)


def is_header(value: JsonObject) -> bool:
    """Whether this is FEVEROUS's header record: it has every key, and every value is empty."""
    return value.get("claim", value.get("predicted_label")) == "" and _is_blank(value)


def _is_blank(value: JsonValue) -> bool:
    match value:
        case dict():
            return all(_is_blank(item) for item in value.values())
        case list():
            return all(_is_blank(item) for item in value)
        case _:
            return value == "" or value is None
