"""Dates by value: `3rd of May 2001`, `May 3, 2001` and `2001-05-03` all become the ISO 8601 form."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from veriscope.text.numbers import number
from veriscope.text.terms import stem
from veriscope.text.word_lists import load_headings

MONTH_NAMES = {word: int(number) for word, number in load_headings("months.txt").items()}
MONTHS = {stem(word): number for word, number in MONTH_NAMES.items()}
YEAR_DIGITS = r"[12]\d{3}"
# A season or a range of years, for patterns: `1990-94`, `1990/91`, `1990–2004`; `season_years` reads it.
SEASON = rf"({YEAR_DIGITS})\s?[-–—/]\s?({YEAR_DIGITS}|\d\d)"
_YEAR = re.compile(YEAR_DIGITS, re.ASCII)
_PADDED = re.compile(r"[01]\d", re.ASCII)


class Date(NamedTuple):
    """A date; unknown parts are 0."""

    year: int
    month: int
    day: int

    def writings(self) -> list[str]:
        """The whole date first, then the coarser or partial dates it implies: `2001-05`, `--05-03`, `2001`."""
        written = []
        if self.year and self.month and self.day:
            written.append(f"{self.year:04}-{self.month:02}-{self.day:02}")
        if self.month and self.day:
            written.append(f"--{self.month:02}-{self.day:02}")
        if self.year and self.month:
            written.append(f"{self.year:04}-{self.month:02}")
        if self.year:
            written.append(str(self.year))
        return written


def season_years(first: str, last: str) -> tuple[int, int] | None:
    """The years of a season or a range, whose last year may lack its century: 1990 and 1994 for `1990-94`.

    None if the last year comes before the first.
    """
    start, end = int(first), int(last)
    if len(last) == 2:
        end += start - start % 100
        end += 100 if end < start else 0
    return (start, end) if start <= end else None


def date_at(terms: Sequence[str], start: int) -> tuple[Date | None, int]:
    """The date that begins at a term, and how many terms it takes."""
    first = terms[start]
    if first in MONTHS:
        return _month_first(terms, start)
    if not "0" <= first[:1] <= "9":
        return None, 0
    if _YEAR.fullmatch(first):
        return _iso(terms, start)
    return _day_first(terms, start)


def _month_first(terms: Sequence[str], start: int) -> tuple[Date | None, int]:
    """`May 3, 2001`, `May 3rd`, `May 2001`; the month alone may be the verb."""
    month = MONTHS[terms[start]]
    after = terms[start + 1 : start + 3]
    if after and _YEAR.fullmatch(after[0]):
        return Date(int(after[0]), month, 0), 2
    day = _day(after[0]) if after else 0
    if not day:
        return None, 0
    if len(after) > 1 and _YEAR.fullmatch(after[1]):
        return Date(int(after[1]), month, day), 3
    return Date(0, month, day), 2


def _day_first(terms: Sequence[str], start: int) -> tuple[Date | None, int]:
    """`3 May 2001`, `3rd of May`."""
    day = _day(terms[start])
    at = start + (2 if terms[start + 1 : start + 2] == ["of"] else 1)
    if not day or at >= len(terms) or terms[at] not in MONTHS:
        return None, 0
    month = MONTHS[terms[at]]
    if at + 1 < len(terms) and _YEAR.fullmatch(terms[at + 1]):
        return Date(int(terms[at + 1]), month, day), at + 2 - start
    return Date(0, month, day), at + 1 - start


def _iso(terms: Sequence[str], start: int) -> tuple[Date | None, int]:
    """`2001-05-03` after its marks are gone: two padded numbers after a year."""
    after = terms[start + 1 : start + 3]
    if len(after) == 2 and _PADDED.fullmatch(after[0]) and 1 <= int(after[0]) <= 12 and len(after[1]) == 2:
        day = _day(after[1])
        if day:
            return Date(int(terms[start]), int(after[0]), day), 3
    return None, 0


def _day(term: str) -> int:
    value = number(term)
    return int(value) if value and len(value) < 3 and value.isdigit() and 1 <= int(value) <= 31 else 0
