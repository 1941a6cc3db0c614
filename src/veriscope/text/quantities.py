"""Amounts and years in a text by value: `1,470 m`, `twelve people`, `1.2 million`, `−65 °C`, `the 13th century`."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from veriscope.text.word_lists import load_headings, load_words

YEAR = "YEAR"
_ORDINAL = re.compile(r"th$|first|second|third|once|twice|thrice|dozen", re.IGNORECASE)
_HEADINGS = load_headings("numbers.txt")
_MONTHS = load_headings("months.txt")
_SPELLED = {word: int(value) for word, value in _HEADINGS.items() if value[0] != "x" and not _ORDINAL.search(word)} | {
    "dozen": 12
}
_MAGNITUDES = {"dozen": 12.0, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
# The units of each dimension, and what one of them is in the dimension's first unit.
_MEASURES: dict[str, dict[str, float]] = {
    "LENGTH": {"m metre meter": 1, "mm millimetre millimeter": 1e-3, "cm centimetre centimeter": 1e-2,
               "km kilometre kilometer": 1e3, "mi mile": 1609.344, "ft foot feet": 0.3048, "yd yard": 0.9144},
    "AREA": {"m²": 1, "km²": 1e6, "ha hectare": 1e4, "acre": 4046.86},
    "MASS": {"kg kilogram": 1, "g gram": 1e-3, "t tonne ton": 1e3, "lb": 0.4536},
    "TIME": {"day": 1, "second": 1 / 86400, "minute min": 1 / 1440, "hour h": 1 / 24, "week": 7, "month": 30.4,
             "year": 365.25, "decade": 3652.5},
    "TEMPERATURE": {"°c": 1},
    "FAHRENHEIT": {"°f": 1},
    "DENSITY": {"g/cm³": 1, "kg/m³": 1e-3},
    "SPEED": {"km/h": 1, "m/s": 3.6, "mph": 1.609344},
    "SHARE": {"% percent": 1},
    "VOLUME": {"km³": 1, "l litre liter": 1e-12},
    "MONEY$": {"dollar usd": 1},
    "MONEY€": {"euro eur": 1},
    "MONEY£": {"gbp": 1},
}  # fmt: skip
_UNITS = {
    name: (dimension, factor)
    for dimension, units in _MEASURES.items()
    for names, factor in units.items()
    for name in names.split()
}
_WORDS = "|".join(sorted(_SPELLED, key=len, reverse=True))
# Number words are matched as ASCII: without that a long s or a dotless i would count as their letter.
_QUANTITY = re.compile(
    rf"(?P<money>[$€£]\s?)?(?:(?<![\w.,:−-])(?P<sign>[−-])(?=\d)|(?<![\w.,:])(?<![A-Za-z]-))"
    rf"(?:(?P<digits>\d{{1,3}}(?:,\d{{3}})+|\d+)(?P<fraction>\.\d+)?|(?P<word>(?ai:(?:{_WORDS})(?:-(?:{_WORDS}))?)))"
    rf"(?![\w:]|,\d|\.\d)(?:[\s-](?P<magnitude>(?ai:{'|'.join(_MAGNITUDES)}))\b)?"
    rf"(?:[\s-]?(?P<unit>°[CF]|%|k?g/c?m³|km/h|m/s|(?!(?:{_WORDS})\b)[a-zA-Z]+[²³]?))?",
    re.IGNORECASE,
)
_IN_DATE = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\.?\s$", re.IGNORECASE)
# No name of a month with what stands around it is as long.
_MONTH_LENGTH = 16
_PERIOD = re.compile(
    r"\b(?P<century>\d{1,2})(?:st|nd|rd|th)[\s-]centur(?:y|ies)\b(?! B\.?C)|\b(?P<decade>[12]\d{2}0)'?s\b(?! B\.?C)",
    re.IGNORECASE,
)
_BEFORE_CHRIST = frozenset({"bc", "bce"})
_DATED = re.compile(r"\b(?:in|since|before|after|until|by|from|of|the|an?|year)\s$", re.IGNORECASE)
_YEARS = re.compile(r"(?<!\d)[12]\d{3}\s?[–—-]\s?(?:[12]\d{3}|\d\d)(?!\d)")
_PIECE_BEFORE = re.compile(r"\d\s?[–—-]\s?$|[×^]\s?$|\b(?:hundred|thousand|million|billion) and $", re.IGNORECASE)
# Thousands may be set apart by a space: "1 280 m".
_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u2009]\d{3})+(?![\d.,]*\d)")
_PIECE_AFTER = re.compile(
    rf"\s?[–—-]\s?\d|\s?[×^]|"
    rf"(?:\s(?:hundred|thousand|million|billion))? and (?:{_WORDS})\b|"
    r"\s(?:and|to|or)\s[\d.,]+\s(?:hundred|thousand|million|billion|trillion)\b",
    re.IGNORECASE,
)


class Quantity(NamedTuple):
    """A value in the first unit of its dimension; `unit` is a dimension, `YEAR`, or the word that is counted.

    Dimensions are written in capitals, so that no word that is counted is one. `factor` is what one of the unit that
    was written is in the dimension's first.
    """

    value: float
    unit: str
    written: str
    start: int
    factor: float = 1.0

    @property
    def is_measured(self) -> bool:
        """Whether the unit is one of measurement, not a counted word."""
        return self.unit in _MEASURES


class Period(NamedTuple):
    """A century or a decade: its first and last year."""

    first: int
    last: int
    written: str


@lru_cache(maxsize=1 << 14)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The amounts and years of a text in order; ordinals, days of dates, centuries and decades are none."""
    return tuple(_quantities(text))


def periods(text: str) -> list[Period]:
    """The centuries and decades that a text names."""
    return [_period(match) for match in _PERIOD.finditer(text)]


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether one may be more or less than the other: both years, one dimension, or things counted alike."""
    if YEAR in {one.unit, other.unit}:
        return one.unit == other.unit
    if one.is_measured or other.is_measured:
        return one.unit == other.unit
    return _singular(one.unit) == _singular(other.unit) or not (one.unit and other.unit)


def _quantities(text: str) -> Iterator[Quantity]:
    for match in _QUANTITY.finditer(text):
        value = _value(match)
        word = (match["unit"] or "").lower()
        known = _UNITS.get(word) or _UNITS.get(_singular(word))
        written = " ".join(match[0].split())
        if _is_piece(text, match):
            continue
        if word in _BEFORE_CHRIST:
            yield Quantity(-value, YEAR, written, match.start())
        elif match["money"]:
            yield Quantity(value, f"MONEY{match['money'][0]}", _without_unit(written, match), match.start())
        elif known:
            yield Quantity(value * known[1], known[0], written, match.start(), known[1])
        elif _is_year(text, match):
            yield Quantity(value, YEAR, match["digits"], match.start())
        elif word in _MONTHS or _IN_DATE.search(text[max(0, match.start() - _MONTH_LENGTH) : match.start()]):
            # The day of a date is no amount.
            continue
        else:
            counted = "" if word in _NOT_COUNTED else word
            yield Quantity(value, counted, _without_unit(written, match), match.start())


# What may stand behind a number and is not what is counted.
_NOT_COUNTED = load_words("stop_words.txt") | {"known", "other", "people", "times", "different", "total", "official"}


def _without_unit(written: str, match: re.Match[str]) -> str:
    unit = match["unit"]
    return written[: len(written) - len(unit)].rstrip(" -") if unit else written


def _value(match: re.Match[str]) -> float:
    if match["word"]:
        value = float(sum(_SPELLED[part] for part in match["word"].lower().split("-")))
    else:
        value = float(match["digits"].replace(",", "") + (match["fraction"] or ""))
    value *= _MAGNITUDES[match["magnitude"].lower()] if match["magnitude"] else 1
    return -value if match["sign"] else value


def _is_year(text: str, match: re.Match[str]) -> bool:
    """Whether four digits are a year: "in 2000", "the 1998 film"; not "2000 inhabitants"."""
    digits, word = match["digits"] or "", match["unit"] or ""
    is_plain = not (match["fraction"] or match["magnitude"] or match["sign"])
    if not is_plain or len(digits) != 4 or not "1000" <= digits <= "2100":
        return False
    is_counted = word.islower() and word not in _NOT_COUNTED and word not in _MONTHS
    return not is_counted or _DATED.search(text[max(0, match.start() - _MONTH_LENGTH) : match.start()]) is not None


def _is_in(pattern: re.Pattern[str], text: str, match: re.Match[str]) -> bool:
    start = max(0, match.start() - _MONTH_LENGTH)
    place = match.start("digits") - start
    return any(one.start() <= place < one.end() for one in pattern.finditer(text[start : match.end() + _MONTH_LENGTH]))


def _is_piece(text: str, match: re.Match[str]) -> bool:
    """Whether it is a piece of an amount that is not read: of a range, a score, a power of ten, a sum of words."""
    end = match.end("word") if match["word"] else max(match.end("digits"), match.end("fraction"))
    before, after = text[max(0, match.start() - _MONTH_LENGTH) : match.start()], text[end : end + 40]
    digits = match["digits"] or ""
    if digits.isdecimal() and len(digits) <= 3 and _is_in(_GROUPS, text, match):
        return True
    if len(digits) == 4 and _YEARS.search(before + digits + after):
        return False
    return _PIECE_BEFORE.search(before) is not None or _PIECE_AFTER.match(after) is not None


def _period(match: re.Match[str]) -> Period:
    if match["century"]:
        last = int(match["century"]) * 100
        return Period(last - 99, last, match[0])
    first = int(match["decade"])
    return Period(first, first + 9, match[0])


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and len(word) > 3 else word
