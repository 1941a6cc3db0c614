"""Compares two values by a reading that both have: whether they are the same, and which is greater."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from enum import StrEnum
from math import isclose

from veriscope.tables.amounts import Amount, level
from veriscope.tables.values import CellValue, Span
from veriscope.text import MAGNITUDES, Date

_PRECISION = 1e-9
_FEW_POINTS = 25
# The share of a column's filled cells that must have a reading.
_LEAST = 0.2
_LEAST_LOOSE = 0.5
_LAST_DIGIT = re.compile(
    rf"(?:\d|(?=\.\d))(?:\.(\d+))?(?!\d|,\d)(?:\s?({'|'.join(MAGNITUDES)}))?", re.ASCII | re.IGNORECASE
)


class OrderKind(StrEnum):
    """The readings by which the values of a column are ordered, the most reliable first."""

    AMOUNT = "amount"
    DATE = "date"
    YEARS = "years"
    SPAN = "span"
    SCORE = "score"
    LOOSE = "loose"


def same(value: CellValue, other: CellValue) -> bool:
    """Whether two values say the same, or the first contains the words of the other; numbers and dates go by value."""
    if not value.key or not other.key:
        return value.key == other.key
    if value.amount is not None and other.amount is not None:
        pair = level(value.amount, other.amount)
        if pair is not None and (isclose(*pair, rel_tol=_PRECISION) or "(" not in value.text):
            return isclose(*pair, rel_tol=_PRECISION)
    elif value.date is not None and other.date is not None:
        return _same_date(value.date, other.date)
    if other.span is not None and other.span.is_period and value.date is not None and value.date.year:
        return other.span.low <= value.date.year <= other.span.high
    return f" {other.key} " in f" {value.key} " or f" {other.stems} " in f" {value.stems} "


def rounds_to(value: CellValue, other: CellValue) -> bool | None:
    """Whether two numbers agree to the last digit of the less precise one; other values compare by `same`."""
    if value.amount is None or other.amount is None:
        return same(value, other)
    pair = level(value.amount, other.amount)
    if pair is None:
        return None
    unit = (value.amount if value.amount.unit else other.amount).factor or 1.0
    grains = _grain(value), _grain(other)
    grain = max(grains) * unit * (1 + _PRECISION)
    if abs(pair[0] - pair[1]) <= grain / 2:
        return True
    # Decimals may also be cut off: 4.1666 is written as 4.17 by some and as 4.16 by others.
    cut, full = pair if grains[0] > grains[1] else pair[::-1]
    return max(grains) < 1 and cut * full >= 0 and 0 <= abs(full) - abs(cut) < grain


def compare(value: CellValue, other: CellValue) -> int | None:
    """Negative, zero or positive, as the value is less, equal or greater; None if the two share no reading."""
    one, two = value.amount, other.amount
    if one is not None and two is not None:
        if (value.goals is None) != (other.goals is None):
            one, two = _as_meant(value, two), _as_meant(other, one)
        pair = level(one, two)
        return _sign(*pair) if pair is not None else None
    if value.date is not None and other.date is not None:
        return _compare_dates(value.date, other.date)
    if value.span is not None or other.span is not None:
        for read in (_years, _span):
            span, limits = read(value), read(other)
            if span is not None and limits is not None:
                return _compare_spans(span, limits)
    if value.score is not None or other.score is not None:
        return _compare_scores(value, other)
    if value.loose is not None and other.loose is not None and not (value.date or other.date):
        return _sign(value.loose, other.loose)
    return None


def identity(value: CellValue) -> Hashable:
    """A key that is equal for values that say the same: a number or a date by value, else the words."""
    if value.amount is not None:
        return value.amount.value, value.amount.unit
    return value.date if value.date is not None else value.key


def order_key(value: CellValue, kind: OrderKind) -> tuple[float, ...] | None:
    """The key that sorts a value in a column of that kind; None if the value has no such reading."""
    match kind:
        case OrderKind.AMOUNT:
            return (value.amount.value,) if value.amount is not None else None
        case OrderKind.DATE:
            return tuple(value.date) if value.date is not None else None
        case OrderKind.YEARS:
            return _years(value)
        case OrderKind.SPAN:
            return _span(value)
        case OrderKind.SCORE:
            return value.score
        case OrderKind.LOOSE:
            return (value.loose,) if value.loose is not None else None


def column_kind(values: Iterable[CellValue]) -> OrderKind | None:
    """The reading that most values of a column have; None if too few have any.

    Ranges and numbers among words count only if few values have a more reliable reading, since a number also has those
    readings. A name that happens to be a number does not make a column of numbers.
    """
    read = [value for value in values if value.key]
    counts = Counter(kind for value in read for kind in _kinds(value))
    best = max((OrderKind.AMOUNT, OrderKind.DATE, OrderKind.SCORE), key=lambda kind: counts[kind])
    for vague in (OrderKind.YEARS, OrderKind.SPAN, OrderKind.LOOSE):
        best = vague if counts[vague] > 2 * counts[best] else best
    least = _LEAST_LOOSE if best is OrderKind.LOOSE else _LEAST
    return best if read and counts[best] >= least * len(read) else None


def _kinds(value: CellValue) -> list[OrderKind]:
    """The kinds for which a value has an `order_key`."""
    found = []
    if value.amount is not None:
        found = (
            [OrderKind.AMOUNT, OrderKind.LOOSE]
            if value.amount.unit
            else [OrderKind.AMOUNT, OrderKind.LOOSE, OrderKind.SPAN]
        )
    elif value.loose is not None:
        found = [OrderKind.LOOSE]
    if value.date is not None:
        found += [OrderKind.DATE, OrderKind.YEARS] if value.date.year else [OrderKind.DATE]
    if value.score is not None:
        found.append(OrderKind.SCORE)
    if value.span is not None:
        found.append(OrderKind.YEARS if value.span.is_years else OrderKind.SPAN)
    return found


def _as_meant(value: CellValue, other: Amount) -> Amount:
    """The goals of `12.13 (85)` if the other number is too small for points, else its amount."""
    assert value.amount is not None
    return Amount(value.goals) if value.goals is not None and other.value < _FEW_POINTS else value.amount


def _sign(one: float, two: float) -> int:
    if one == two:
        return 0
    return 0 if isclose(one, two, rel_tol=_PRECISION) else (1 if one > two else -1)


def _grain(value: CellValue) -> float:
    """What one step of the last written digit is worth; 0 if the number was computed."""
    match = _LAST_DIGIT.search(value.text)
    if value.is_computed or match is None:
        return 0.0
    magnitude = MAGNITUDES[match[2].lower()] if match[2] else 1
    return float(10 ** -len(match[1] or "") * magnitude)


def _same_date(one: Date, two: Date) -> bool:
    """Whether two dates agree in every part that both state, and share at least one part."""
    shared = [a == b for a, b in zip(one, two, strict=True) if a and b]
    return bool(shared) and all(shared)


def _compare_dates(one: Date, two: Date) -> int | None:
    """Compares the parts that both dates state; None if they share none, or only one has a year."""
    if bool(one.year) != bool(two.year):
        return None
    shared = [(a, b) for a, b in zip(one, two, strict=True) if a and b]
    return next((1 if a > b else -1 for a, b in shared if a != b), 0) if shared else None


def _years(value: CellValue) -> Span | None:
    if value.span is not None:
        return value.span if value.span.is_years else None
    year = value.date.year if value.date is not None else 0
    return Span(year, year, is_years=True) if year else None


def _span(value: CellValue) -> Span | None:
    if value.span is not None:
        return None if value.span.is_years else value.span
    if value.amount is not None and not value.amount.unit:
        return Span(value.amount.value, value.amount.value)
    return None


def _compare_spans(one: Span, two: Span) -> int | None:
    """The span that begins and ends later is greater; None if one contains the other, like a decade and a year."""
    if (one.low, one.high) == (two.low, two.high):
        return 0
    if one.low == one.high or two.low == two.high:
        one, two = _season(one), _season(two)
        return _sign(one.low, two.low) if one.low == one.high and two.low == two.high else _beside(one, two)
    if one.low >= two.low and one.high >= two.high:
        return 1
    return -1 if one.low <= two.low and one.high <= two.high else None


def _season(span: Span) -> Span:
    """A season as the year it begins in; other ranges unchanged."""
    is_season = span.is_years and not span.is_period and span.high - span.low == 1
    return Span(span.low, span.low, is_years=True) if is_season else span


def _beside(one: Span, two: Span) -> int | None:
    if one.low > two.high:
        return 1
    return -1 if one.high < two.low else None


def _compare_scores(value: CellValue, other: CellValue) -> int | None:
    """Compares two scores part by part; a score and a number only if all its parts are on one side of the number."""
    if value.score is not None and other.score is not None:
        return (value.score > other.score) - (value.score < other.score)
    if value.amount is None and other.amount is None:
        return None
    parts, others = _parts(value), _parts(other)
    signs = {_sign(one, two) for one in parts for two in others}
    return signs.pop() if len(signs) == 1 else None


def _parts(value: CellValue) -> tuple[float, ...]:
    if value.score is not None:
        return value.score
    return (value.amount.value,) if value.amount is not None else ()
