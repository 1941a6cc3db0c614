"""Reads every row of a file of labelled claims, or says why it cannot be read: one bad row does not spoil the rest."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from veriscope.datasets.fields import is_header
from veriscope.datasets.json_lines import BadLine, JsonObject, read_json_lines
from veriscope.errors import InputError

_Row = TypeVar("_Row")


class BadRow(NamedTuple):
    """A row that cannot be read, and why."""

    line: int
    problem: str


def read_rows(path: Path, parse: Callable[[int, JsonObject], _Row]) -> Iterator[_Row | BadRow]:
    """Every row, read by `parse` from its line number and its object, or explained; no header record."""
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
