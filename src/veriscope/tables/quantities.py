"""Amounts and years in a text by value: `1,470 m`, `twelve people`, `£1.2m`, `6 ft 2 in`, `two and a half years`."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

from veriscope.tables.fraction_words import fractions
from veriscope.tables.number_words import (
    AND_A_PART,
    MAGNITUDE_WORDS,
    PARTS,
    SPELLED,
    SPELLED_WORDS,
    spelled_value,
)
from veriscope.tables.quantity import YEAR, Quantity
from veriscope.tables.units import ATTACHED_UNITS, SPELLED_UNITS, UNIT_WORDS, Unit, unit_in_prose
from veriscope.text import MAGNITUDES, MONTH_NAMES, WHOLE, YEAR_DIGITS, digits_value, load_alternatives, load_words

_CELLS = files("veriscope.tables") / "data" / "cells.toml"
_MAGNITUDES = {"dozen": 12, **MAGNITUDES}
_SHORT = {"k": 1e3, "m": 1e6, "mn": 1e6, "b": 1e9, "bn": 1e9, "tn": 1e12}
_COUNTRY = load_alternatives(_CELLS, "amounts")["country"]
# The letter behind inches marks them only if feet come before: a quotation mark is written alike.
_INCHES = r"(?:(?<=['′]\d)|(?<=['′]\d\d)|(?<=['′]\s\d)|(?<=['′]\s\d\d))(?:[\"″]|'')"
_UNIT = (
    rf"{SPELLED_UNITS}|°[CF]|%|['′](?=\s?\d{{1,2}}\s?(?:[\"″]|''))|{_INCHES}|k?g/c?m³|km/h|m/s"
    rf"|(?!(?:{SPELLED_WORDS})\b)[a-zA-Z]+[²³]?"
)
# "Half an hour", "a quarter of a million", "an hour": what follows is measured or counted in one unit.
_PART_OF = rf"(?:half|(?:a|three)\squarters?(?:\sof)?)\san?(?=\s(?:{MAGNITUDE_WORDS}|dozen|{UNIT_WORDS})\b)"
_ONE = rf"an?(?=\s(?:{UNIT_WORDS})\b)"
# Number words match only as ASCII; otherwise a long s or a dotless i would count as their letter.
_QUANTITY = re.compile(
    rf"(?P<money>(?:(?<!\w)(?:{_COUNTRY}))?[$€£¥₩₹₱]\s?)?(?:(?<![\w.,:−-])(?P<sign>[−-])(?=\d)|(?<![\w.,:+])(?<![A-Za-z]-))"
    rf"(?:(?P<digits>{WHOLE})(?P<fraction>\.\d+|[½¼¾])?"
    rf"(?:(?(money)\s?(?P<money_short>bn|mn|tn|m|b|k)|(?P<short>\s?(?:bn|mn|tn)|(?-i:k)))(?!\w)"
    rf"|(?![\w:]|,\d|\.\d)|(?=(?-i:{ATTACHED_UNITS})(?!\w)))"
    rf"|(?P<word>(?ai:{_PART_OF}|{SPELLED}|{_ONE}))(?![\w:]|,\d|\.\d))"
    rf"(?:[\s-](?P<magnitude>(?ai:{'|'.join(_MAGNITUDES)}))\b)?"
    rf"(?:[\s-]?(?P<unit>{_UNIT}))?",
    re.IGNORECASE,
)
_IN_DATE = re.compile(rf"\b(?:{'|'.join(MONTH_NAMES)})\.?\s$", re.IGNORECASE)
# Longer than any month name with the characters around it.
_MONTH_LENGTH = 16
_BEFORE_CHRIST = frozenset({"bc", "bce"})
_BEFORE = load_alternatives(_CELLS, "before")
_DATED = re.compile(rf"\b(?:{_BEFORE['year']})\s$", re.IGNORECASE)
_NUMBERED = re.compile(rf"\b(?:{_BEFORE['code']})\.?:?\s$", re.IGNORECASE)
_MAY_BE_ONE = re.compile(rf"\b(?:{_BEFORE['one_unit']})\s$", re.IGNORECASE)
_AGED = re.compile(rf"\b(?:{_BEFORE['age']})\s$", re.IGNORECASE)
_AT = re.compile(rf"\b(?:{_BEFORE['time_of_day']})\s$", re.IGNORECASE)
_HOUR_AND_MINUTE = re.compile(r"\d{1,2}\.[0-5]\d")
_OF_THE_CLOCK = re.compile(r"\s?(?:[ap]\.?\s?m\b|o['’]clock)", re.IGNORECASE)
_CODE = re.compile(r"0\d+")
_TELEPHONE = re.compile(r"(?<![\w.,])[+0]\d+(?:[\s/-]\(?\d{2,}\)?)+")
_YEARS = re.compile(rf"(?<!\d){YEAR_DIGITS}\s?[–—-]\s?(?:{YEAR_DIGITS}|\d\d)(?!\d)")
_PIECE_BEFORE = re.compile(rf"\d\s?[–—-]\s?$|[×^]\s?$|\b(?:{MAGNITUDE_WORDS}) and $", re.IGNORECASE)
# A space may separate thousands: "1 280 m".
_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u2009]\d{3})+(?![\d.,]*\d)")
_PIECE_AFTER = re.compile(
    rf"\s?[–—-]\s?\d|\s?[×^]|(?:\s(?:{MAGNITUDE_WORDS})) and (?:{SPELLED_WORDS})\b|"
    rf"\s(?:and|to|or)\s[\d.,]+\s(?:{MAGNITUDE_WORDS})\b",
    re.IGNORECASE,
)
_AND_A_PART = re.compile(AND_A_PART, re.IGNORECASE)
_JOINED = re.compile(r",?\s?(?:and\s)?")
_BARE_INCHES = re.compile(r"\s(?:in\b(?=\s(?:tall|high|long|wide)\b|\s?[^\sa-z]|$)|(?=(?:tall|high)\b))", re.IGNORECASE)
_FOOT, _INCH = 0.3048, 0.0254


@lru_cache(maxsize=1 << 14)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The amounts and years of a text in order, without ordinals, days of dates, centuries and decades.

    Numbers that name something are left out: codes, versions, telephone numbers, times of the day.
    """
    parts = list(fractions(text))
    whole = [
        one for one in _quantities(text) if not any(part.start < one.end and one.start < part.end for part in parts)
    ]
    return tuple(_merged(text, sorted([*whole, *parts], key=lambda one: one.start)))


def _quantities(text: str) -> Iterator[Quantity]:
    for match in _QUANTITY.finditer(text):
        if not (_is_piece(text, match) or _is_name(text, match) or _is_only_an_article(text, match)):
            yield from _quantity(text, match)


def _quantity(text: str, match: re.Match[str]) -> Iterator[Quantity]:
    """The quantity that was matched; none if it is the day of a date."""
    (value, step), word = _value(match), (match["unit"] or "").lower()
    written = " ".join(match[0].split())
    known = unit_in_prose(word)
    before = text[max(0, match.start() - _MONTH_LENGTH) : match.start()]
    if word in _BEFORE_CHRIST:
        yield Quantity(-value, YEAR, written, match.start())
    elif match["money"]:
        yield Quantity(value, _currency(match["money"]), _without_unit(written, match), match.start(), step=step)
    elif known:
        yield _in(known, value, step, match, written)
    elif _is_year(text, match):
        yield Quantity(value, YEAR, match["digits"], match.start())
    elif _AGED.search(before) and word in {"", *_NOT_COUNTED}:
        yield _in(_A_YEAR, value, step, match, _without_unit(written, match))
    elif word not in MONTH_NAMES and not _IN_DATE.search(before):
        counted = "" if word in _NOT_COUNTED else word
        yield Quantity(value, counted, _without_unit(written, match), match.start(), step=step)


# Words that may follow a number without being what it counts.
_NOT_COUNTED = load_words("stop_words.txt") | {"known", "other", "people", "times", "different", "total", "official"}
_A_YEAR = unit_in_prose("year") or Unit("TIME", 1.0)


def _in(unit: Unit, value: float, step: float, match: re.Match[str], written: str) -> Quantity:
    return Quantity(value * unit.factor, unit.dimension, written, match.start(), unit.factor, step * unit.factor)


def _currency(sign: str) -> str:
    """The currency as it is named: `A$` is no `$`."""
    country = sign.strip()[:-1].lower().replace(".", "")
    return f"MONEY{'' if country == 'us' else country.upper()}{sign.strip()[-1]}"


def _without_unit(written: str, match: re.Match[str]) -> str:
    unit = match["unit"]
    return written[: len(written) - len(unit)].rstrip(" -") if unit else written


def _value(match: re.Match[str]) -> tuple[float, float]:
    """The value without its unit, and the magnitude it is counted in."""
    if match["word"]:
        value, step = spelled_value(match["word"])
    else:
        part = match["fraction"] or ""
        value, step = digits_value(match["digits"] + (part if part[:1] == "." else "")) + PARTS.get(part, 0.0), 1.0
    magnitude = float(_MAGNITUDES[match["magnitude"].lower()]) if match["magnitude"] else 1.0
    magnitude *= _SHORT[short.strip().lower()] if (short := match["money_short"] or match["short"]) else 1.0
    value *= magnitude
    return (-value if match["sign"] else value), step * magnitude


def _merged(text: str, found: Sequence[Quantity]) -> Iterator[Quantity]:
    """The quantities, each with what it is continued by: `3 hours 40 minutes`, `6 ft 2 in`, `a year and a half`."""
    current: Quantity | None = None
    for one in found:
        joined = _continued(text, current, one) if current else None
        if current and not joined:
            yield _with_part(text, current)
        current = joined or one
    if current:
        yield _with_part(text, current)


def _continued(text: str, one: Quantity, more: Quantity) -> Quantity | None:
    """The sum of a quantity and a smaller one of its dimension right behind it; None if they are two."""
    if not one.is_measured or one.value < 0 or not _JOINED.fullmatch(text, one.end, more.start):
        return None
    if one.factor == _FOOT and not more.unit and (inches := _BARE_INCHES.match(text, more.end)):
        more = Quantity(more.value * _INCH, one.unit, text[more.start : inches.end()], more.start, _INCH)
    is_part = one.unit == more.unit and more.factor < one.factor and 0 <= more.value < one.factor
    is_apart = text[: one.start].lower().rstrip().endswith(("between", "from"))
    if not is_part or is_apart:
        return None
    return one._replace(value=one.value + more.value, written=text[one.start : more.end].rstrip(), step=more.step)


def _with_part(text: str, one: Quantity) -> Quantity:
    """The quantity with the half behind its unit: `a year and a half`."""
    match = _AND_A_PART.match(text, one.end) if one.is_measured else None
    if match is None:
        return one
    part = PARTS[match[0].split()[-1].lower()] * one.factor
    return one._replace(value=one.value + part, written=one.written + match[0])


def _is_only_an_article(text: str, match: re.Match[str]) -> bool:
    """Whether "a" says nothing of an amount: "a year" does behind "more than", not behind "in"."""
    if not match["word"] or match["word"].lower() not in {"a", "an"} or match["magnitude"]:
        return False
    before = text[max(0, match.start() - _MONTH_LENGTH) : match.start()]
    return not (_MAY_BE_ONE.search(before) or _AND_A_PART.match(text, match.end()))


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Whether the number names something: a code, a version, a page, a telephone, a time of the day."""
    digits, before = match["digits"] or "", text[max(0, match.start() - _MONTH_LENGTH) : match.start()]
    end = match.end("word") if match["word"] else max(match.end("digits"), match.end("fraction"))
    if _OF_THE_CLOCK.match(text, end) or (_NUMBERED.search(before) and not match["money"]):
        return True
    is_bare = not (match["money"] or match["magnitude"] or unit_in_prose(match["unit"] or ""))
    if digits and is_bare and _HOUR_AND_MINUTE.fullmatch(digits + (match["fraction"] or "")) and _AT.search(before):
        return True
    place = match.start("digits") - max(0, match.start() - 2 * _MONTH_LENGTH)
    around = text[max(0, match.start() - 2 * _MONTH_LENGTH) : match.end() + 2 * _MONTH_LENGTH]
    is_called = any(one.start() <= place < one.end() for one in _TELEPHONE.finditer(around)) if digits else False
    return is_called or _CODE.fullmatch(digits) is not None


def _is_year(text: str, match: re.Match[str]) -> bool:
    """Whether four digits are a year: "in 2000", "the 1998 film"; not "2000 inhabitants"."""
    digits, word = match["digits"] or "", match["unit"] or ""
    is_plain = not (match["fraction"] or match["magnitude"] or match["sign"] or match["short"])
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
