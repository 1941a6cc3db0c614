"""Numbers as cells hold them: signs, thousands, units, percentages, currencies, ranks, durations."""

import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

from veriscope.tables.quantities import quantities
from veriscope.tables.quantity import YEAR, Quantity
from veriscope.tables.units import CELL_UNITS, Unit, unit_named, unit_sign
from veriscope.text import digits_value, load_alternatives

TIME = "TIME"
_WORDS = load_alternatives(files("veriscope.tables") / "data" / "cells.toml", "amounts")
_MINUTE = 1 / 1440
# Larger numbers are written with a power of ten, since not all their digits are known.
_MAX_PLAIN = 1e15
_MAX_CLOCK = 1e6
_PLAIN = re.compile(r"([+-]?)\s?(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?: \d{3})+|\d+)?(\.\d+)?", re.ASCII)
_RANK = re.compile(
    rf"(?:t\s?-?\s?|=\s?|no\s?\.?\s?|#\s?)?(\d{{1,4}})(?:st|nd|rd|th)?(?:\s?=|\s?t)?(?:\s(?:{_WORDS['after_rank']}))?",
    re.ASCII | re.IGNORECASE,
)
# "5:03", "1:02.345", "1:02:03", and "1:17.38.2", where a point comes before the seconds.
_CLOCK = re.compile(
    r"\+?\s?(?:(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d(?:\.\d+)?)|(\d{1,3}):(\d\d)\.([0-5]\d\.\d+))"
    rf"(?:\s(?:{_WORDS['after_time']}))?",
    re.ASCII,
)
_FEET = re.compile(r"(\d)\s?(?:'|′|ft\.?|feet)\s?(\d{1,2}(?:\.\d+)?)\s?(?:\"|''|″|in\.?|inches)?", re.ASCII)
_SUM = re.compile(r"[+-]?\d+(?:\s[+-]\s\d+)+\s=\s([+-]?\s?\d+)", re.ASCII)
_NOTE = re.compile(r"\s*\([^()]*\)$")
_ABOUT = re.compile(rf"(?:{_WORDS['about']})\s*", re.IGNORECASE)
_MONEY = re.compile(rf"({_WORDS['country']})?\s?([$€£¥₩₹])\s?(?=[\d.])", re.IGNORECASE)
_WITH_UNIT = re.compile(rf"(.*\d)\s?({'|'.join(CELL_UNITS)})\.?", re.IGNORECASE)
_HEADER_UNIT = re.compile(r"(?:\(\s?(?:in\s)?([^()\s]{1,12})\s?\)|(%))\s*$")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)


class Amount(NamedTuple):
    """A number in the first unit of its dimension; `factor` is the size of the written unit in that first unit.

    `unit` is a dimension in capitals, the word that is counted, or empty. A factor of 0 says that the column holds
    several units, so that a plain number cannot be in one of them.
    """

    value: float
    unit: str = ""
    factor: float = 1.0


def level(one: Amount, two: Amount) -> tuple[float, float] | None:
    """Two numbers in one unit; None if they measure or count different things.

    A plain number is assumed to be in the unit of the other.
    """
    if one.unit == two.unit:
        return one.value, two.value
    if not one.unit:
        return (one.value * two.factor, two.value) if two.factor else None
    if not two.unit:
        return (one.value, two.value * one.factor) if one.factor else None
    is_counted = not (one.unit.isupper() or two.unit.isupper())
    return (one.value, two.value) if is_counted and one.unit.rstrip("s") == two.unit.rstrip("s") else None


def in_one_unit(amounts: Sequence[Amount | None], header: str) -> list[Amount | None]:
    """The amounts of a column; plain ones get the only unit of the other cells, or the unit in the header."""
    measured = {(amount.unit, amount.factor) for amount in amounts if amount is not None and amount.unit.isupper()}
    if not measured:
        named = _named_unit(header)
        measured = {named} if named else set()
    if len(measured) != 1:
        return [amount._replace(factor=0.0) if amount and amount.unit.isupper() else amount for amount in amounts]
    unit, factor = next(iter(measured))
    return [Amount(amount.value * factor, unit, factor) if amount and not amount.unit else amount for amount in amounts]


def feet_and_inches(feet: float, inches: float) -> Amount:
    """A length in feet and inches."""
    return Amount(feet * 0.3048 + inches * 0.0254, "LENGTH", 0.3048)


def format_number(number: float) -> str:
    """A number as people write it: whole if it is whole, else with two decimals, or with more if it is small."""
    if abs(number) < _MAX_PLAIN and number == int(number):
        return f"{int(number):,}"
    return f"{number:,.2f}".rstrip("0").rstrip(".") if 0.1 <= abs(number) < _MAX_PLAIN else f"{number:.3g}"


def format_amount(number: float, unit: str, factor: float) -> str:
    """A number with a unit as people write it: `12.5%`, `$5`, `3:43` for minutes, `25.43 hours`."""
    if unit.startswith("MONEY"):
        return f"{unit.removeprefix('MONEY')}{format_number(number)}"
    if (unit, factor) == (TIME, _MINUTE) and abs(number) < _MAX_CLOCK:
        seconds = round(abs(number) * 60, 2)
        return f"{'-' if number < 0 else ''}{int(seconds // 60)}:{_two_digits(seconds % 60)}"
    return f"{format_number(number)}{unit_sign(unit, factor)}"


def _two_digits(seconds: float) -> str:
    return f"0{format_number(seconds)}" if seconds < 10 else format_number(seconds)


def _named_unit(header: str) -> Unit | None:
    """The unit that a header names: `height (m)`, `share %`."""
    match = _HEADER_UNIT.search(header)
    name = (match[1] or match[2]).lower() if match else ""
    return CELL_UNITS.get(name) or unit_named(name)


def read_amount(text: str) -> Amount | None:
    """The number that the whole text states, with its unit; None if the text states more than one number, or none."""
    bare = _ABOUT.sub("", text, count=1) if _ABOUT.match(text) else text
    found = _plain(bare) or _special(bare) or _read_measured(bare)
    if found is None and bare.endswith(")"):
        # "1,234 (2010)": the text in brackets is a remark.
        rest = _NOTE.sub("", bare)
        found = read_amount(rest) if rest and rest != bare else None
    return found if found is not None and isfinite(found.value) else None


def _plain(text: str) -> Amount | None:
    match = _PLAIN.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        return None
    value = digits_value((match[2] or "") + (match[3] or ""))
    return Amount(-value if match[1] == "-" else value)


def _special(text: str) -> Amount | None:
    if match := _RANK.fullmatch(text):
        return Amount(float(match[1]))
    if ":" in text and (match := _CLOCK.fullmatch(text)):
        hours, minutes, seconds = match.groups()[:3] if match[2] else match.groups()[3:]
        return Amount((int(hours or 0) * 60 + int(minutes) + float(seconds) / 60) * _MINUTE, TIME, _MINUTE)
    if match := _FEET.fullmatch(text):
        return feet_and_inches(float(match[1]), float(match[2]))
    if match := _WITH_UNIT.fullmatch(text):
        number, (unit, factor) = _plain(match[1]), CELL_UNITS[match[2].lower()]
        return Amount(number.value * factor, unit, factor) if number else None
    if match := _SUM.fullmatch(text):
        return Amount(float(match[1].replace(" ", "")))
    return None


def _read_measured(text: str) -> Amount | None:
    money = _MONEY.match(text)
    symbol = _currency(money) if money else ""
    # Behind a currency "m" is a million, not a metre.
    rest = f"${text[money.end() :]}" if money else text
    found = quantities(rest)
    if not found or found[0].start != 0:
        return None
    if len(found) > 1:
        return _compound(rest, found)
    quantity = found[0]
    tail = rest[len(quantity.written) :]
    if symbol:
        return Amount(quantity.value, symbol) if not tail.strip() or tail.strip() == quantity.unit else None
    if quantity.unit == YEAR:
        return Amount(quantity.value) if not tail.strip() else None
    if quantity.is_measured:
        return Amount(quantity.value, quantity.unit, quantity.factor) if not tail.strip() else None
    is_counted = not tail.strip() or (tail.startswith(" ") and _WORD.fullmatch(tail.strip()) is not None)
    return Amount(quantity.value, quantity.unit) if is_counted else None


def _compound(text: str, found: Sequence[Quantity]) -> Amount | None:
    """An amount in several units of one dimension, the larger first: `4 hours 12 minutes`, `6 ft 2 in`."""
    units = [(quantity.unit, quantity.factor) for quantity in found]
    is_one = found[0].is_measured and all(one[0] == two[0] and one[1] > two[1] for one, two in pairwise(units))
    rest = text
    for quantity in found:
        rest = rest.replace(quantity.written, "", 1)
    if not is_one or rest.strip(" ,and"):
        return None
    return Amount(sum(quantity.value for quantity in found), units[0][0], units[0][1])


def _currency(money: re.Match[str]) -> str:
    country = (money[1] or "").lower().replace(".", "")
    return f"MONEY{'' if country == 'us' else country.upper()}{money[2]}"
