"""Lessons for choosing programs: statements with the program that they assert, among all that are proposed for them."""

import zlib
from bisect import bisect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Page
from veriscope.errors import InputError, ProgramError
from veriscope.pipeline.program_statements import lessons
from veriscope.programs import Call, Frame, parse, read_value
from veriscope.programs.features import Floats
from veriscope.programs.judge import TableReader
from veriscope.text import Line, read_lines

FOLDS = 5
_GOLD_WEIGHT = 3.0
_SHORTEST = 3
_SAME_TEST = {"round_eq": "eq", "before": "less", "filter_before": "filter_less", "filter_after": "filter_greater"}
_TURNED = {"greater": "less", "after": "less", "greater_eq": "less_eq"}

_COUNTED = {"only": "1", "none": "0"}

# A program as it is compared with others: nested tuples of operators and keys.
Meaning = str | tuple["Meaning", ...]


_Record = TypeVar("_Record")


class Choice(NamedTuple):
    """The features of the programs proposed for a statement, which of them are right, and how much it counts.

    None is right where the right one was not proposed, or the table is another one's.
    """

    features: Floats
    is_right: NDArray[np.bool_]
    weight: float
    fold: int


class _Gold(msgspec.Struct):
    table: str
    statement: str
    program: str


class _Row(msgspec.Struct):
    table: str


def choices(pages: Mapping[str, Page], rows: Path, gold: Path, *, count: int, seed: int) -> Iterator[Choice]:
    """Lessons from gold programs, each also beside a table of which it says nothing, then those that rules write."""
    titles = sorted({one.table for _, one in _records(rows, _Row)} & pages.keys())
    for number, one in _records(gold, _Gold):
        if one.table in pages:
            program = _parsed(one.program, at=f"{gold}, line {number}")
            yield from _choice(_reader(pages[one.table]), one.statement, program, weight=_GOLD_WEIGHT)
            # Tables of one kind stand together, so that the next one is easily taken for the right one.
            other = next((title for title in titles[bisect(titles, one.table) :]), "")
            if other:
                yield from _choice(_reader(pages[other]), one.statement, None, weight=1.0)
    readers = {id(reader.frame): reader for reader in map(_reader, map(pages.__getitem__, titles))}
    frames: list[Frame] = [reader.frame for reader in readers.values()]
    for frame, lesson in lessons(frames, count=count, seed=seed):
        yield from _choice(readers[id(frame)], lesson.statement, lesson.program, weight=1.0)


def _records(path: Path, kind: type[_Record]) -> Iterator[tuple[int, _Record]]:
    """The records of a file, each with its line."""
    for line in read_lines(path):
        if not isinstance(line, Line):
            raise InputError(f"{path}, line {line.number}: longer than a record can be")
        if line.data.strip():
            try:
                yield line.number, msgspec.json.decode(line.data, type=kind)
            except msgspec.DecodeError as error:
                raise InputError(f"{path}, line {line.number}: {error}") from None


def _parsed(program: str, *, at: str) -> Call:
    try:
        return parse(program)
    except ProgramError as error:
        raise InputError(f"{at}: {error}") from None


def _reader(page: Page) -> TableReader:
    return TableReader(page.title, next(page.tables()))


def _choice(reader: TableReader, statement: str, program: Call | None, *, weight: float) -> Iterator[Choice]:
    """The choice among what is proposed, where something is; without a program none of it is right."""
    found, features = reader.runs(statement)
    wanted = meaning(program) if program else ""
    is_right = np.array([alike(meaning(run.candidate.call), wanted) for run in found], np.bool_)
    if found:
        yield Choice(features, is_right, weight, fold_of(reader.frame.title))


def fold_of(title: str) -> int:
    """The fold that a table belongs to."""
    return zlib.crc32(title.encode()) % FOLDS


def meaning(call: Call | str) -> Meaning:
    """A program without what does not matter: the order of filters, which of two comparisons says it, rounding."""
    if isinstance(call, str):
        value = read_value(call)
        return f"{abs(value.amount.value):g}" if value.amount else value.key
    name = _SAME_TEST.get(call.operator, call.operator)
    if name.startswith("filter_"):
        return _filters(call)
    if name in _COUNTED:
        # That there is only one is that there is one, and that there is none, that there are no more than nought.
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
    """Whether two programs mean the same; a text may be a part of the other."""
    if isinstance(one, str) or isinstance(two, str):
        return isinstance(one, str) and isinstance(two, str) and (one == two or _holds(one, two) or _holds(two, one))
    return len(one) == len(two) and all(alike(a, b) for a, b in zip(one, two, strict=True))


def _holds(longer: str, part: str) -> bool:
    return len(part) >= _SHORTEST and f" {part} " in f" {longer} "
