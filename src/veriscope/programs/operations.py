"""What the operators compute on values: comparisons, aggregates, places in an order; None means unknown."""

from collections.abc import Callable, Iterable, Sequence
from math import fsum, isfinite
from typing import NamedTuple

from veriscope.tables import (
    TIME,
    Amount,
    CellValue,
    OrderKind,
    SeveralValues,
    compare,
    days_between,
    level,
    number_value,
    order_key,
    rounds_to,
    same,
    score_value,
)
from veriscope.text import Date

Operand = CellValue | SeveralValues | bool | None
Rows = tuple[int, ...]
Combine = Callable[[Sequence[float]], float | None]
Comparison = Callable[[CellValue, CellValue], bool | None]
_NO_READING = "the two cannot be compared"
_YEAR = 365.25
_REST = "what it rests on is unknown"


class Numbers(NamedTuple):
    """The rows that hold a number, their numbers in one unit, and an amount with that unit."""

    rows: tuple[int, ...]
    values: tuple[float, ...]
    unit: Amount


def _order_test(test: Callable[[int], bool]) -> Comparison:
    def holds(value: CellValue, other: CellValue) -> bool | None:
        order = compare(value, other)
        return None if order is None else test(order)

    return holds


def _differs(value: CellValue, other: CellValue) -> bool:
    return not same(value, other)


COMPARE: dict[str, Comparison] = {
    "eq": same,
    "not_eq": _differs,
    "round_eq": rounds_to,
    "greater": _order_test(lambda order: order > 0),
    "less": _order_test(lambda order: order < 0),
    "greater_eq": _order_test(lambda order: order >= 0),
    "less_eq": _order_test(lambda order: order <= 0),
    "before": _order_test(lambda order: order < 0),
    "after": _order_test(lambda order: order > 0),
}


def compare_values(name: str, value: CellValue | SeveralValues, other: CellValue | SeveralValues) -> bool | None:
    """Compares values, also several at once: equal if any pair is equal, ordered only if all pairs agree."""
    test = COMPARE[name]
    if isinstance(value, CellValue) and isinstance(other, CellValue):
        return test(value, other)
    if name == "not_eq":
        return not compare_values("eq", value, other)
    truths = {test(one, two) for one in _each(value) for two in _each(other)}
    if name in {"eq", "round_eq"}:
        return True in truths
    return truths.pop() if len(truths) == 1 else None


def _each(value: CellValue | SeveralValues) -> tuple[CellValue, ...]:
    return value.values if isinstance(value, SeveralValues) else (value,)


class RankedRows(NamedTuple):
    """The rows of a column that have a place in its order, lowest first, with their sort keys."""

    rows: tuple[int, ...]
    keys: tuple[tuple[float, ...], ...]

    def at(self, place: int, *, highest: bool) -> tuple[int, ...]:
        """The rows at a place counted from the highest or the lowest, with all equal ones, in row order."""
        if not 1 <= place <= len(self.rows):
            return ()
        key = self.keys[-place if highest else place - 1]
        return tuple(sorted(row for row, own in zip(self.rows, self.keys, strict=True) if own == key))


def rank_rows(values: Sequence[CellValue], rows: Iterable[int], kind: OrderKind | None) -> RankedRows:
    """The rows that have a reading of the kind, in its order; ties in row order."""
    if kind is None:
        return RankedRows((), ())
    keyed = [(key, row) for row in rows if (key := order_key(values[row], kind)) is not None]
    keyed.sort()
    return RankedRows(tuple(row for _, row in keyed), tuple(key for key, _ in keyed))


def within(value: CellValue, low: CellValue, high: CellValue) -> bool | None:
    """Whether a value is neither below `low` nor above `high`; None if it cannot be compared."""
    below, above = compare(value, low), compare(value, high)
    return None if below is None or above is None else below >= 0 and above <= 0


def addends(values: Sequence[CellValue], rows: Iterable[int], kind: OrderKind | None) -> Numbers | None:
    """The rows with a number, their numbers in one unit, and the unit; None if there are none or units differ."""
    found = [(row, amount) for row in rows if (amount := _addend(values[row], kind)) is not None]
    units = {amount.unit for _, amount in found}
    if not found or (len(units) > 1 and any(unit.isupper() for unit in units)):
        return None
    return Numbers(tuple(row for row, _ in found), tuple(amount.value for _, amount in found), found[0][1])


def _addend(value: CellValue, kind: OrderKind | None) -> Amount | None:
    if kind is OrderKind.LOOSE:
        return Amount(value.loose) if value.loose is not None else None
    return value.amount if kind is OrderKind.AMOUNT else None


def combine_scores(
    values: Sequence[CellValue], rows: Iterable[int], combine: Combine
) -> tuple[Rows, SeveralValues] | None:
    """Combines the scores of two sides, side by side: `20–39`, which also counts as 20, as 39, and as their sum 59.

    None if no row holds a score of two sides.
    """
    found = [(row, score) for row in rows if (score := values[row].score) is not None and len(score) == 2]
    sides = [combine([score[side] for _, score in found]) for side in (0, 1)] if found else []
    if not sides or not all(side is not None for side in sides):
        return None
    one, two = (side for side in sides if side is not None)
    numbers = [number_value(number) for number in (one, two, one + two) if isfinite(number)]
    return tuple(row for row, _ in found), SeveralValues((score_value((one, two)), *numbers))


def total(numbers: Sequence[float]) -> float | None:
    """The sum; None if it overflows."""
    try:
        found = fsum(numbers)
    except OverflowError:
        return None
    return found if isfinite(found) else None


def average(numbers: Sequence[float]) -> float | None:
    """The mean; None if the sum overflows."""
    found = total(numbers)
    return None if found is None else found / len(numbers)


def difference(value: CellValue, other: CellValue) -> CellValue | SeveralValues | None:
    """The first minus the second: for numbers in one unit, for dates in days and in years."""
    if value.amount is not None and other.amount is not None:
        pair = level(value.amount, other.amount)
        return _number(pair[0] - pair[1], value.amount, other.amount) if pair else None
    if value.date is not None and other.date is not None:
        return _time(value.date, other.date)
    if value.loose is not None and other.loose is not None:
        return _number(value.loose - other.loose)
    return None


def _time(value: Date, other: Date) -> CellValue | SeveralValues | None:
    """The time between two dates: in calendar years, and in days if both dates are full."""
    if not (value.year and other.year):
        return None
    years = value.year - other.year
    found = number_value(years * _YEAR, unit=TIME, factor=_YEAR)
    days = days_between(value, other)
    return found if days is None else SeveralValues((number_value(days, unit=TIME), found))


def ratio(value: CellValue, other: CellValue) -> CellValue | None:
    """The first divided by the second, in one unit; None if the second is zero or the units differ."""
    if value.amount is not None and other.amount is not None:
        pair = level(value.amount, other.amount)
        return _number(pair[0] / pair[1]) if pair and pair[1] else None
    if value.loose is not None and other.loose:
        return _number(value.loose / other.loose)
    return None


def _number(number: float, *amounts: Amount) -> CellValue | None:
    measured = next((amount for amount in amounts if amount.unit), Amount(0))
    return number_value(number, unit=measured.unit, factor=measured.factor or 1.0) if isfinite(number) else None


ValueOperation = Callable[..., tuple[CellValue | SeveralValues | bool | None, str]]


def _comparing(name: str) -> ValueOperation:
    def operate(value: Operand, other: Operand) -> tuple[bool | None, str]:
        if not isinstance(value, CellValue | SeveralValues) or not isinstance(other, CellValue | SeveralValues):
            return None, _REST
        truth = compare_values(name, value, other)
        return truth, "" if truth is not None else _NO_READING

    return operate


def _computing(compute: Callable[[CellValue, CellValue], CellValue | SeveralValues | None]) -> ValueOperation:
    def operate(value: Operand, other: Operand) -> tuple[CellValue | SeveralValues | None, str]:
        if isinstance(value, SeveralValues) or isinstance(other, SeveralValues):
            return None, "there are several values"
        if not isinstance(value, CellValue) or not isinstance(other, CellValue):
            return None, _REST
        found = compute(value, other)
        return found, "" if found is not None else "the two are not numbers of one kind"

    return operate


def _within(value: Operand, low: Operand, high: Operand) -> tuple[bool | None, str]:
    if not (isinstance(value, CellValue) and isinstance(low, CellValue) and isinstance(high, CellValue)):
        return None, _REST
    truth = within(value, low, high)
    return truth, "" if truth is not None else _NO_READING


def _and(one: Operand, two: Operand) -> tuple[bool | None, str]:
    if one is False or two is False:
        return False, ""
    return (True, "") if one is True and two is True else (None, _REST)


def _or(one: Operand, two: Operand) -> tuple[bool | None, str]:
    if one is True or two is True:
        return True, ""
    return (False, "") if one is False and two is False else (None, _REST)


def _not(one: Operand) -> tuple[bool | None, str]:
    return (not one, "") if isinstance(one, bool) else (None, _REST)


VALUE_OPERATIONS: dict[str, ValueOperation] = {
    "diff": _computing(difference),
    "ratio": _computing(ratio),
    "within": _within,
    "and": _and,
    "or": _or,
    "not": _not,
    **{name: _comparing(name) for name in COMPARE},
}
