"""The operators over rows: filters, choices of rows, aggregates, and statements about all or most rows."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from veriscope.programs.language import COMPARISONS
from veriscope.programs.operations import (
    COMPARE,
    Combine,
    Rows,
    addends,
    average,
    combine_scores,
    compare_values,
    rank_rows,
    total,
    within,
)
from veriscope.tables import CellValue, Frame, OrderKind, SeveralValues, identity, number_value

Result = Rows | CellValue | SeveralValues | bool | None


class OperatorResult(NamedTuple):
    """The result of an operator; None means unknown, and `note` says why.

    `rows` are the rows that were kept, that hold the value, or that were judged; `held` of the judged rows passed, and
    `left_out` rows held nothing readable.
    """

    value: Result
    rows: Rows = ()
    left_out: int = 0
    note: str = ""
    held: int = 0


class Scope(NamedTuple):
    """The input of an operator over rows: the rows, the column, the values after it, and the place in an order."""

    frame: Frame
    rows: Rows
    column: int = -1
    values: tuple[CellValue | SeveralValues, ...] = ()
    place: int = 1

    def cells(self) -> Sequence[CellValue]:
        """The readings of the column, for every row of the frame."""
        return self.frame.values(self.column)


RowOperation = Callable[[Scope], OperatorResult]
_Judge = Callable[[CellValue], bool | None]
_Test = Callable[[Scope], _Judge]


def _comparison(name: str) -> _Test:
    def judge(scope: Scope) -> _Judge:
        limit = scope.values[0]
        if isinstance(limit, SeveralValues):
            return lambda cell: compare_values(name, cell, limit)
        test = COMPARE[name]
        return lambda cell: test(cell, limit)

    return judge


def _within(scope: Scope) -> _Judge:
    low, high = scope.values
    if isinstance(low, SeveralValues) or isinstance(high, SeveralValues):
        return lambda _: None
    return lambda cell: within(cell, low, high)


def _judge_rows(scope: Scope, test: _Test) -> tuple[Rows, Rows, int]:
    """The rows that pass, the rows that fail, and how many cannot be judged."""
    cells = scope.cells()
    judge = test(scope)
    truths = [(row, judge(cells[row])) for row in scope.rows]
    hold = tuple([row for row, truth in truths if truth])
    fail = tuple([row for row, truth in truths if truth is False])
    return hold, fail, len(truths) - len(hold) - len(fail)


def _filter(test: _Test) -> RowOperation:
    def operate(scope: Scope) -> OperatorResult:
        hold, fail, left_out = _judge_rows(scope, test)
        if left_out and not hold and not fail:
            return OperatorResult(None, (), left_out, "no cell can be compared with it")
        return OperatorResult(hold, hold, left_out)

    return operate


def _holds_of_all(test: _Test) -> RowOperation:
    def operate(scope: Scope) -> OperatorResult:
        hold, fail, left_out = _judge_rows(scope, test)
        rows = tuple(sorted(hold + fail))
        return OperatorResult(not fail, rows, left_out, held=len(hold)) if rows else _nothing(scope, left_out)

    return operate


def _holds_of_most(test: _Test) -> RowOperation:
    def operate(scope: Scope) -> OperatorResult:
        hold, fail, left_out = _judge_rows(scope, test)
        rows = tuple(sorted(hold + fail))
        return (
            OperatorResult(len(hold) > len(fail), rows, left_out, held=len(hold)) if rows else _nothing(scope, left_out)
        )

    return operate


def _nothing(scope: Scope, left_out: int) -> OperatorResult:
    return OperatorResult(None, (), left_out, "no cell can be read" if scope.rows else "no row is left")


def _nth(place: Callable[[Scope], int]) -> RowOperation:
    def operate(scope: Scope) -> OperatorResult:
        number = place(scope)
        rows = scope.rows[-1:] if number < 0 else scope.rows[number - 1 : number]
        return OperatorResult(rows, rows) if rows else OperatorResult(None, note=_too_few(scope))

    return operate


def _too_few(scope: Scope) -> str:
    return f"there are only {len(scope.rows)} rows" if scope.rows else "no row is left"


def _extreme_rows(*, highest: bool) -> RowOperation:
    def operate(scope: Scope) -> OperatorResult:
        order = rank_rows(scope.cells(), scope.rows, scope.frame.kind(scope.column))
        rows = order.at(scope.place, highest=highest)
        left_out = len(scope.rows) - len(order.rows)
        if order.rows and not rows:
            return OperatorResult(None, (), left_out, f"there are only {len(order.rows)} of them")
        return OperatorResult(rows, rows, left_out) if rows else _nothing(scope, left_out)

    return operate


def _extreme_value(*, highest: bool) -> RowOperation:
    choose = _extreme_rows(highest=highest)

    def operate(scope: Scope) -> OperatorResult:
        found = choose(scope)
        return found._replace(value=scope.cells()[found.rows[0]]) if found.rows else found

    return operate


def _aggregate(combine: Combine) -> RowOperation:
    def operate(scope: Scope) -> OperatorResult:
        kind = scope.frame.kind(scope.column)
        found = _of_scores(scope, combine) if kind is OrderKind.SCORE else _of_numbers(scope, combine, kind)
        if found is None:
            why = "its cells hold no numbers of one kind" if scope.rows else "no row is left"
            return OperatorResult(None, (), len(scope.rows), why)
        return found

    return operate


def _of_scores(scope: Scope, combine: Combine) -> OperatorResult | None:
    found = combine_scores(scope.cells(), scope.rows, combine)
    return OperatorResult(found[1], found[0], len(scope.rows) - len(found[0])) if found else None


def _of_numbers(scope: Scope, combine: Combine, kind: OrderKind | None) -> OperatorResult | None:
    numbers = addends(scope.cells(), scope.rows, kind)
    if numbers is None:
        return None
    number = combine(numbers.values)
    left_out = len(scope.rows) - len(numbers.rows)
    if number is None:
        return OperatorResult(None, numbers.rows, left_out, "the numbers are too large")
    value = number_value(number, unit=numbers.unit.unit, factor=numbers.unit.factor or 1.0)
    goals = [goal for row in numbers.rows if (goal := scope.cells()[row].goals) is not None]
    other = combine(goals) if len(goals) == len(numbers.rows) else None
    return OperatorResult(
        value if other is None else SeveralValues((value, number_value(other))), numbers.rows, left_out
    )


def _hop(scope: Scope) -> OperatorResult:
    cells = scope.cells()
    if not scope.rows:
        return OperatorResult(None, note="no row is left")
    distinct: dict[Hashable, CellValue] = {}
    for row in scope.rows:
        distinct.setdefault(identity(cells[row]), cells[row])
    found = tuple(distinct.values())
    return OperatorResult(found[0] if len(found) == 1 else SeveralValues(found), scope.rows)


def _distinct(wanted: Callable[[int, int], bool]) -> RowOperation:
    def operate(scope: Scope) -> OperatorResult:
        cells = scope.cells()
        rows = tuple(row for row in scope.rows if not cells[row].is_empty)
        left_out = len(scope.rows) - len(rows)
        if len(rows) < 2:
            return OperatorResult(None, rows, left_out, "fewer than two rows say anything")
        distinct = len({identity(cells[row]) for row in rows})
        return OperatorResult(wanted(distinct, len(rows)), rows, left_out, held=distinct)

    return operate


def _counting(value: Callable[[int], Result]) -> RowOperation:
    def operate(scope: Scope) -> OperatorResult:
        return OperatorResult(value(len(scope.rows)), scope.rows)

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
