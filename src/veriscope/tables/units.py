"""Units of measurement by name: the dimension of each, and its size in the dimension's first unit."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

_DATA = tomllib.loads((Path(__file__).parent / "data" / "units.toml").read_text("utf-8"))


class Unit(NamedTuple):
    """A unit; `factor` is its size in the first unit of its dimension. The dimension's name is in capitals."""

    dimension: str
    factor: float


def _units(section: str) -> dict[str, Unit]:
    return {
        name: Unit(dimension, float(Fraction(str(size))))
        for dimension, sizes in _DATA[section].items()
        for names, size in sizes.items()
        for name in names.split()
    }


_EVERYWHERE = _units("everywhere")
_SIZELESS: dict[str, str] = {word: dimension for dimension, word in _DATA["sizeless"].items()}
_WRITTEN: dict[tuple[str, float], str] = {
    (dimension, float(Fraction(str(size)))): written
    for dimension, sizes in _DATA["written"].items()
    for written, size in sizes.items()
}
DIMENSIONS: frozenset[str] = frozenset(_DATA["everywhere"])
CELL_UNITS = _units("in_cells")


def unit_named(word: str) -> Unit | None:
    """The unit that a word of prose names, in the singular or the plural."""
    name = word.lower()
    return _EVERYWHERE.get(name) or _EVERYWHERE.get(singular(name))


def dimension_of(word: str) -> str:
    """The dimension a word names, even without a size (`degrees`); empty if none."""
    unit = unit_named(word)
    return unit.dimension if unit else _SIZELESS.get(singular(word), "")


def unit_sign(dimension: str, factor: float) -> str:
    """The sign after a number of that unit: ` km`; empty if there is none."""
    return _WRITTEN.get((dimension, factor), "")


def singular(word: str) -> str:
    """A counted word in the singular."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and len(word) > 3 else word
