"""Fractions in words as quantities: `a fifth`, `two thirds`, `more than half`, `one in six`."""

import re
from collections.abc import Iterator
from importlib.resources import files

from veriscope.tables.quantity import Quantity
from veriscope.tables.units import unit_in_prose
from veriscope.text import CARDINALS, ORDINALS, load_alternatives

FRACTION = "FRACTION"
_WORDS = load_alternatives(files("veriscope.tables") / "data" / "cells.toml", "fractions")
_PARTS: dict[str, int] = {word: value for word, value in ORDINALS.items() if 3 <= value <= 10 or value in {20, 100}}
_DENOMINATORS = {**_PARTS, "quarter": 4}
_DENOMINATOR = "|".join(_DENOMINATORS)
_COUNT = "|".join(word for word, value in CARDINALS.items() if 2 <= value <= 9)
_NUMBER = rf"(?:{'|'.join(sorted(CARDINALS, key=len, reverse=True))}|\d{{1,3}})"
# "A third" is a part of something, or the one behind the second: what follows or comes before must say so.
_FRACTION = re.compile(
    rf"(?<![\w-])(?:(?:an?|one)[\s-](?P<one>{_DENOMINATOR})(?=(?P<after_one>\s(?:{_WORDS['after_part']})\b)?)"
    rf"|(?P<count>{_COUNT})[\s-](?P<several>{_DENOMINATOR})s"
    rf"|(?P<half>half)(?=(?P<after_half>\s(?:{_WORDS['after_half']})\b)?)"
    rf"|(?P<of>{_NUMBER})\s(?:in|out\sof)\s(?:every\s)?(?P<whole>{_NUMBER})(?!,\d|\.\d)(?:\s(?P<next>\w+))?)(?![\w-])",
    re.IGNORECASE | re.ASCII,
)
_BOUND_BEFORE = re.compile(rf"\b(?:{_WORDS['before']})\s$", re.IGNORECASE)
_NOT_BEFORE = re.compile(rf"\b(?:{_WORDS['not_before_half']})\s$", re.IGNORECASE)
# "Half a million" and "half an hour" are amounts of another kind.
_AN_AMOUNT = re.compile(r"\s(?:of\s)?an?\s\w")


def fractions(text: str) -> Iterator[Quantity]:
    """The fractions that a text spells, by value: .2 for `a fifth`."""
    for match in _FRACTION.finditer(text):
        value = _value(match)
        if 0 < value < 1 and _is_fraction(text, match):
            end = match.end("whole") if match["of"] else match.end()
            yield Quantity(value, FRACTION, text[match.start() : end], match.start())


def _value(match: re.Match[str]) -> float:
    if match["half"]:
        return 0.5
    if match["one"]:
        return 1 / _DENOMINATORS[match["one"].lower()]
    if match["count"]:
        return CARDINALS[match["count"].lower()] / _DENOMINATORS[match["several"].lower()]
    whole = _number(match["whole"])
    return _number(match["of"]) / whole if whole else 0.0


def _number(written: str) -> float:
    return float(CARDINALS.get(written.lower(), 0) or (written if written.isdecimal() else 0))


def _is_fraction(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 30) : match.start()]
    if match["of"]:
        # "Two in three weeks" counts weeks.
        return not unit_in_prose(match["next"] or "") and _number(match["whole"]) <= 100
    if _AN_AMOUNT.match(text, match.end()):
        return False
    if match["count"]:
        return match["several"].lower() != "quarter" or match["count"].lower() == "three"
    follows = match["after_one"] or match["after_half"]
    return bool(follows or _BOUND_BEFORE.search(before)) and not (match["half"] and _NOT_BEFORE.search(before))
