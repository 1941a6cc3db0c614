"""One sheet of paper as it was extracted: words and ruled lines with their places, y growing downwards, in points."""

from typing import NamedTuple

import msgspec


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Word(msgspec.Struct, frozen=True, array_like=True):
    """A run of characters without a space; `base` is the height of the line that it stands on.

    `is_raised` if it is small and stands above that line, as the marks of footnotes do.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    is_bold: bool = False
    is_raised: bool = False

    @property
    def box(self) -> Box:
        """The rectangle from its highest to its lowest letters, about."""
        return Box(self.left, self.base - 0.75 * self.size, self.right, self.base + 0.22 * self.size)


class Rule(msgspec.Struct, frozen=True, array_like=True):
    """A drawn line, either level or upright."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def is_level(self) -> bool:
        """Whether it runs from left to right."""
        return self.right - self.left >= self.bottom - self.top


class Sheet(msgspec.Struct, frozen=True, array_like=True):
    """A sheet; `is_scanned` if it shows a picture and no words. `fault` says why it could not be read."""

    width: float
    height: float
    words: list[Word] = []
    rules: list[Rule] = []
    is_scanned: bool = False
    fault: str = ""


class Extract(msgspec.Struct, frozen=True, array_like=True):
    """All sheets, the title in the file's properties, and why nothing could be read if so."""

    sheets: list[Sheet] = []
    title: str = ""
    fault: str = ""
