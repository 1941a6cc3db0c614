"""Files of one JSON object per line: read strictly and within limits, written atomically."""

import json
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from veriscope.errors import InputError
from veriscope.files.atomic import replacing
from veriscope.files.lines import Line, OverlongLine, read_lines

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
JsonObject = dict[str, JsonValue]

MAX_RECORD_BYTES = 16 * 2**20
MAX_DEPTH = 64
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_TOO_DEEP = f"the record is nested too deeply; at most {MAX_DEPTH} levels are read"


@dataclass(frozen=True, slots=True)
class JsonLine:
    """The object on a line."""

    number: int
    value: JsonObject


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line without a JSON object, and the reason."""

    number: int
    problem: str


def read_json_lines(path: Path) -> Iterator[JsonLine | BadLine]:
    """Every line that is not blank, as an object or a problem; a damaged file raises after its last whole line."""
    for line in read_lines(path, max_bytes=MAX_RECORD_BYTES):
        if isinstance(line, OverlongLine):
            yield BadLine(line.number, f"the line has {line.size:,} bytes; a record has at most {MAX_RECORD_BYTES:,}")
        elif line.data.strip():
            yield _read_line(line)


def read_objects(path: Path) -> Iterator[JsonLine]:
    """The object of every line; raises `InputError` at the first line without one, or if the file is empty."""
    is_empty = True
    for line in read_json_lines(path):
        is_empty = False
        if isinstance(line, BadLine):
            raise InputError(f"{path}:{line.number}: {line.problem}")
        yield line
    if is_empty:
        raise InputError(f"{path}: the file holds no records; a data set has one JSON object a line")


def write_json_lines(path: Path, objects: Iterable[JsonObject]) -> int:
    """Write the objects, compressed if the name ends in .gz, .xz or .zst; returns how many were written.

    If writing fails, `path` stays as it was.
    """
    count = 0
    with replacing(path) as stream:
        for value in objects:
            stream.write(json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n")
            count += 1
    return count


@contextmanager
def locate_errors(path: Path, number: int) -> Iterator[None]:
    """Put the file and the line in front of any `InputError` raised inside."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{path}:{number}: {error}") from None


def _read_line(line: Line) -> JsonLine | BadLine:
    data = line.data.removeprefix(_BYTE_ORDER_MARK) if line.number == 1 else line.data
    try:
        return JsonLine(line.number, parse_object(data))
    except InputError as error:
        return BadLine(line.number, str(error))


def parse_object(data: bytes) -> JsonObject:
    """The only JSON object in `data`: UTF-8, finite numbers, no repeated keys, no half characters."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise InputError(f"byte {error.start + 1} (0x{byte:02x}) is not UTF-8; save the file as UTF-8") from None
    value = _decode(text)
    if not isinstance(value, dict):
        raise InputError(f"found {json_excerpt(value)}; a line holds one JSON object, {{…}}")
    if "\\u" in text:
        _refuse_half_characters(value)
    return value


def _decode(text: str) -> JsonValue:
    try:
        value: JsonValue = _DECODER.decode(text)
    except RecursionError:
        raise InputError(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        if not text[error.pos :].strip() or error.msg.startswith("Unterminated"):
            raise InputError("the line ends inside a value; the file may have been cut short") from None
        raise InputError(f"not JSON: {error.msg} (column {error.colno}); a line holds one JSON object") from None
    except ValueError as error:
        raise InputError(f"not JSON: {error}") from None
    # Too few brackets to be nested too deep: this spares almost every record the walk.
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deeper(value, MAX_DEPTH):
        raise InputError(_TOO_DEEP)
    return value


def _is_deeper(value: JsonValue, limit: int) -> bool:
    """Whether lists and objects nest beyond `limit`; checked level by level, since recursion could overflow."""
    level: list[JsonValue] = [value]
    for _ in range(limit):
        level = [inner for outer in level for inner in _inner(outer)]
    return any(isinstance(item, list | dict) for item in level)


def _inner(value: JsonValue) -> Iterable[JsonValue]:
    match value:
        case dict():
            return value.values()
        case list():
            return value
        case _:
            return ()


def json_excerpt(value: JsonValue) -> str:
    """A value as shown in a message: as JSON, shortened."""
    match value:
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case dict():
            return "an object"
        case str() if len(value) > 60:
            return json.dumps(value[:60], ensure_ascii=False)[:-1] + '…"'
        case _:
            return json.dumps(value, ensure_ascii=False)


def _unique_keys(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError(f"the key {json_excerpt(key)} occurs twice in one object; write it once")
            seen.add(key)
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"{name} is not JSON; write a number, or null")


def _finite_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise InputError(f"the number {text[:40]} is too large; write a finite number")
    return number


def _refuse_half_characters(value: JsonObject) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise InputError(f"\\u{ord(half):04x} is half a character; write both halves or the character") from None


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique_keys, parse_constant=_refuse_constant, parse_float=_finite_float, strict=True
)
