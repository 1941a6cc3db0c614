"""Turns TabFact statements with logical programs into claims whose gold is the cells that the program reads.

A program nests calls, as in `eq{count{filter_eq{all_rows; style; jive}}; 2}`. A filter keeps rows, and a superlative
picks one. The cells of these rows in the columns that the calls name are gold.
"""

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

import msgspec

from veriscope.corpus import FORMATS
from veriscope.errors import InputError, ProgramError
from veriscope.files import Line, read_lines
from veriscope.lab.lessons.cell_claims import CellClaim, read_pages
from veriscope.programs import Call, parse
from veriscope.text import match_keys, values

_MAX_GOLD = 25


class _Program(msgspec.Struct):
    table: str
    statement: str
    program: str


def program_claims(tables: Path, programs: Path) -> Iterator[CellClaim]:
    """The statements whose programs read at least one cell and no more cells than evidence may hold."""
    pages = {page.title: page for page in read_pages(tables, FORMATS["tables"])}
    for line in read_lines(programs):
        if not isinstance(line, Line) or not line.data.strip():
            continue
        read = msgspec.json.decode(line.data, type=_Program)
        page = pages.get(read.table)
        if page is None:
            continue
        table = next(page.tables())
        lines: dict[int, list[str]] = {}
        for cell in table.cells:
            lines.setdefault(cell.row, []).append(cell.text)
        look = _Look(tuple(lines.pop(0)), tuple(lines.values()))
        gold = frozenset((row + 1, column) for row, column in look.cells(_parse(read.program, programs, line)))
        if 0 < len(gold) <= _MAX_GOLD:
            yield CellClaim(read.statement, page, table, gold)


def _parse(program: str, path: Path, line: Line) -> Call:
    try:
        return parse(program)
    except ProgramError as error:
        raise InputError(f"{path}, line {line.number}: {error}") from None


class _Look(NamedTuple):
    """A table, and the cells of it that programs read."""

    header: tuple[str, ...]
    rows: tuple[list[str], ...]

    def cells(self, call: Call) -> set[tuple[int, int]]:
        """The cells that a call and the calls inside it read."""
        found: set[tuple[int, int]] = set()
        for argument in call.arguments:
            if isinstance(argument, Call):
                found |= self.cells(argument)
        column = self._column(call)
        if column is not None:
            found |= {(row, column) for row in self.chosen_rows(call)}
            # The claim is not about rows that an outer call drops.
            kept = set(self.chosen_rows(call))
            found = {place for place in found if place[0] in kept} if _keeps_rows(call) else found
        return found

    def chosen_rows(self, call: Call) -> list[int]:
        """The rows that a call keeps, or all that it reads."""
        inner = call.arguments[0] if call.arguments else ""
        rows = self.chosen_rows(inner) if isinstance(inner, Call) else list(range(len(self.rows)))
        column = self._column(call)
        if column is None:
            return rows
        if call.operator.startswith("filter_") and len(call.arguments) > 2 and isinstance(call.arguments[2], str):
            return [row for row in rows if _holds(call.operator[7:], self.rows[row][column], call.arguments[2])]
        if "max" in call.operator or "min" in call.operator:
            return self._extreme(call, rows, column)
        return rows

    def _extreme(self, call: Call, rows: list[int], column: int) -> list[int]:
        sign = -1 if "max" in call.operator else 1
        place = call.arguments[2] if len(call.arguments) > 2 else "1"
        ordered = sorted(rows, key=lambda row: (sign * _amount(self.rows[row][column], missing=sign * inf), row))
        number = int(place) if isinstance(place, str) and place.isdecimal() else 1
        return ordered[number - 1 : number]

    def _column(self, call: Call) -> int | None:
        for argument in call.arguments[1:2]:
            if isinstance(argument, str) and argument in self.header:
                return self.header.index(argument)
        return None


def _keeps_rows(call: Call) -> bool:
    return call.operator.startswith("filter_") or "arg" in call.operator


def _holds(test: str, text: str, wanted: str) -> bool:
    if test == "all":
        return True
    if "greater" in test or "less" in test:
        have, limit = _amount(text, missing=inf), _amount(wanted, missing=inf)
        return have != inf and (have > limit if "greater" in test else have < limit)
    is_equal = set(match_keys(wanted)) <= set(match_keys(text))
    return not is_equal if test.startswith("not") else is_equal


def _amount(text: str, *, missing: float) -> float:
    numbers = [value for value in values(text) if value.replace(".", "", 1).isdecimal()]
    return float(numbers[0]) if numbers else missing
