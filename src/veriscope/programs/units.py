"""The unit of a claim's number, and whether a column may have that unit: square kilometres do not fit a height."""

from collections import Counter
from collections.abc import Sequence

from veriscope.programs.measures import dimension_of_measure, measures_of
from veriscope.tables import Frame, dimension_of

_AREA, _MONEY, _DEGREE, _RATE = "AREA", "MONEY", "DEGREE", "RATE"
_MONEY_SIGNS = ("$", "€", "£", "¥", "euro", "dollar")
_DEGREES = frozenset({"TEMPERATURE", "FAHRENHEIT", _DEGREE})


def unit_of(words_behind: Sequence[str]) -> str:
    """The dimension that the words after a number name; empty if they name none."""
    if "per" in words_behind:
        return _RATE
    if "square" in words_behind:
        return _AREA
    found = next(filter(None, map(dimension_of, words_behind)), "")
    return _MONEY if found.startswith(_MONEY) else found


def column_units(frame: Frame) -> tuple[frozenset[str], ...]:
    """The dimensions that each column may have; empty if nothing indicates them."""
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
    return frozenset(filter(None, map(dimension_of_measure, measures)))


def unit_fits(unit: str, column_dimensions: frozenset[str]) -> float:
    """1 if the number's unit fits the column, -1 if the column has another unit, 0 if one of the two is unknown."""
    if not unit or not column_dimensions:
        return 0.0
    return 1.0 if unit in column_dimensions or (unit in _DEGREES and column_dimensions & _DEGREES) else -1.0
