"""In what a number of a claim is measured, and whether a column may be: square kilometres are no height."""

from collections import Counter
from collections.abc import Sequence

from veriscope.programs.frame import Frame
from veriscope.programs.measures import measures_of

_LENGTH, _AREA, _TIME, _MONEY, _DEGREE, _RATE, _COUNT = "LENGTH", "AREA", "TIME", "MONEY", "DEGREE", "RATE", "COUNT"
_WORDS = {
    _LENGTH: "km m kilometre kilometres kilometer kilometers metre metres meter meters centimetre centimetres "
    "mile miles foot feet",
    "MASS": "kg kilogram kilograms gram grams tonne tonnes ton tons",
    _TIME: "second seconds minute minutes hour hours day days month months year years",
    _MONEY: "dollar dollars euro euros pound pounds",
    "SHARE": "percent",
    _DEGREE: "degree degrees",
    _AREA: "hectare hectares acre acres km²",
}
_UNIT_OF = {word: unit for unit, told in _WORDS.items() for word in told.split()}
# What a column that tells no unit is measured in, by what it measures.
_OF_MEASURE = {
    "area": _AREA, "population": _COUNT, "density": _RATE, "height": _LENGTH, "depth": _LENGTH, "length": _LENGTH,
    "width": _LENGTH, "distance": _LENGTH, "mass": "MASS", "temperature": _DEGREE, "speed": _RATE, "duration": _TIME,
    "price": _MONEY, "money": _MONEY, "age": _TIME, "time": _TIME, "latitude": _DEGREE, "longitude": _DEGREE,
    "rank": _COUNT, "attendance": _COUNT,
}  # fmt: skip
_MONEY_SIGNS = ("$", "€", "£", "¥", "euro", "dollar")
_DEGREES = frozenset({"TEMPERATURE", "FAHRENHEIT", _DEGREE})


def unit_of(told: Sequence[str]) -> str:
    """The dimension that the words behind a number tell; nothing where they tell none."""
    if "per" in told:
        return _RATE
    if "square" in told:
        return _AREA
    return next((_UNIT_OF[word] for word in told if word in _UNIT_OF), "")


def column_units(frame: Frame) -> tuple[frozenset[str], ...]:
    """The dimensions that each column may be measured in; none where nothing tells them."""
    measures = measures_of(frame)
    return tuple(_units(frame, place, measures[place]) for place in range(len(frame.columns)))


def _units(frame: Frame, place: int, measures: Sequence[str]) -> frozenset[str]:
    name = frame.columns[place].name.lower()
    if " per " in name or "/" in name:
        return frozenset({_RATE})
    if any(sign in name for sign in _MONEY_SIGNS):
        return frozenset({_MONEY})
    counts = Counter(value.amount.unit for value in frame.values(place) if value.amount is not None)
    unit = next((unit for unit, _ in counts.most_common(1)), "")
    if unit.isupper():
        return frozenset({_MONEY if unit.startswith(_MONEY) else unit})
    return frozenset(_OF_MEASURE[measure] for measure in measures if measure in _OF_MEASURE)


def unit_fits(said: str, held: frozenset[str]) -> float:
    """1 where a number is measured in what a column is, -1 where in something else, 0 where one does not tell."""
    if not said or not held:
        return 0.0
    return 1.0 if said in held or (said in _DEGREES and held & _DEGREES) else -1.0
