"""The keys by which texts are matched: terms, with numbers and dates brought to one writing by value."""

from collections.abc import Sequence
from functools import lru_cache

from veriscope.text.dates import MONTHS, date_at
from veriscope.text.numbers import is_number_word, number_at
from veriscope.text.terms import terms


@lru_cache(maxsize=1 << 16)
def match_keys(text: str) -> tuple[str, ...]:
    """The terms of a text in order, its numbers and dates by value: `3rd of May 2001` as `2001-05-03` and its parts.

    Equal values have equal keys however they are written: `1,234` and `1234`, `two` and `2`, `1.2 million` and
    `1200000`. A season or range of years (`1990–94`) has both its years.
    """
    found = terms(text)
    if not any(_may_be_value(term) for term in found):
        return tuple(found)
    return tuple(_by_value(found))


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


def _may_be_value(term: str) -> bool:
    return "0" <= term[0] <= "9" or term in MONTHS or is_number_word(term)


def _by_value(found: Sequence[str]) -> list[str]:
    keys: list[str] = []
    at = 0
    while at < len(found):
        date, taken = date_at(found, at)
        if date is not None:
            keys += date.writings()
        else:
            value, taken = number_at(found, at)
            keys.append(found[at] if value is None else _season_end(value, keys, found[at]))
            taken = max(taken, 1)
        at += taken
    return keys


def _season_end(value: str, before: Sequence[str], written: str) -> str:
    """`94` after `1990` as `1994`: the second year of a season or range, its century left out."""
    if len(written) != 2 or not written.isdigit() or not before or not is_year(before[-1]):
        return value
    start = int(before[-1])
    end = start - start % 100 + int(written)
    # `1999–00` ends in the next century; `2005 3` or `1990 12` is no range.
    end += 100 if end < start and int(written) < 20 and start % 100 > 80 else 0
    return str(end) if end > start else value
