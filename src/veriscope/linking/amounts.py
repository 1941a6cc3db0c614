"""The amounts and years of a claim as ranges: `about 5 million`, `more than 1,500 metres`, `in the 13th century`."""

import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from veriscope.linking.frames import Span
from veriscope.linking.reading import Word
from veriscope.text.quantities import YEAR, Period, Quantity, periods, quantities

_ABOUT = 0.05
_ONE_OF = re.compile(r"one of\b", re.IGNORECASE)
# Spelled out, a unit is brought to its sign; what it is shorter by is filled up, so that places stay the same.
_FILLER = "\u2060"
_SIGNS = {
    r"square kilomet(?:re|er)s?": "km²", r"square met(?:re|er)s?": "m²", r"degrees? (?:celsius|centigrade)": "°C",
    r"grams? (?:per|a) cubic centimet(?:re|er)": "g/cm³", r"kilomet(?:re|er)s? (?:per|an) hour": "km/h",
    r"\ba (?=(?:hundred|thousand|million|billion)\b)": "1 ",
}  # fmt: skip
_BETWEEN = re.compile(r"\bbetween\s+$", re.IGNORECASE)


class Amount(NamedTuple):
    """A range of values that a claim names, in the first unit of its dimension; `unit` as in `text.quantities`."""

    span: Span
    low: float
    high: float
    unit: str
    factor: float
    written: str

    @property
    def is_year(self) -> bool:
        """Whether it is a year or a span of years."""
        return self.unit == YEAR


def find_amounts(text: str, words: Sequence[Word]) -> list[Amount]:
    """The amounts, years, centuries and decades that a text names, with the words that bound them."""
    text = _with_signs(text)
    found = [*(_of_period(text, words, period) for period in periods(text)), *_of_quantities(text, words)]
    whole: list[Amount] = []
    for amount in sorted((amount for amount in found if amount), key=lambda one: (one.span.start, -one.span.end)):
        if not whole or not amount.span.meets(whole[-1].span):
            whole.append(amount)
    return whole


def _with_signs(text: str) -> str:
    for spelled, sign in _SIGNS.items():
        for match in reversed(list(re.finditer(spelled, text, flags=re.IGNORECASE))):
            text = text[: match.start()] + sign.ljust(len(match[0]), _FILLER) + text[match.end() :]
    return text


def _end(text: str, quantity: Quantity) -> int:
    """Where a quantity ends, its unit spelled out."""
    end = quantity.start + len(quantity.written)
    while text[end : end + 1] == _FILLER:
        end += 1
    return end


def _of_quantities(text: str, words: Sequence[Word]) -> Iterator[Amount | None]:
    known = quantities(text)
    done = -1
    for place, quantity in enumerate(known):
        if place <= done or _ONE_OF.match(text, quantity.start):
            continue
        after = known[place + 1] if place + 1 < len(known) else None
        if after and _BETWEEN.search(text[: quantity.start]) and _are_joined(text, quantity, after):
            done = place + 1
            yield _range(text, words, quantity, after)
        else:
            yield _of_quantity(text, words, quantity)


def _are_joined(text: str, one: Quantity, other: Quantity) -> bool:
    return text[one.start + len(one.written) : other.start].strip() == "and"


def _range(text: str, words: Sequence[Word], one: Quantity, other: Quantity) -> Amount | None:
    start = text.lower().rindex("between", 0, one.start)
    end = _end(text, other)
    span, written = _span(words, start, end), text[start:end].rstrip(_FILLER)
    # "Between 20 and 30 km": the unit stands once.
    factor, unit = (other.factor, other.unit) if not one.is_measured else (1.0, one.unit)
    return span and Amount(span, one.value * factor, other.value, unit, other.factor, written)


def _of_quantity(text: str, words: Sequence[Word], quantity: Quantity) -> Amount | None:
    said, start = _bound(text, quantity.start)
    span = _span(words, start, _end(text, quantity))
    low, high = _limits(quantity, said)
    return span and Amount(span, low, high, quantity.unit, quantity.factor, quantity.written)


def _of_period(text: str, words: Sequence[Word], period: Period) -> Amount | None:
    place = text.find(period.written)
    before = re.search(r"\b(?:the )?$", text[:place], re.IGNORECASE)
    said, start = _bound(text, before.start() if before else place)
    span = _span(words, start, place + len(period.written))
    low, high = float(period.first), float(period.last)
    if said in {"before", "less"}:
        low, high = -math.inf, low - 1
    elif said in {"after", "more"}:
        low, high = high + 1, math.inf
    return span and Amount(span, low, high, YEAR, 1.0, period.written)


def _limits(quantity: Quantity, said: str) -> tuple[float, float]:
    """The values that a quantity with such a bound may stand for."""
    value, slack = quantity.value, 0.0 if quantity.unit == YEAR or said == "exact" else _rounding(quantity)
    match said:
        case "more" | "after":
            return math.nextafter(value, math.inf), math.inf
        case "less" | "before":
            return -math.inf, math.nextafter(value, -math.inf)
        case "about":
            slack = max(slack, _ABOUT * abs(value)) if quantity.unit != YEAR else 5.0
    return value - slack, value + slack


def _rounding(quantity: Quantity) -> float:
    """Half of the last digit that was written: what rounding may have taken off; zeros at the end are no digits."""
    digits = re.match(r"[−-]?(?P<whole>[\d,]+)(?:\.(?P<part>\d+))?", quantity.written)
    if not digits:
        return 0.0
    part, whole = digits["part"] or "", digits["whole"].replace(",", "")
    said = float(f"{whole}.{part}") if part else float(whole)
    if not said:
        return 0.0
    zeros = len(whole) - len(whole.rstrip("0")) if not part else 0
    # A number below a hundred is meant as it stands, unless it counts millions.
    step = 10.0 ** (zeros - len(part)) if part or said >= 100 else 1.0
    scale = abs(quantity.value) / said
    is_counted_in_thousands = scale / quantity.factor >= 1000
    return 0.5 * step * scale if part or said >= 100 or is_counted_in_thousands else 0.0


def _bound(text: str, start: int) -> tuple[str, int]:
    """Which kind of bound stands before a place, and where it begins; nothing, and the place, where none does."""
    match = _bounds().search(text[:start])
    if match is None:
        return "", start
    kind = next(name for name, found in match.groupdict().items() if found)
    return kind.removesuffix("_than"), match.start()


@cache
def _bounds() -> re.Pattern[str]:
    text = (files("veriscope.linking") / "data" / "amount_words.toml").read_text(encoding="utf-8")
    groups = []
    for name, phrases in tomllib.loads(text).items():
        if name.endswith("_than"):
            behind = "|".join(rf"(?<=\b{adjective} )" for adjective in phrases)
            groups.append(rf"(?P<{name}>(?:{behind})than\s+(?:about\s+)?)")
            continue
        listed = "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))
        groups.append(rf"(?P<{name}>\b(?:{listed})\s+(?:the\s+)?)")
    return re.compile(f"(?:{'|'.join(groups)})$", re.IGNORECASE)


def _span(words: Sequence[Word], start: int, end: int) -> Span | None:
    """The words that stand between two places of the text."""
    places = [place for place, word in enumerate(words) if word.start < end and word.end > start]
    return Span(places[0], places[-1] + 1) if places else None
