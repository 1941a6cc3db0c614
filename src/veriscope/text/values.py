"""The keys by which texts are matched: terms, with numbers and dates in one form by value."""

import re
from collections.abc import Sequence
from functools import lru_cache

from veriscope.text.dates import MONTHS, SEASON, date_at, season_years
from veriscope.text.numbers import NUMBER_WORDS, number, number_at
from veriscope.text.terms import terms

_SEASON = re.compile(rf"(?<![\w.-]){SEASON}(?![\w/-]|[.,]\d)", re.ASCII)
_WORDS = NUMBER_WORDS | MONTHS.keys()


@lru_cache(maxsize=1 << 16)
def match_keys(text: str) -> tuple[str, ...]:
    """The terms of a text in order, with numbers and dates by value: `3rd of May 2001` as `2001-05-03` and its parts.

    Equal values have equal keys in any spelling: `1,234` and `1234`, `two` and `2`, `1.2 million` and `1200000`. A
    season or range of years (`1990–94`) has both of its years.
    """
    found = terms(_SEASON.sub(_season, text))
    if len(found) == 1:
        return (number(found[0]) or found[0],)
    for term in found:
        if "0" <= term[0] <= "9" or term in _WORDS:
            return tuple(_by_value(found))
    return tuple(found)


def values(text: str) -> list[str]:
    """Only the numbers and dates of a text, by value; the parts that a date implies follow it."""
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
    """`1990–94` as `1990-1994`: the second year of a season or range may lack its century."""
    start, end = season_years(match[1], match[2]) or (0, 0)
    # `1999–00` ends in the next century; `1975-03` is a month.
    is_range = end > start and (end // 100 == start // 100 or (end % 100 < 20 and start % 100 > 80))
    return f"{start}-{end}" if is_range else match[0]
