"""Makes lessons for choosing programs: statements with all proposed programs, the right ones marked."""

from bisect import bisect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Page
from veriscope.errors import InputError, ProgramError
from veriscope.files import Line, read_lines
from veriscope.lab.lessons.program_statements import lessons
from veriscope.programs import Call, Floats, TableReader, parse
from veriscope.tables import Frame, read_value

_GOLD_WEIGHT = 3.0
_SHORTEST = 3
_SAME_TEST = {"round_eq": "eq", "before": "less", "filter_before": "filter_less", "filter_after": "filter_greater"}
_TURNED = {"greater": "less", "after": "less", "greater_eq": "less_eq"}

_COUNTED = {"only": "1", "none": "0"}

# A program in a form that can be compared: nested tuples of operators and keys.
Meaning = str | tuple["Meaning", ...]


_Record = TypeVar("_Record")


class Choice(NamedTuple):
    """The features of the programs proposed for a statement, which of them are right, and its weight and table.

    No program is right if the right one was not proposed, or if the statement is about another table.
    """

    features: Floats
    is_right: NDArray[np.bool_]
    weight: float
    table: str


class _Gold(msgspec.Struct):
    table: str
    statement: str
    program: str


class _Row(msgspec.Struct):
    table: str


def choices(pages: Mapping[str, Page], rows: Path, gold: Path, *, count: int, seed: int) -> Iterator[Choice]:
    """Choices for statements with gold programs, also with a table they are not about; then for statements by rule."""
    titles = sorted({one.table for _, one in _records(rows, _Row)} & pages.keys())
    for number, one in _records(gold, _Gold):
        if one.table in pages:
            program = _parse(one.program, at=f"{gold}, line {number}")
            yield from _choice(_reader(pages[one.table]), one.statement, program, weight=_GOLD_WEIGHT)
            # Sorted titles group similar tables, so the next table is easily mistaken for the right one.
            other = next((title for title in titles[bisect(titles, one.table) :]), "")
            if other:
                yield from _choice(_reader(pages[other]), one.statement, None, weight=1.0)
    readers = {id(reader.frame): reader for reader in map(_reader, map(pages.__getitem__, titles))}
    frames: list[Frame] = [reader.frame for reader in readers.values()]
    for frame, lesson in lessons(frames, count=count, seed=seed):
        yield from _choice(readers[id(frame)], lesson.statement, lesson.program, weight=1.0)


def _records(path: Path, kind: type[_Record]) -> Iterator[tuple[int, _Record]]:
    """The records of a file, each with its line number."""
    for line in read_lines(path):
        if not isinstance(line, Line):
            raise InputError(f"{path}, line {line.number}: longer than a record can be")
        if line.data.strip():
            try:
                yield line.number, msgspec.json.decode(line.data, type=kind)
            except msgspec.DecodeError as error:
                raise InputError(f"{path}, line {line.number}: {error}") from None


def _parse(program: str, *, at: str) -> Call:
    try:
        return parse(program)
    except ProgramError as error:
        raise InputError(f"{at}: {error}") from None


def _reader(page: Page) -> TableReader:
    return TableReader(page.title, next(page.tables()))


def _choice(reader: TableReader, statement: str, program: Call | None, *, weight: float) -> Iterator[Choice]:
    """The choice among the proposed programs, if there are any; if `program` is None, all of them are wrong."""
    found, features = reader.runs(statement)
    wanted = meaning(program) if program else ""
    is_right = np.array([alike(meaning(run.candidate.call), wanted) for run in found], np.bool_)
    if found:
        yield Choice(features, is_right, weight, reader.frame.title)


def meaning(call: Call | str) -> Meaning:
    """A program in a normal form: without the order of filters, the direction of comparisons, and rounding."""
    if isinstance(call, str):
        value = read_value(call)
        return f"{abs(value.amount.value):g}" if value.amount else value.key
    name = _SAME_TEST.get(call.operator, call.operator)
    if name.startswith("filter_"):
        return _filters(call)
    if name in _COUNTED:
        # `only` means that the count is 1, and `none` that it is 0.
        return ("eq", ("count", meaning(call.arguments[0])), _COUNTED[name])
    parts = tuple(meaning(argument) for argument in call.arguments)
    if name in _TURNED:
        return (_TURNED[name], *reversed(parts))
    return (name, *(sorted(parts, key=str) if name == "diff" else parts))


def _filters(call: Call) -> Meaning:
    found: list[Meaning] = []
    inner: Call | str = call
    while isinstance(inner, Call) and inner.operator.startswith("filter_"):
        name = _SAME_TEST.get(inner.operator, inner.operator)
        found.append((name, *(meaning(argument) for argument in inner.arguments[1:])))
        inner = inner.arguments[0]
    return ("filters", tuple(sorted(found, key=str)), meaning(inner))


def alike(one: Meaning, two: Meaning) -> bool:
    """Whether two programs mean the same; one text may contain the other."""
    if isinstance(one, str) or isinstance(two, str):
        return isinstance(one, str) and isinstance(two, str) and (one == two or _holds(one, two) or _holds(two, one))
    return len(one) == len(two) and all(alike(a, b) for a, b in zip(one, two, strict=True))


def _holds(longer: str, part: str) -> bool:
    return len(part) >= _SHORTEST and f" {part} " in f" {longer} "
