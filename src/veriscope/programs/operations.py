"""What the operators compute on values: comparisons, aggregates, places in an order; None is unknown."""

from collections.abc import Callable, Iterable, Sequence
from math import fsum, isfinite
from typing import NamedTuple

from veriscope.programs.amounts import TIME, Amount, level
from veriscope.programs.moments import days_between
from veriscope.programs.order import Kind, compare, order_key, rounds_to, same
from veriscope.programs.values import CellValue, Several, number_value, score_value
from veriscope.text.dates import Date

Operand = CellValue | Several | bool | None
Rows = tuple[int, ...]
Combine = Callable[[Sequence[float]], float | None]
Comparison = Callable[[CellValue, CellValue], bool | None]
_NO_READING = "the two cannot be compared"
_YEAR = 365.25
_REST = "what it rests on is unknown"


class Numbers(NamedTuple):
    """The rows that hold a number, their numbers in one unit, and an amount that tells that unit."""

    rows: tuple[int, ...]
    values: tuple[float, ...]
    unit: Amount


def _ordered(test: Callable[[int], bool]) -> Comparison:
    def compared(value: CellValue, other: CellValue) -> bool | None:
        order = compare(value, other)
        return None if order is None else test(order)

    return compared


def _differs(value: CellValue, other: CellValue) -> bool:
    return not same(value, other)


COMPARE: dict[str, Comparison] = {
    "eq": same,
    "not_eq": _differs,
    "round_eq": rounds_to,
    "greater": _ordered(lambda order: order > 0),
    "less": _ordered(lambda order: order < 0),
    "greater_eq": _ordered(lambda order: order >= 0),
    "less_eq": _ordered(lambda order: order <= 0),
    "before": _ordered(lambda order: order < 0),
    "after": _ordered(lambda order: order > 0),
}


def compared(name: str, value: CellValue | Several, other: CellValue | Several) -> bool | None:
    """A comparison, also of several values: one that is equal makes them equal, an order must hold of all or none."""
    test = COMPARE[name]
    if isinstance(value, CellValue) and isinstance(other, CellValue):
        return test(value, other)
    if name == "not_eq":
        return not compared("eq", value, other)
    truths = {test(one, two) for one in _each(value) for two in _each(other)}
    if name in {"eq", "round_eq"}:
        return True in truths
    return truths.pop() if len(truths) == 1 else None


def _each(value: CellValue | Several) -> tuple[CellValue, ...]:
    return value.values if isinstance(value, Several) else (value,)


class Ranked(NamedTuple):
    """The rows of a column that have a place in its order, the lowest first, each with what orders it."""

    rows: tuple[int, ...]
    keys: tuple[tuple[float, ...], ...]

    def at(self, place: int, *, highest: bool) -> tuple[int, ...]:
        """The rows that hold a place counted from the highest or the lowest, with those equal to it, in row order."""
        if not 1 <= place <= len(self.rows):
            return ()
        key = self.keys[-place if highest else place - 1]
        return tuple(sorted(row for row, own in zip(self.rows, self.keys, strict=True) if own == key))


def ranked(values: Sequence[CellValue], rows: Iterable[int], kind: Kind | None) -> Ranked:
    """The rows that have a reading of the kind, in its order; equals in row order."""
    if kind is None:
        return Ranked((), ())
    keyed = [(key, row) for row in rows if (key := order_key(values[row], kind)) is not None]
    keyed.sort()
    return Ranked(tuple(row for _, row in keyed), tuple(key for key, _ in keyed))


def within(value: CellValue, low: CellValue, high: CellValue) -> bool | None:
    """Whether a value is neither below the one nor above the other."""
    below, above = compare(value, low), compare(value, high)
    return None if below is None or above is None else below >= 0 and above <= 0


def addends(values: Sequence[CellValue], rows: Iterable[int], kind: Kind | None) -> Numbers | None:
    """The rows with a number, their numbers in one unit, and that unit; None where units differ or nothing is one."""
    found = [(row, amount) for row in rows if (amount := _addend(values[row], kind)) is not None]
    units = {amount.unit for _, amount in found}
    if not found or (len(units) > 1 and any(unit.isupper() for unit in units)):
        return None
    return Numbers(tuple(row for row, _ in found), tuple(amount.value for _, amount in found), found[0][1])


def _addend(value: CellValue, kind: Kind | None) -> Amount | None:
    if kind is Kind.LOOSE:
        return Amount(value.loose) if value.loose is not None else None
    return value.amount if kind is Kind.AMOUNT else None


def combined(values: Sequence[CellValue], rows: Iterable[int], combine: Combine) -> tuple[Rows, Several] | None:
    """Scores of two sides taken together, side by side: `20–39`, which is also 20, 39, and 59 of both.

    None where no row holds a score of one pair.
    """
    found = [(row, score) for row in rows if (score := values[row].score) is not None and len(score) == 2]
    sides = [combine([score[side] for _, score in found]) for side in (0, 1)] if found else []
    if not sides or not all(side is not None for side in sides):
        return None
    one, two = (side for side in sides if side is not None)
    numbers = [number_value(number) for number in (one, two, one + two) if isfinite(number)]
    return tuple(row for row, _ in found), Several((score_value((one, two)), *numbers))


def total(numbers: Sequence[float]) -> float | None:
    """The sum; None where it is beyond what can be written."""
    try:
        found = fsum(numbers)
    except OverflowError:
        return None
    return found if isfinite(found) else None


def average(numbers: Sequence[float]) -> float | None:
    """The mean; None where the sum is beyond what can be written."""
    found = total(numbers)
    return None if found is None else found / len(numbers)


def difference(value: CellValue, other: CellValue) -> CellValue | Several | None:
    """The first less the second: of numbers in one unit, of dates in days and in years."""
    if value.amount is not None and other.amount is not None:
        pair = level(value.amount, other.amount)
        return _number(pair[0] - pair[1], value.amount, other.amount) if pair else None
    if value.date is not None and other.date is not None:
        return _time(value.date, other.date)
    if value.loose is not None and other.loose is not None:
        return _number(value.loose - other.loose)
    return None


def _time(value: Date, other: Date) -> CellValue | Several | None:
    """The time between two dates: in years by the calendar, and in days where both are full."""
    if not (value.year and other.year):
        return None
    years = value.year - other.year
    found = number_value(years * _YEAR, unit=TIME, factor=_YEAR)
    days = days_between(value, other)
    return found if days is None else Several((number_value(days, unit=TIME), found))


def ratio(value: CellValue, other: CellValue) -> CellValue | None:
    """The first over the second, numbers in one unit; None where the second is nothing."""
    if value.amount is not None and other.amount is not None:
        pair = level(value.amount, other.amount)
        return _number(pair[0] / pair[1]) if pair and pair[1] else None
    if value.loose is not None and other.loose:
        return _number(value.loose / other.loose)
    return None


def _number(number: float, *amounts: Amount) -> CellValue | None:
    measured = next((amount for amount in amounts if amount.unit), Amount(0))
    return number_value(number, unit=measured.unit, factor=measured.factor or 1.0) if isfinite(number) else None


ValueOperation = Callable[..., tuple[CellValue | Several | bool | None, str]]


def _comparing(name: str) -> ValueOperation:
    def operate(value: Operand, other: Operand) -> tuple[bool | None, str]:
        if not isinstance(value, CellValue | Several) or not isinstance(other, CellValue | Several):
            return None, _REST
        truth = compared(name, value, other)
        return truth, "" if truth is not None else _NO_READING

    return operate


def _computing(compute: Callable[[CellValue, CellValue], CellValue | Several | None]) -> ValueOperation:
    def operate(value: Operand, other: Operand) -> tuple[CellValue | Several | None, str]:
        if isinstance(value, Several) or isinstance(other, Several):
            return None, "there are several values"
        if not isinstance(value, CellValue) or not isinstance(other, CellValue):
            return None, _REST
        found = compute(value, other)
        return found, "" if found is not None else "the two are no numbers of one kind"

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
