"""Names the values of options and arguments in help: by a word such as NUMBER, not by a type such as `int range`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from typer.core import TyperArgument, TyperOption

if TYPE_CHECKING:
    from typer._click import Command

_WORDS = {int: "NUMBER", float: "NUMBER", Path: "PATH", str: "NAME"}


def name_values(command: "Command") -> "Command":
    """The command, with a word for each value that declares none; a choice keeps its names."""
    for parameter in command.params:
        if isinstance(parameter, TyperArgument):
            parameter.metavar = parameter.metavar or (parameter.name or "").upper()
            # The word says it all: an argument shows no type behind it.
            parameter.display_type_rich = _no_type  # type: ignore[method-assign]
        elif isinstance(parameter, TyperOption) and not parameter.is_flag and parameter.metavar is None:
            kind = parameter.type_descriptor
            parameter.metavar = "|".join(map(str, kind.choices or ())) or _word(kind.annotation)
    return command


def _word(annotation: Any) -> str:  # noqa: ANN401 - any type that an option may have
    inner = [_WORDS[kind] for kind in (annotation, *get_args(annotation)) if kind in _WORDS]
    return inner[0] if inner else "VALUE"


def _no_type(ctx: object) -> None:  # noqa: ARG001 - typer passes its context
    return None
