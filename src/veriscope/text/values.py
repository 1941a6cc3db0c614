"""The keys by which texts are matched: terms, with numbers and dates brought to one writing by value."""

import re
from collections.abc import Sequence
from functools import lru_cache

from veriscope.text.dates import MONTHS, date_at
from veriscope.text.numbers import NUMBER_WORDS, number, number_at
from veriscope.text.terms import terms

_SEASON = re.compile(r"(?<![\w.-])([12]\d{3})\s?[-–/]\s?(\d\d)(?![\w/-]|[.,]\d)", re.ASCII)
_WORDS = NUMBER_WORDS | MONTHS.keys()


@lru_cache(maxsize=1 << 16)
def match_keys(text: str) -> tuple[str, ...]:
    """The terms of a text in order, its numbers and dates by value: `3rd of May 2001` as `2001-05-03` and its parts.

    Equal values have equal keys however they are written: `1,234` and `1234`, `two` and `2`, `1.2 million` and
    `1200000`. A season or range of years (`1990–94`) has both its years.
    """
    found = terms(_SEASON.sub(_season, text))
    if len(found) == 1:
        return (number(found[0]) or found[0],)
    for term in found:
        if "0" <= term[0] <= "9" or term in _WORDS:
            return tuple(_by_value(found))
    return tuple(found)


def values(text: str) -> list[str]:
    """The numbers and dates of a text alone, by value; the parts that a date implies follow it."""
    return [key for key in match_keys(text) if is_value(key)]


def is_value(key: str) -> bool:
    """Whether a key is a number or a date."""
    return "0" <= key[:1] <= "9" or key.startswith("--")


def is_date(key: str) -> bool:
    """Whether a key is a date finer than a year."""
    return "-" in key and is_value(key)


def is_year(key: str) -> bool:
    """Whether a key may be a year."""
    return len(key) == 4 and key.isdigit() and "1000" <= key < "2100"


def _by_value(found: Sequence[str]) -> list[str]:
    keys: list[str] = []
    may_hold_date = len(found) > 2 or any(term in MONTHS for term in found)
    at = 0
    while at < len(found):
        date, taken = date_at(found, at) if may_hold_date else (None, 0)
        if date is not None:
            keys += date.writings()
        else:
            value, taken = number_at(found, at)
            keys.append(found[at] if value is None else value)
            taken = max(taken, 1)
        at += taken
    return keys


def _season(match: re.Match[str]) -> str:
    """`1990–94` as `1990-1994`: the second year of a season or range, its century left out."""
    start, written = int(match[1]), int(match[2])
    end = start - start % 100 + written
    # `1999–00` ends in the next century.
    end += 100 if end < start and written < 20 and start % 100 > 80 else 0
    return f"{start}-{end}" if end > start else match[0]
