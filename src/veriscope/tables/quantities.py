"""Amounts and years in a text by value: `1,470 m`, `twelve people`, `1.2 million`, `−65 °C`."""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from veriscope.tables.units import DIMENSIONS, singular, unit_named
from veriscope.text import (
    CARDINALS,
    MAGNITUDES,
    MONTH_NAMES,
    WHOLE,
    YEAR_DIGITS,
    digits_value,
    load_alternatives,
    load_words,
)

YEAR = "YEAR"
_MAGNITUDES = {"dozen": 12, **MAGNITUDES}
_MAGNITUDE = "|".join(MAGNITUDES)
_WORDS = "|".join(sorted(CARDINALS, key=len, reverse=True))
# Number words match only as ASCII; otherwise a long s or a dotless i would count as their letter.
_QUANTITY = re.compile(
    rf"(?P<money>[$€£]\s?)?(?:(?<![\w.,:−-])(?P<sign>[−-])(?=\d)|(?<![\w.,:])(?<![A-Za-z]-))"
    rf"(?:(?P<digits>{WHOLE})(?P<fraction>\.\d+)?|(?P<word>(?ai:(?:{_WORDS})(?:-(?:{_WORDS}))?)))"
    rf"(?![\w:]|,\d|\.\d)(?:[\s-](?P<magnitude>(?ai:{'|'.join(_MAGNITUDES)}))\b)?"
    rf"(?:[\s-]?(?P<unit>°[CF]|%|k?g/c?m³|km/h|m/s|(?!(?:{_WORDS})\b)[a-zA-Z]+[²³]?))?",
    re.IGNORECASE,
)
_IN_DATE = re.compile(rf"\b(?:{'|'.join(MONTH_NAMES)})\.?\s$", re.IGNORECASE)
# Longer than any month name with the characters around it.
_MONTH_LENGTH = 16
_BEFORE_CHRIST = frozenset({"bc", "bce"})
_BEFORE_YEAR = load_alternatives(files("veriscope.tables") / "data" / "cells.toml", "years")["before"]
_DATED = re.compile(rf"\b(?:{_BEFORE_YEAR})\s$", re.IGNORECASE)
_YEARS = re.compile(rf"(?<!\d){YEAR_DIGITS}\s?[–—-]\s?(?:{YEAR_DIGITS}|\d\d)(?!\d)")
_PIECE_BEFORE = re.compile(rf"\d\s?[–—-]\s?$|[×^]\s?$|\b(?:{_MAGNITUDE}) and $", re.IGNORECASE)
# A space may separate thousands: "1 280 m".
_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u2009]\d{3})+(?![\d.,]*\d)")
_PIECE_AFTER = re.compile(
    rf"\s?[–—-]\s?\d|\s?[×^]|"
    rf"(?:\s(?:{_MAGNITUDE}))? and (?:{_WORDS})\b|"
    rf"\s(?:and|to|or)\s[\d.,]+\s(?:{_MAGNITUDE})\b",
    re.IGNORECASE,
)


class Quantity(NamedTuple):
    """A value in the first unit of its dimension; `unit` is a dimension, `YEAR`, or the word that is counted.

    Dimensions are in capitals, so that no counted word is taken for one. `factor` is the size of the written unit in
    the dimension's first unit.
    """

    value: float
    unit: str
    written: str
    start: int
    factor: float = 1.0

    @property
    def is_measured(self) -> bool:
        """Whether the unit is a unit of measurement, not a counted word."""
        return self.unit in DIMENSIONS


@lru_cache(maxsize=1 << 14)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The amounts and years of a text in order, without ordinals, days of dates, centuries and decades."""
    return tuple(_quantities(text))


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether the two can be compared: both are years, or have one dimension, or count the same thing."""
    if YEAR in {one.unit, other.unit}:
        return one.unit == other.unit
    if one.is_measured or other.is_measured:
        return one.unit == other.unit
    return singular(one.unit) == singular(other.unit) or not (one.unit and other.unit)


def _quantities(text: str) -> Iterator[Quantity]:
    for match in _QUANTITY.finditer(text):
        value = _value(match)
        word = (match["unit"] or "").lower()
        known = unit_named(word)
        written = " ".join(match[0].split())
        if _is_piece(text, match):
            continue
        if word in _BEFORE_CHRIST:
            yield Quantity(-value, YEAR, written, match.start())
        elif match["money"]:
            yield Quantity(value, f"MONEY{match['money'][0]}", _without_unit(written, match), match.start())
        elif known:
            yield Quantity(value * known.factor, known.dimension, written, match.start(), known.factor)
        elif _is_year(text, match):
            yield Quantity(value, YEAR, match["digits"], match.start())
        elif word in MONTH_NAMES or _IN_DATE.search(text[max(0, match.start() - _MONTH_LENGTH) : match.start()]):
            # The day of a date is not an amount.
            continue
        else:
            counted = "" if word in _NOT_COUNTED else word
            yield Quantity(value, counted, _without_unit(written, match), match.start())


# Words that may follow a number without being what it counts.
_NOT_COUNTED = load_words("stop_words.txt") | {"known", "other", "people", "times", "different", "total", "official"}


def _without_unit(written: str, match: re.Match[str]) -> str:
    unit = match["unit"]
    return written[: len(written) - len(unit)].rstrip(" -") if unit else written


def _value(match: re.Match[str]) -> float:
    if match["word"]:
        value = float(sum(CARDINALS[part] for part in match["word"].lower().split("-")))
    else:
        value = digits_value(match["digits"] + (match["fraction"] or ""))
    value *= _MAGNITUDES[match["magnitude"].lower()] if match["magnitude"] else 1
    return -value if match["sign"] else value


def _is_year(text: str, match: re.Match[str]) -> bool:
    """Whether four digits are a year: "in 2000", "the 1998 film"; not "2000 inhabitants"."""
    digits, word = match["digits"] or "", match["unit"] or ""
    is_plain = not (match["fraction"] or match["magnitude"] or match["sign"])
    if not is_plain or len(digits) != 4 or not "1000" <= digits <= "2100":
        return False
    is_counted = word.islower() and word not in _NOT_COUNTED and word not in MONTH_NAMES
    return not is_counted or _DATED.search(text[max(0, match.start() - _MONTH_LENGTH) : match.start()]) is not None


def _is_in(pattern: re.Pattern[str], text: str, match: re.Match[str]) -> bool:
    start = max(0, match.start() - _MONTH_LENGTH)
    place = match.start("digits") - start
    return any(one.start() <= place < one.end() for one in pattern.finditer(text[start : match.end() + _MONTH_LENGTH]))


def _is_piece(text: str, match: re.Match[str]) -> bool:
    """Whether it is part of an amount that is not read: of a range, a score, a power of ten, or a sum in words."""
    end = match.end("word") if match["word"] else max(match.end("digits"), match.end("fraction"))
    before, after = text[max(0, match.start() - _MONTH_LENGTH) : match.start()], text[end : end + 40]
    digits = match["digits"] or ""
    if digits.isdecimal() and len(digits) <= 3 and _is_in(_GROUPS, text, match):
        return True
    if len(digits) == 4 and _YEARS.search(before + digits + after):
        return False
    return _PIECE_BEFORE.search(before) is not None or _PIECE_AFTER.match(after) is not None
