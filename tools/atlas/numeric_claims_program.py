"""Runs the programs of numeric claims over the atlas's tables, and notes the cells that decide.

Written apart from the programs that check claims, so that no label depends on what it is there to measure.
"""

import operator
from collections.abc import Callable

from tools.atlas.numeric_claims_syntax import Call, literals
from tools.atlas.numeric_claims_table import Entry, NumericTable, read_number, says
from veriscope.errors import InputError

Answer = bool | float | str | Entry | list[int]
Argument = Call | str

_ORDER: dict[str, Callable[[float, float], bool]] = {
    "greater": operator.gt,
    "less": operator.lt,
    "greater_eq": operator.ge,
    "less_eq": operator.le,
    "after": operator.gt,
    "before": operator.lt,
}


class Run:
    """One run of a program over a table; `read` and `deciding` are the cells it looked at and those that settle it."""

    def __init__(self, table: NumericTable) -> None:
        self.table = table
        self.read: list[Entry] = []
        self.deciding: list[Entry] = []

    def holds(self, program: Call) -> bool:
        """Whether the program is true of the table; the rows it names decide too, in the columns it read."""
        answer = self.answer(program)
        if not isinstance(answer, bool):
            raise InputError(f"claims: a program gives {answer!r}, not true or false")
        named = [row for text in literals(program) for row in self.table.rows_named(text)]
        self.deciding += [entry for entry in self.read if entry.row in named]
        return answer

    def answer(self, call: Argument) -> Answer:
        """What a call gives: rows, a number, a cell, or true or false."""
        if isinstance(call, str):
            return list(range(len(self.table.rows))) if call == "all_rows" else call
        name, arguments = call
        if name.startswith("filter_"):
            return self._filter(name.removeprefix("filter_"), *arguments)
        if name in _OVER_COLUMNS:
            return _OVER_COLUMNS[name](self, *arguments)
        if name.startswith(("all_", "most_")):
            return self._quantified(*name.split("_", 1), *arguments)
        if name in _OVER_ROWS:
            return _OVER_ROWS[name](self._counted(arguments[0]))
        return self._computed(name, [self.answer(argument) for argument in arguments])

    def _computed(self, name: str, values: list[Answer]) -> Answer:
        if name in _ORDER:
            return _ORDER[name](*map(_number, values))
        if name not in _OVER_VALUES:
            raise InputError(f"claims: no operator {name!r}")
        return _OVER_VALUES[name](*values)

    def column(self, rows: Argument, column: Argument) -> list[Entry]:
        """The cells of a column in the rows that a call gives; they are noted as read."""
        found = self.answer(rows)
        if not isinstance(found, list) or not isinstance(column, str):
            raise InputError(f"claims: expected rows and a column, found {rows!r} and {column!r}")
        entries = [self.table.entry(row, column) for row in found]
        self.read += entries
        return entries

    def _counted(self, rows: Argument) -> list[int]:
        if rows == "all_rows":
            self.deciding += self.column(rows, self.table.columns[0])
        found = self.answer(rows)
        if not isinstance(found, list):
            raise InputError(f"claims: {rows!r} gives no rows")
        return found

    def _filter(self, test: str, rows: Argument, column: Argument, *wanted: Argument) -> list[int]:
        entries = self.column(rows, column)
        kept = [entry for entry in entries if _passes(entry, test, wanted)]
        self.deciding += kept or entries
        return [entry.row for entry in kept]

    def _quantified(self, quantifier: str, test: str, rows: Argument, column: Argument, wanted: Argument) -> bool:
        entries = self.column(rows, column)
        passing = [entry for entry in entries if _passes(entry, test, (wanted,))]
        failing = [entry for entry in entries if entry not in passing]
        if quantifier == "most":
            self.deciding += passing + failing
            return 2 * len(passing) > len(entries)
        self.deciding += failing or passing
        return bool(entries) and not failing


def _sum(run: Run, rows: Argument, column: Argument) -> float:
    entries = run.column(rows, column)
    run.deciding += entries
    # Thousandths are whole numbers here, so that no sum depends on the order of its parts.
    return sum(round(1000 * (entry.number or 0)) for entry in entries) / 1000


def _mean(run: Run, rows: Argument, column: Argument) -> float:
    total = _sum(run, rows, column)
    return total / len([entry for entry in run.column(rows, column) if entry.number is not None])


def _ranked(*, highest: bool) -> Callable[..., Entry]:
    """The cell in the n-th place of a column; a tie beside it is an error, for it would leave the place open."""

    def ranked(run: Run, rows: Argument, column: Argument, place: Argument = "1") -> Entry:
        entries = [(entry.number, entry) for entry in run.column(rows, column)]
        numbers = [(number * (-1 if highest else 1), entry) for number, entry in entries if number is not None]
        ordered = sorted(numbers, key=lambda pair: pair[0])
        last = int(_number(run.answer(place)))
        beside = [number for number, _ in ordered[max(last - 2, 0) : last + 1]]
        if len(ordered) < last or len(set(beside)) < len(beside):
            raise InputError(f"claims: place {last} of {column!r} is open: {beside}")
        run.deciding += [entry for _, entry in ordered[:last]]
        return ordered[last - 1][1]

    return ranked


def _row_of(ranked: Callable[..., Entry]) -> Callable[..., list[int]]:
    return lambda run, *arguments: [ranked(run, *arguments).row]


def _hop(run: Run, rows: Argument, column: Argument) -> Entry:
    entries = run.column(rows, column)
    if len(entries) != 1:
        raise InputError(f"claims: {rows!r} finds {len(entries)} rows, not one")
    run.deciding += entries
    return entries[0]


def _distinct(run: Run, rows: Argument, column: Argument) -> tuple[int, int]:
    """How many different texts a column has, and how many cells."""
    entries = run.column(rows, column)
    run.deciding += entries
    return len({entry.text for entry in entries}), len(entries)


def _passes(entry: Entry, test: str, wanted: tuple[Argument, ...]) -> bool:
    texts = [text for text in wanted if isinstance(text, str)]
    if test in ("eq", "not_eq"):
        return says(entry.text, texts[0]) == (test == "eq")
    number = entry.number
    if number is None:
        return False
    if test == "within":
        return _number(texts[0]) <= number <= _number(texts[1])
    return _ORDER[test](number, _number(texts[0]))


def _number(value: Answer) -> float:
    number = read_number(value) if isinstance(value, str) else value.number if isinstance(value, Entry) else value
    if number is None or isinstance(number, list):
        raise InputError(f"claims: {value!r} is no number")
    return number


def _equal(left: Answer, right: Answer) -> bool:
    texts = [value.text if isinstance(value, Entry) else value for value in (left, right)]
    if all(isinstance(text, str) for text in texts):
        return says(str(texts[0]), str(texts[1]))
    return _number(left) == _number(right)


def _roughly_equal(left: Answer, right: Answer) -> bool:
    """Whether two numbers agree once the first is rounded to the digits that the second is written with."""
    written, _, scale = str(right).replace(",", "").partition(" ")
    kept = len(written.partition(".")[2]) - (6 if scale else 0)
    return round(_number(left), kept) == _number(right)


_OVER_COLUMNS: dict[str, Callable[..., Answer]] = {
    "sum": _sum,
    "avg": _mean,
    **{name: _ranked(highest="max" in name) for name in ("max", "min", "nth_max", "nth_min")},
    **{name: _row_of(_ranked(highest="max" in name)) for name in ("argmax", "argmin", "nth_argmax", "nth_argmin")},
    "hop": _hop,
    "same": lambda *arguments: _distinct(*arguments)[0] == 1,
    "different": lambda *arguments: len(set(_distinct(*arguments))) == 1,
}
_OVER_ROWS: dict[str, Callable[[list[int]], Answer]] = {
    "count": len,
    "only": lambda rows: len(rows) == 1,
    "any": bool,
    "none": lambda rows: not rows,
    "first": lambda rows: rows[:1],
    "last": lambda rows: rows[-1:],
}
_OVER_VALUES: dict[str, Callable[..., Answer]] = {
    "eq": _equal,
    "not_eq": lambda left, right: not _equal(left, right),
    "round_eq": _roughly_equal,
    "within": lambda value, low, high: _number(low) <= _number(value) <= _number(high),
    "diff": lambda left, right: (round(1000 * _number(left)) - round(1000 * _number(right))) / 1000,
    "ratio": lambda left, right: _number(left) / _number(right),
    "and": lambda left, right: left and right,
    "or": lambda left, right: left or right,
    "not": lambda value: not value,
}
