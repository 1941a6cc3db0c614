"""Tells headings from prose by the size and weight of their type."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from veriscope.corpus.sources.pdf.paragraphs import Paragraph

_LARGER = 1.1
_LONGEST = 200
_LONGEST_BOLD = 120
_MOST_LINES = 3
_DEEPEST_LEVEL = 6
_NO_ENDS = (".", ",", ";", ":")


class Scale(NamedTuple):
    """The size of the body's type, whether it is bold, and the sizes of headings from the largest."""

    body: float
    is_body_bold: bool
    sizes: tuple[float, ...]

    def is_heading(self, paragraph: Paragraph) -> bool:
        """Whether a paragraph is a heading."""
        text = " ".join(paragraph.lines)
        if paragraph.has_bullet or len(paragraph.lines) > _MOST_LINES or not any(map(str.isalpha, text)):
            return False
        if paragraph.size >= _LARGER * self.body:
            return len(text) <= _LONGEST and not text.endswith((",", ";"))
        is_set_off = paragraph.is_bold and not self.is_body_bold and paragraph.size >= 0.95 * self.body
        return is_set_off and len(text) <= _LONGEST_BOLD and not text.endswith(_NO_ENDS)

    def level(self, paragraph: Paragraph) -> int:
        """The level of a heading, from 2 for the largest."""
        return min(_DEEPEST_LEVEL, 2 + sum(size > _rounded(paragraph.size) for size in self.sizes))

    def without(self, size: float) -> "Scale":
        """The scale without the size that only the title has."""
        return self._replace(sizes=tuple(each for each in self.sizes if each != _rounded(size)))


def scale_of(paragraphs: Sequence[Paragraph]) -> Scale:
    """The scale of a document."""
    letters: Counter[tuple[float, bool]] = Counter()
    for paragraph in paragraphs:
        letters[_rounded(paragraph.size), paragraph.is_bold] += sum(map(len, paragraph.lines))
    if not letters:
        return Scale(0.0, is_body_bold=False, sizes=())
    (body, is_bold), _ = max(letters.items(), key=lambda item: (item[1], item[0]))
    scale = Scale(body, is_bold, ())
    return scale._replace(sizes=_sizes(each for each in paragraphs if scale.is_heading(each)))


def _sizes(headings: Iterable[Paragraph]) -> tuple[float, ...]:
    return tuple(sorted({_rounded(heading.size) for heading in headings}, reverse=True))


def _rounded(size: float) -> float:
    return round(2 * size) / 2
