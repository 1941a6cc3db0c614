"""Whether two values are the same, and which is the greater: by the reading that both share."""

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from math import isclose

from veriscope.programs.amounts import TIME, level
from veriscope.programs.values import CellValue, Span, number_value
from veriscope.text.dates import Date

_PRECISION = 1e-9
_MAGNITUDES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_LAST_DIGIT = re.compile(rf"\d(?:\.(\d+))?(?!\d)(?:\s?({'|'.join(_MAGNITUDES)}))?", re.ASCII | re.IGNORECASE)


class Kind(StrEnum):
    """The readings by which values are ordered, the surest first."""

    AMOUNT = "amount"
    DATE = "date"
    SPAN = "span"
    SCORE = "score"
    LOOSE = "loose"


def same(value: CellValue, other: CellValue) -> bool:
    """Whether a value says what the other says; a text may hold the other among its words."""
    if value.is_empty or other.is_empty:
        return value.is_empty and other.is_empty
    if value.amount is not None and other.amount is not None:
        pair = level(value.amount, other.amount)
        if pair is not None:
            return isclose(*pair, rel_tol=_PRECISION)
    if value.key == other.key:
        return True
    if value.date is not None and other.date is not None:
        return _compare_dates(value.date, other.date) == 0
    if other.amount is not None and (value.date or value.score or value.span):
        return False
    return f" {other.key} " in f" {value.key} "


def compare(value: CellValue, other: CellValue) -> int | None:
    """Negative, zero or positive, as the value is less, equal or greater; None where the two share no reading."""
    one, two = value.amount, other.amount
    if one is not None and two is not None:
        pair = level(one, two)
        return _sign(*pair) if pair is not None else None
    if value.date is not None and other.date is not None:
        return _compare_dates(value.date, other.date)
    span, limits = _span(value), _span(other)
    if span is not None and limits is not None:
        return _compare_spans(span, limits)
    if value.score is not None and other.score is not None:
        return _compare_scores(value.score, other.score)
    if value.loose is not None and other.loose is not None and not (value.date or other.date):
        return _sign(value.loose, other.loose)
    return None


def rounds_to(value: CellValue, other: CellValue) -> bool | None:
    """Whether two numbers agree to the last digit of the one that is written with fewer."""
    if value.amount is None or other.amount is None:
        return same(value, other)
    pair = level(value.amount, other.amount)
    if pair is None:
        return None
    unit = (value.amount if value.amount.unit else other.amount).factor or 1.0
    return abs(pair[0] - pair[1]) <= 0.5 * unit * max(_grain(value), _grain(other)) * (1 + _PRECISION)


def _grain(value: CellValue) -> float:
    """What one of the last written digit is worth; nothing where the number was computed."""
    match = _LAST_DIGIT.search(value.text)
    if value.is_computed or match is None:
        return 0.0
    magnitude = _MAGNITUDES[match[2].lower()] if match[2] else 1.0
    return float(10 ** -len(match[1] or "") * magnitude)


def days(value: Date, other: Date) -> CellValue | None:
    """The time between two dates: in days where both are full, else in years."""
    if not (value.year and other.year):
        return None
    if value.month and value.day and other.month and other.day:
        try:
            between = date(*value) - date(*other)
        except ValueError:
            return None
        return number_value(float(between.days), unit=TIME)
    return number_value(float(value.year - other.year))


def _sign(one: float, two: float) -> int:
    return 0 if isclose(one, two, rel_tol=_PRECISION) else (1 if one > two else -1)


def _compare_dates(one: Date, two: Date) -> int | None:
    """By the coarser of the two grains; None where they share none."""
    if bool(one.year) != bool(two.year) and not (one.month and two.month):
        return None
    shared = [(a, b) for a, b in zip(one, two, strict=True) if a and b]
    return next((1 if a > b else -1 for a, b in shared if a != b), 0) if shared else None


def _span(value: CellValue) -> Span | None:
    if value.span is not None:
        return value.span
    if value.amount is not None:
        return Span(value.amount.value, value.amount.value)
    return None


def _compare_spans(one: Span, two: Span) -> int | None:
    if one == two:
        return 0
    if one.low >= two.low and one.high >= two.high:
        return 1
    return -1 if one.low <= two.low and one.high <= two.high else None


def _compare_scores(one: tuple[float, ...], two: tuple[float, ...]) -> int | None:
    return 0 if one == two else (1 if one > two else -1)


def order_key(value: CellValue, kind: Kind) -> tuple[float, ...] | None:
    """What a value is sorted by within a column that is read as one kind; None where it has no such reading."""
    match kind:
        case Kind.AMOUNT:
            return (value.amount.value,) if value.amount is not None else None
        case Kind.DATE:
            return tuple(value.date) if value.date is not None else None
        case Kind.SPAN:
            return _span(value)
        case Kind.SCORE:
            return value.score
        case Kind.LOOSE:
            return (value.loose,) if value.loose is not None else None


def column_kind(values: Iterable[CellValue]) -> Kind | None:
    """The reading that most values of a column have, the surest of equals; None where they have none."""
    read = [value for value in values if not value.is_empty]
    counts = {kind: sum(order_key(value, kind) is not None for value in read) for kind in Kind}
    best = max(Kind, key=lambda kind: counts[kind])
    return best if counts[best] else None
