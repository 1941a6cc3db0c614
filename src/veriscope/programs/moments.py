"""Dates and seasons as cells hold them."""

import re
from datetime import date

from veriscope.text.dates import MONTHS, Date, date_at
from veriscope.text.quantities import periods
from veriscope.text.terms import terms

_YEAR = re.compile(r"(?:c\.?\s?)?([12]\d{3})", re.ASCII)
_SEASON = re.compile(r"([12]\d{3})\s?[-/]\s?([12]\d{3}|\d\d)", re.ASCII)
_DAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b[.,]?\s*", re.IGNORECASE)


def read_date(text: str) -> Date | None:
    """The date that the whole text is: full, a month of a year, a day of a month, a month, a year."""
    if match := _YEAR.fullmatch(text):
        return Date(int(match[1]), 0, 0)
    found = terms(_DAY.sub("", text))
    if not found or len(found) > 4:
        return None
    if len(found) == 1:
        return Date(0, MONTHS[found[0]], 0) if found[0] in MONTHS else None
    read, taken = date_at(found, 0)
    return read if taken == len(found) else None


def days_between(one: Date, two: Date) -> int | None:
    """The days from the second date to the first; None where one of them is not full."""
    try:
        return (date(*one) - date(*two)).days
    except ValueError:
        return None


def read_period(text: str) -> tuple[int, int] | None:
    """The first and last year of the decade or century that the whole text names: `1940s`, `the 18th century`."""
    found = periods(text) if text[-1:] in {"s", "y"} else []
    is_whole = len(found) == 1 and text.lower().removeprefix("the ").strip() == found[0].written.lower()
    return (found[0].first, found[0].last) if is_whole else None


def read_years(text: str) -> tuple[int, int] | None:
    """The first and last year of a season or a range of years: `1990-91`, `1990-2004`."""
    match = _SEASON.fullmatch(text)
    if match is None:
        return None
    first, last = int(match[1]), int(match[2])
    if last < 100:
        last += first - first % 100
        last += 100 if last < first else 0
    return (first, last) if first <= last else None
