"""Reads the text of a program, such as `eq{count{filter_eq{all_rows; State; gas}}; 2}`."""

import re
from typing import NamedTuple

from veriscope.errors import InputError

_TOKEN = re.compile(r"[{};]|[^{};]+")


class Call(NamedTuple):
    """An operator with its arguments; a text is a column, a name or a number."""

    operator: str
    arguments: tuple["Call | str", ...]


def parse_program(text: str) -> Call:
    """The nested calls that a program text says."""
    tokens = [token.strip() for token in _TOKEN.findall(text) if token.strip()]
    call, rest = _parse(tokens, text)
    if rest or isinstance(call, str):
        raise InputError(f"claims: cannot read the program {text!r}")
    return call


def literals(call: Call) -> list[str]:
    """The texts of a program, in reading order."""
    return [
        text
        for argument in call.arguments
        for text in (literals(argument) if isinstance(argument, Call) else [argument])
    ]


def _parse(tokens: list[str], text: str) -> tuple[Call | str, list[str]]:
    if not tokens or tokens[0] in "{};":
        raise InputError(f"claims: something is missing in the program {text!r}")
    name, rest = tokens[0], tokens[1:]
    if not rest or rest[0] != "{":
        return name, rest
    arguments = []
    separator = "{"
    while rest and rest[0] == separator:
        argument, rest = _parse(rest[1:], text)
        arguments.append(argument)
        separator = ";"
    if not rest or rest[0] != "}":
        raise InputError(f"claims: {name!r} is not closed in the program {text!r}")
    return Call(name, tuple(arguments)), rest[1:]
