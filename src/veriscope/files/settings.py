"""Reads settings that a user wrote in TOML into a frozen dataclass."""

import tomllib
from collections.abc import Collection
from dataclasses import MISSING, Field, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from veriscope.errors import UsageError


def read_toml(path: Path) -> dict[str, Any]:
    """The values of a file; if it cannot be read, raises an error of one clear line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not TOML: {error}") from None


_Settings = TypeVar("_Settings")

_IN_WORDS = {
    str: "a text in quotes",
    Path: "a path in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


def read_settings(path: Path, kind: type[_Settings], *, places: Collection[str] = ()) -> _Settings:
    """The settings of a file; missing settings keep their defaults.

    Paths are relative to the file. A name in `places` is kept as it is, unless there is a file of that name.
    """
    found, types = read_toml(path), get_type_hints(kind, include_extras=True)
    known: list[Field[Any]] = [*fields(kind)]  # type: ignore[arg-type]
    names = [field.name for field in known]
    for name in found:
        if name not in names:
            raise UsageError(f"{path}: no setting named {name!r}; choose one of: {', '.join(names)}")
    for field in known:
        if field.name not in found and field.default is MISSING and field.default_factory is MISSING:
            raise UsageError(f"{path}: `{field.name}` is missing; the settings are: {', '.join(names)}")

    def beside(wanted: type, value: Any) -> Path:  # noqa: ANN401 - what TOML holds
        if wanted is not Path or not isinstance(value, str):
            raise TypeError
        place = path.parent / value
        return Path(value) if value in places and not place.exists() else place

    values = {}
    for name, value in found.items():
        try:
            wanted = _in_toml(types[name])
            values[name] = msgspec.convert(value, wanted, dec_hook=beside)
        except msgspec.ValidationError as error:
            expected = _in_words(wanted) or str(error).removeprefix("Expected ").replace("`", "")
            raise UsageError(f"{path}: {name}: found {value!r}; expected {expected}") from None
    return kind(**values)


def _in_toml(wanted: Any) -> Any:  # noqa: ANN401 - any of the field types
    """What a file can hold of a setting that takes an object as well as its name: the name."""
    choices = get_args(wanted) if get_origin(wanted) in {Union, UnionType} else ()
    return str if str in choices and any(choice not in (*_IN_WORDS, NoneType) for choice in choices) else wanted


def _in_words(wanted: Any) -> str:  # noqa: ANN401 - any of the field types
    """What a plain type expects; empty for a bounded or nested type."""
    choices = [choice for choice in (get_args(wanted) or (wanted,)) if choice is not NoneType]
    words = [_IN_WORDS.get(choice, "") if isinstance(choice, type) else "" for choice in choices]
    return " or ".join(words) if all(words) and not hasattr(wanted, "__metadata__") else ""
