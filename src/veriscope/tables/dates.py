"""Dates, seasons, decades and centuries in cells; decades and centuries in any text."""

import re
from datetime import date
from importlib.resources import files
from typing import NamedTuple

from veriscope.text import MONTHS, SEASON, YEAR_DIGITS, Date, date_at, load_alternatives, season_years, terms

_YEAR = re.compile(rf"(?:c\.?\s?)?({YEAR_DIGITS})", re.ASCII)
_SEASON = re.compile(SEASON, re.ASCII)
_PERIOD = re.compile(
    r"\b(?P<century>\d{1,2})(?:st|nd|rd|th)[\s-]centur(?:y|ies)\b(?! B\.?C)|\b(?P<decade>[12]\d{2}0)'?s\b(?! B\.?C)",
    re.IGNORECASE,
)
_WEEKDAYS = load_alternatives(files("veriscope.tables") / "data" / "cells.toml", "dates")["weekday"]
_DAY = re.compile(rf"\b(?:{_WEEKDAYS})\b[.,]?\s*", re.IGNORECASE)


class Period(NamedTuple):
    """A century or a decade: its first and last year."""

    first: int
    last: int
    written: str


def read_date(text: str) -> Date | None:
    """The date that the whole text states: a full date, month and year, day and month, a month, or a year."""
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
    """The days from the second date to the first; None if one of them is incomplete."""
    try:
        return (date(*one) - date(*two)).days
    except ValueError:
        return None


def periods(text: str) -> list[Period]:
    """The centuries and decades that a text names."""
    return [_period(match) for match in _PERIOD.finditer(text)]


def read_period(text: str) -> tuple[int, int] | None:
    """The first and last year of the decade or century that the whole text names: `1940s`, `the 18th century`."""
    found = periods(text) if text[-1:] in {"s", "y"} else []
    is_whole = len(found) == 1 and text.lower().removeprefix("the ").strip() == found[0].written.lower()
    return (found[0].first, found[0].last) if is_whole else None


def read_years(text: str) -> tuple[int, int] | None:
    """The first and last year of a season or a range of years: `1990-91`, `1990-2004`."""
    match = _SEASON.fullmatch(text)
    return season_years(match[1], match[2]) if match else None


def _period(match: re.Match[str]) -> Period:
    if match["century"]:
        last = int(match["century"]) * 100
        return Period(last - 99, last, match[0])
    first = int(match["decade"])
    return Period(first, first + 9, match[0])
