"""An amount or a year as it is read from a text, and how two of them compare."""

import re
from typing import NamedTuple

from veriscope.tables.units import CONVERSIONS, DIMENSIONS, singular

YEAR = "YEAR"


class Quantity(NamedTuple):
    """A value in the first unit of its dimension; `unit` is a dimension, `YEAR`, or the word that is counted.

    Dimensions are in capitals, so that no counted word is taken for one. `factor` is the size of the written unit in
    the dimension's first unit, `step` that of a one before the unit: a thousand metres' worth in `2 thousand km`.
    """

    value: float
    unit: str
    written: str
    start: int
    factor: float = 1.0
    step: float = 1.0

    @property
    def is_measured(self) -> bool:
        """Whether the unit is a unit of measurement or money, not a counted word."""
        return self.unit in DIMENSIONS or self.unit.startswith("MONEY")

    @property
    def end(self) -> int:
        """The place behind what is written."""
        return self.start + len(self.written)


def side_by_side(one: Quantity, other: Quantity) -> tuple[float, float] | None:
    """The two values in one unit; None if they cannot be compared.

    They can be if both are years, have one dimension or one that converts into the other's, or count the same thing.
    """
    if YEAR in {one.unit, other.unit}:
        return (one.value, other.value) if one.unit == other.unit else None
    if one.is_measured or other.is_measured:
        return _measured(one, other)
    is_same = singular(one.unit) == singular(other.unit) or not (one.unit and other.unit)
    return (one.value, other.value) if is_same else None


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether the two can be compared."""
    return side_by_side(one, other) is not None


def rounding(quantity: Quantity) -> float:
    """Half of the last significant digit as written, which is what rounding may have removed.

    A whole number below a hundred is exact, unless it counts thousands or millions.
    """
    digits = re.search(r"(?P<whole>\d[\d,]*)(?:\.(?P<part>\d+))?", quantity.written)
    in_thousands = quantity.step / quantity.factor >= 1000
    if not digits:
        return 0.5 * quantity.step if in_thousands else 0.0
    part, whole = digits["part"] or "", digits["whole"].replace(",", "")
    zeros = len(whole) - len(whole.rstrip("0")) if not part else 0
    is_rounded = part or in_thousands or float(whole) >= 100
    return 0.5 * 10.0 ** (zeros - len(part)) * quantity.step if is_rounded and float(f"{whole}.{part}0") else 0.0


def _measured(one: Quantity, other: Quantity) -> tuple[float, float] | None:
    if one.unit == other.unit:
        return one.value, other.value
    for first, second, is_turned in ((one, other, False), (other, one, True)):
        if second.unit in CONVERSIONS.get(first.unit, {}):
            size, zero = CONVERSIONS[first.unit][second.unit]
            found = first.value * size + zero, second.value
            return found[::-1] if is_turned else found
    return None
