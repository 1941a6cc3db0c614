"""What the operators over rows yield: filters, choices of rows, aggregates and what holds of all of them."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from veriscope.programs.frame import Frame
from veriscope.programs.language import COMPARISONS
from veriscope.programs.operations import (
    COMPARE,
    Combine,
    Rows,
    addends,
    average,
    combined,
    compared,
    ranked,
    total,
    within,
)
from veriscope.programs.order import Kind, identity
from veriscope.programs.values import CellValue, Several, number_value

Result = Rows | CellValue | Several | bool | None


class Found(NamedTuple):
    """What an operator yields; None is unknown, and `note` says why.

    `rows` are those that were kept, or that hold the value, or that were judged, of which `held` passed; `left_out` of
    those looked at held nothing readable.
    """

    value: Result
    rows: Rows = ()
    left_out: int = 0
    note: str = ""
    held: int = 0


class Scope(NamedTuple):
    """What an operator over rows is given: the rows, the column, the values after it, and the place in an order."""

    frame: Frame
    rows: Rows
    column: int = -1
    values: tuple[CellValue | Several, ...] = ()
    place: int = 1

    def cells(self) -> Sequence[CellValue]:
        """What the column says, for every row of the frame."""
        return self.frame.values(self.column)


RowOperation = Callable[[Scope], Found]
_Judge = Callable[[CellValue], bool | None]
_Test = Callable[[Scope], _Judge]


def _comparison(name: str) -> _Test:
    def judge(scope: Scope) -> _Judge:
        limit = scope.values[0]
        if isinstance(limit, Several):
            return lambda cell: compared(name, cell, limit)
        test = COMPARE[name]
        return lambda cell: test(cell, limit)

    return judge


def _within(scope: Scope) -> _Judge:
    low, high = scope.values
    if isinstance(low, Several) or isinstance(high, Several):
        return lambda _: None
    return lambda cell: within(cell, low, high)


def _judged(scope: Scope, test: _Test) -> tuple[Rows, Rows, int]:
    """The rows that hold, those that do not, and how many say neither."""
    cells = scope.cells()
    judge = test(scope)
    truths = [(row, judge(cells[row])) for row in scope.rows]
    hold = tuple([row for row, truth in truths if truth])
    fail = tuple([row for row, truth in truths if truth is False])
    return hold, fail, len(truths) - len(hold) - len(fail)


def _filter(test: _Test) -> RowOperation:
    def operate(scope: Scope) -> Found:
        hold, fail, left_out = _judged(scope, test)
        if left_out and not hold and not fail:
            return Found(None, (), left_out, "no cell can be compared with it")
        return Found(hold, hold, left_out)

    return operate


def _holds_of_all(test: _Test) -> RowOperation:
    def operate(scope: Scope) -> Found:
        hold, fail, left_out = _judged(scope, test)
        rows = tuple(sorted(hold + fail))
        return Found(not fail, rows, left_out, held=len(hold)) if rows else _nothing(scope, left_out)

    return operate


def _holds_of_most(test: _Test) -> RowOperation:
    def operate(scope: Scope) -> Found:
        hold, fail, left_out = _judged(scope, test)
        rows = tuple(sorted(hold + fail))
        return Found(len(hold) > len(fail), rows, left_out, held=len(hold)) if rows else _nothing(scope, left_out)

    return operate


def _nothing(scope: Scope, left_out: int) -> Found:
    return Found(None, (), left_out, "no cell can be read" if scope.rows else "no row is left")


def _nth(place: Callable[[Scope], int]) -> RowOperation:
    def operate(scope: Scope) -> Found:
        number = place(scope)
        rows = scope.rows[-1:] if number < 0 else scope.rows[number - 1 : number]
        return Found(rows, rows) if rows else Found(None, note=_too_few(scope))

    return operate


def _too_few(scope: Scope) -> str:
    return f"there are only {len(scope.rows)} rows" if scope.rows else "no row is left"


def _extreme_rows(*, highest: bool) -> RowOperation:
    def operate(scope: Scope) -> Found:
        order = ranked(scope.cells(), scope.rows, scope.frame.kind(scope.column))
        rows = order.at(scope.place, highest=highest)
        left_out = len(scope.rows) - len(order.rows)
        if order.rows and not rows:
            return Found(None, (), left_out, f"there are only {len(order.rows)} of them")
        return Found(rows, rows, left_out) if rows else _nothing(scope, left_out)

    return operate


def _extreme_value(*, highest: bool) -> RowOperation:
    choose = _extreme_rows(highest=highest)

    def operate(scope: Scope) -> Found:
        found = choose(scope)
        return found._replace(value=scope.cells()[found.rows[0]]) if found.rows else found

    return operate


def _aggregate(combine: Combine) -> RowOperation:
    def operate(scope: Scope) -> Found:
        kind = scope.frame.kind(scope.column)
        found = _of_scores(scope, combine) if kind is Kind.SCORE else _of_numbers(scope, combine, kind)
        if found is None:
            why = "its cells hold no numbers of one kind" if scope.rows else "no row is left"
            return Found(None, (), len(scope.rows), why)
        return found

    return operate


def _of_scores(scope: Scope, combine: Combine) -> Found | None:
    found = combined(scope.cells(), scope.rows, combine)
    return Found(found[1], found[0], len(scope.rows) - len(found[0])) if found else None


def _of_numbers(scope: Scope, combine: Combine, kind: Kind | None) -> Found | None:
    numbers = addends(scope.cells(), scope.rows, kind)
    if numbers is None:
        return None
    number = combine(numbers.values)
    left_out = len(scope.rows) - len(numbers.rows)
    if number is None:
        return Found(None, numbers.rows, left_out, "the numbers are too large")
    value = number_value(number, unit=numbers.unit.unit, factor=numbers.unit.factor or 1.0)
    goals = [goal for row in numbers.rows if (goal := scope.cells()[row].goals) is not None]
    other = combine(goals) if len(goals) == len(numbers.rows) else None
    return Found(value if other is None else Several((value, number_value(other))), numbers.rows, left_out)


def _hop(scope: Scope) -> Found:
    cells = scope.cells()
    if not scope.rows:
        return Found(None, note="no row is left")
    distinct: dict[Hashable, CellValue] = {}
    for row in scope.rows:
        distinct.setdefault(identity(cells[row]), cells[row])
    found = tuple(distinct.values())
    return Found(found[0] if len(found) == 1 else Several(found), scope.rows)


def _distinct(wanted: Callable[[int, int], bool]) -> RowOperation:
    def operate(scope: Scope) -> Found:
        cells = scope.cells()
        rows = tuple(row for row in scope.rows if not cells[row].is_empty)
        left_out = len(scope.rows) - len(rows)
        if len(rows) < 2:
            return Found(None, rows, left_out, "fewer than two rows say anything")
        distinct = len({identity(cells[row]) for row in rows})
        return Found(wanted(distinct, len(rows)), rows, left_out, held=distinct)

    return operate


def _counting(value: Callable[[int], Result]) -> RowOperation:
    def operate(scope: Scope) -> Found:
        return Found(value(len(scope.rows)), scope.rows)

    return operate


ROW_OPERATIONS: dict[str, RowOperation] = {
    "hop": _hop,
    "count": _counting(number_value),
    "only": _counting(lambda count: count == 1),
    "any": _counting(lambda count: count > 0),
    "none": _counting(lambda count: count == 0),
    "sum": _aggregate(total),
    "avg": _aggregate(average),
    "max": _extreme_value(highest=True),
    "min": _extreme_value(highest=False),
    "nth_max": _extreme_value(highest=True),
    "nth_min": _extreme_value(highest=False),
    "argmax": _extreme_rows(highest=True),
    "argmin": _extreme_rows(highest=False),
    "nth_argmax": _extreme_rows(highest=True),
    "nth_argmin": _extreme_rows(highest=False),
    "first": _nth(lambda _: 1),
    "last": _nth(lambda _: -1),
    "nth": _nth(lambda scope: scope.place),
    "same": _distinct(lambda distinct, _: distinct == 1),
    "different": _distinct(lambda distinct, rows: distinct == rows),
    "filter_within": _filter(_within),
    **{f"filter_{name}": _filter(_comparison(name)) for name in (*COMPARISONS, "before", "after")},
    **{f"all_{name}": _holds_of_all(_comparison(name)) for name in COMPARISONS},
    **{f"most_{name}": _holds_of_most(_comparison(name)) for name in COMPARISONS},
}
