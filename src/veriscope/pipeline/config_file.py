"""Reads the settings of a pipeline from a TOML file."""

from dataclasses import fields
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

from veriscope.errors import UsageError
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.toml_file import read_toml


def read_config(path: Path) -> PipelineConfig:
    """The settings of a file; those it does not name are the defaults, and a folder is looked for beside the file."""
    found = read_toml(path)
    types = get_type_hints(PipelineConfig)
    names = [field.name for field in fields(PipelineConfig)]
    for name in found:
        if name not in names:
            raise UsageError(f"{path}: no setting named {name!r}; choose one of: {', '.join(names)}")
    values = {name: _value(value, types[name], at=f"{path}: {name}", beside=path) for name, value in found.items()}
    return PipelineConfig(**values)


def _value(value: object, wanted: Any, *, at: str, beside: Path) -> Any:  # noqa: ANN401 - any of the field types
    choices = [choice for choice in (get_args(wanted) or (wanted,)) if choice is not NoneType]
    match value:
        case bool() if bool in choices:
            return value
        case bool():
            pass
        case str() if Path in choices:
            return beside.parent / value
        case str() if str in choices:
            return value
        case int() if int in choices:
            return value
        case int() | float() if float in choices:
            return float(value)
    kinds = {str: "a text in quotes", Path: "a folder in quotes", int: "a whole number", float: "a number"}
    expected = " or ".join(kinds.get(choice, "true or false") for choice in choices)
    raise UsageError(f"{at}: found {value!r}; expected {expected}")
