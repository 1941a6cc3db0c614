"""The amounts and years of a text as ranges: `about 5 million`, `more than 1,500 metres`, `in the 13th century`."""

import math
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from veriscope.tables.dates import Period, periods
from veriscope.tables.fraction_words import FRACTION
from veriscope.tables.quantities import quantities
from veriscope.tables.quantity import YEAR, Quantity, rounding

_DATA: dict[str, dict[str, list[str]]] = tomllib.loads(
    (Path(__file__).parent / "data" / "ranges.toml").read_text("utf-8")
)
# A bound in a comparison; between two years or amounts, "and" is one too.
_COMPARED = re.compile(
    rf"\b(?:{'|'.join(_DATA['compared']['bounds'])}|exceed\w*|between \S+(?: \w+)? and)"
    r"\s(?:the (?:year |age of )?|age |an? |\w+ \d+, )?$",
    re.IGNORECASE,
)
_NEARNESS = {
    kind: re.compile(rf"\b(?:{'|'.join(_DATA['compared'][kind])})\s*(?:an?\s)?$", re.IGNORECASE)
    for kind in ("below", "above", "about")
}
_ABOUT = 0.05
_ABOUT_YEARS = 5.0
_ONE_OF = re.compile(r"one of\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+$", re.IGNORECASE)


class AmountRange(NamedTuple):
    """The range of values that `text[start:end]` may mean, in the first unit of its dimension; `unit` as in `Quantity`.

    `start` and `end` include the words that bound it; `factor` is the size of the written unit in the dimension's first
    unit.
    """

    start: int
    end: int
    low: float
    high: float
    unit: str
    factor: float
    written: str


def amount_ranges(text: str) -> Iterator[AmountRange]:
    """The centuries and decades of a text, then its amounts and years, including amounts that are part of another."""
    for period in periods(text):
        yield _of_period(text, period)
    yield from _of_quantities(text)


def ends_in_bound(text: str) -> bool:
    """Whether a text ends in words that bound the amount after it."""
    return _COMPARED.search(text) is not None


def nearness(text: str) -> str:
    """How near the amount behind a text is meant to be: `about`, a little `below` or `above` it; empty if exactly."""
    return next((kind for kind, words in _NEARNESS.items() if words.search(text)), "")


def _of_quantities(text: str) -> Iterator[AmountRange]:
    known = [one for one in quantities(text) if one.unit != FRACTION]
    done = -1
    for place, quantity in enumerate(known):
        if place <= done or _ONE_OF.match(text, quantity.start):
            continue
        after = known[place + 1] if place + 1 < len(known) else None
        if after and _BETWEEN.search(text[: quantity.start]) and _are_joined(text, quantity, after):
            done = place + 1
            yield _between(text, quantity, after)
        else:
            yield _of_quantity(text, quantity)


def _are_joined(text: str, one: Quantity, other: Quantity) -> bool:
    return text[one.end : other.start].strip() == "and"


def _between(text: str, one: Quantity, other: Quantity) -> AmountRange:
    start = text.lower().rindex("between", 0, one.start)
    end = other.end
    # "Between 20 and 30 km": the unit is written once.
    factor, unit = (other.factor, other.unit) if not one.is_measured else (1.0, one.unit)
    written = text[start:end]
    return AmountRange(start, end, one.value * factor, other.value, unit, other.factor, written)


def _of_quantity(text: str, quantity: Quantity) -> AmountRange:
    bound, start = _bound(text, quantity.start)
    low, high = _limits(quantity, bound)
    return AmountRange(start, quantity.end, low, high, quantity.unit, quantity.factor, quantity.written)


def _of_period(text: str, period: Period) -> AmountRange:
    place = text.find(period.written)
    before = re.search(r"\b(?:the )?$", text[:place], re.IGNORECASE)
    bound, start = _bound(text, before.start() if before else place)
    low, high = float(period.first), float(period.last)
    if bound in {"before", "less"}:
        low, high = -math.inf, low - 1
    elif bound in {"after", "more"}:
        low, high = high + 1, math.inf
    return AmountRange(start, place + len(period.written), low, high, YEAR, 1.0, period.written)


def _limits(quantity: Quantity, bound: str) -> tuple[float, float]:
    """The least and the greatest value that a quantity with such a bound may have."""
    value, slack = quantity.value, 0.0 if quantity.unit == YEAR or bound == "exact" else rounding(quantity)
    match bound:
        case "more" | "after":
            return math.nextafter(value, math.inf), math.inf
        case "less" | "before":
            return -math.inf, math.nextafter(value, -math.inf)
        case "about":
            slack = max(slack, _ABOUT * abs(value)) if quantity.unit != YEAR else _ABOUT_YEARS
    return value - slack, value + slack


def _bound(text: str, start: int) -> tuple[str, int]:
    """The kind of bound before a place, and where it begins; empty, and the place itself, if there is none."""
    match = _BOUNDS.search(text[:start])
    if match is None:
        return "", start
    kind = next(name for name, found in match.groupdict().items() if found)
    return kind.removesuffix("_than"), match.start()


def _bounds() -> re.Pattern[str]:
    groups = []
    for name, phrases in _DATA["bounds"].items():
        if name.endswith("_than"):
            behind = "|".join(rf"(?<=\b{adjective} )" for adjective in phrases)
            groups.append(rf"(?P<{name}>(?:{behind})than\s+(?:about\s+)?)")
            continue
        listed = "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))
        groups.append(rf"(?P<{name}>\b(?:{listed})\s+(?:the\s+)?)")
    return re.compile(f"(?:{'|'.join(groups)})$", re.IGNORECASE)


_BOUNDS = _bounds()
