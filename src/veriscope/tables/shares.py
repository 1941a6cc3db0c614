"""What a text gives as a part and its whole: `18 of the 90`, `of the 58, 31`; read as fractions."""

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise

from veriscope.tables.fraction_words import FRACTION
from veriscope.tables.quantities import quantities
from veriscope.tables.quantity import YEAR, Quantity, side_by_side
from veriscope.text import load_alternatives

_WORDS = load_alternatives(files("veriscope.tables") / "data" / "cells.toml", "shares")
_ARTICLES = rf"(?:(?:{_WORDS['article']})\s){{0,2}}"
_OF = re.compile(rf"\s(?:out\s)?of\s{_ARTICLES}", re.IGNORECASE)
# "Of the 58 users, 31": the whole stands at the beginning of a clause, the part behind the comma.
_OF_BEFORE = re.compile(rf"(?:^|[.;:(—–]\s?)of\s{_ARTICLES}$", re.IGNORECASE)
_BEHIND_COMMA = re.compile(rf"(?:\s[^\s,;.:]+){{0,8}},\s(?:(?:{_WORDS['hedge']})\s)?")


def shares(text: str) -> Iterator[Quantity]:
    """The fractions that a text gives by a part and its whole, in its order."""
    for one, other in pairwise(quantities(text)):
        between = text[one.end : other.start]
        if _OF.fullmatch(between):
            yield from _share(one, other)
        elif _OF_BEFORE.search(text[: one.start]) and _BEHIND_COMMA.fullmatch(between):
            yield from _share(other, one)


def _share(part: Quantity, whole: Quantity) -> Iterator[Quantity]:
    values = side_by_side(part, whole) if YEAR not in {part.unit, whole.unit} else None
    if FRACTION in {part.unit, whole.unit} or not values or not 0 < values[0] < values[1]:
        return
    start = min(part.start, whole.start)
    yield Quantity(values[0] / values[1], FRACTION, f"{part.written} of {whole.written}", start)
