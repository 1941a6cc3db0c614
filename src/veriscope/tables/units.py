"""Units of measurement by name: the dimension of each, and its size in the dimension's first unit."""

import re
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
_IN_PROSE = _units("in_prose")
_SPELLED: dict[str, str] = {phrase: sign for sign, phrases in _DATA["spelled"].items() for phrase in phrases}
_SIZELESS: dict[str, str] = {word: dimension for dimension, word in _DATA["sizeless"].items()}
_WRITTEN: dict[tuple[str, float], str] = {
    (dimension, float(Fraction(str(size)))): written
    for dimension, sizes in _DATA["written"].items()
    for written, size in sizes.items()
}
# What a dimension is in another one: the size of its unit there, and where its zero lies.
CONVERSIONS: dict[str, dict[str, tuple[float, float]]] = {
    one: {other: (float(Fraction(str(size))), float(Fraction(str(zero)))) for other, (size, zero) in into.items()}
    for one, into in _DATA["converted"].items()
}
DIMENSIONS: frozenset[str] = frozenset({*_DATA["everywhere"], *_DATA["in_prose"], *CONVERSIONS})
CELL_UNITS = _units("in_cells")
# Names of several words, for patterns, and the letters that may be written right behind a number.
SPELLED_UNITS = "|".join(sorted(map(re.escape, _SPELLED), key=len, reverse=True))
ATTACHED_UNITS = "|".join(_DATA["attached"]["signs"])
UNIT_WORDS = "|".join(rf"{name}s?" for name in {**_EVERYWHERE, **_IN_PROSE} if name.isalpha() and len(name) > 2)


def unit_named(word: str) -> Unit | None:
    """The unit that a word of prose names, in the singular or the plural."""
    name = word.lower()
    return _EVERYWHERE.get(name) or _EVERYWHERE.get(singular(name))


def unit_in_prose(word: str) -> Unit | None:
    """The unit that one or several words between numbers name, also such as cells write otherwise."""
    name = _SPELLED.get(word.lower(), word.lower())
    return unit_named(name) or _IN_PROSE.get(name) or _IN_PROSE.get(singular(name))


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
