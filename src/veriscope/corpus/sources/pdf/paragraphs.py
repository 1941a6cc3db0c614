"""Lines of one column → paragraphs, list items and headings as they were before they were set."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from veriscope.corpus.sources.pdf.lines import BULLETS, Line

_NUMBER = re.compile(r"\(?(?P<number>\d{1,3}|[a-z])[.)]")
_ENDS = (".", "!", "?", ":", "…", "”", '"', ")")
_NEAR_EDGE = 4.0


class Paragraph(NamedTuple):
    """Wrapped lines that belong together.

    `mark` is that of a list item, and is not in the lines; `is_full` if the last line reaches the edge of its column.
    """

    lines: tuple[str, ...]
    size: float
    is_bold: bool
    left: float
    top: float
    bottom: float
    is_full: bool = False
    mark: str = ""

    @property
    def has_bullet(self) -> bool:
        """Whether it is an item of a list without numbers."""
        return self.mark in BULLETS

    def with_mark_in_text(self) -> "Paragraph":
        """The paragraph with its mark as part of its text."""
        return self._replace(lines=(f"{self.mark} {self.lines[0]}".strip(), *self.lines[1:]), mark="")

    def is_just_above(self, other: "Paragraph") -> bool:
        """Whether another paragraph in the same type follows as the next line does."""
        is_alike = self.is_bold == other.is_bold and abs(self.size - other.size) < 0.05 * self.size
        return is_alike and -0.5 * self.size < other.top - self.bottom < 0.5 * self.size

    @property
    def ends_open(self) -> bool:
        """Whether a sentence goes on after it."""
        return not self.lines[-1].rstrip().endswith(_ENDS)

    @property
    def starts_inside(self) -> bool:
        """Whether it begins within a sentence."""
        return not self.mark and self.lines[0][:1].islower()


def paragraphs_of(lines: Sequence[Line]) -> Iterator[Paragraph]:
    """The paragraphs of one column."""
    last_mark = ""
    right = max((line.right for line in lines), default=0.0)
    for group in _groups(lines):
        for run in _split(group, last_mark):
            paragraph = _paragraph(run, last_mark, right=right)
            last_mark = paragraph.mark or last_mark
            yield paragraph


def _groups(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines of one style without a wide gap between them."""
    strides = [
        b.base - a.base for a, b in pairwise(lines) if 0.9 * a.size < b.base - a.base < 2.5 * a.size and _alike(a, b)
    ]
    # List items and headings have wider strides than the lines of a paragraph.
    usual = min(strides, default=0.0)
    group: list[Line] = []
    for line in lines:
        if group and (not _alike(group[-1], line) or line.base - group[-1].base > _widest(usual, line)):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _widest(usual: float, line: Line) -> float:
    return min(max(1.25 * usual, 1.3 * line.size), 2.6 * line.size)


def _alike(one: Line, other: Line) -> bool:
    return abs(one.size - other.size) <= 0.08 * max(one.size, other.size) and one.is_bold == other.is_bold


def _split(group: Sequence[Line], last_mark: str) -> Iterator[list[Line]]:
    right = max(line.right for line in group)
    run: list[Line] = [group[0]]
    marks = [_mark(group[0], last_mark)]
    for index, (before, line) in enumerate(pairwise(group)):
        following = group[index + 2] if index + 2 < len(group) else None
        mark = _mark(line, next((mark for mark in reversed(marks) if mark), last_mark))
        if mark or _begins(run, before, line, following, right=right, is_item=bool(marks[-1])):
            yield run
            run = []
            marks.append(mark)
        run.append(line)
    yield run


def _begins(
    run: Sequence[Line], before: Line, line: Line, following: Line | None, *, right: float, is_item: bool
) -> bool:
    """Whether a line begins a paragraph, by the room left above it and by its indent."""
    first_word = line.words[0]
    room = right - before.right
    has_room = room > (first_word.right - first_word.left) + 0.6 * line.size
    if has_room and not line.text[:1].islower():
        return True
    step = line.left - before.left
    if step < -0.8 * line.size:
        return is_item or len(run) > 1
    if step > 0.8 * line.size and not is_item and not line.text[:1].islower():
        return following is None or following.left < line.left - 0.5 * line.size
    return False


def _mark(line: Line, last_mark: str) -> str:
    """The mark of a list item that begins with a line: a bullet, or the number after the last one's."""
    if len(line.words) < 2:
        return ""
    first = line.words[0].text
    if first in BULLETS:
        return first
    match = _NUMBER.fullmatch(first)
    if match is None:
        return ""
    number, before = match["number"], _NUMBER.fullmatch(last_mark)
    is_next = before is not None and _value(number) == _value(before["number"]) + 1
    return first if number in {"1", "a"} or is_next else ""


def _value(number: str) -> int:
    return int(number) if number.isdigit() else ord(number)


def _paragraph(run: Sequence[Line], last_mark: str, *, right: float) -> Paragraph:
    first = run[0]
    mark = _mark(first, last_mark)
    texts = [line.text for line in run]
    if mark:
        texts[0] = texts[0].removeprefix(mark).strip()
    letters = sum(len(line.text) for line in run)
    is_bold = 2 * sum(len(line.text) for line in run if line.is_bold) > letters
    size, last = median(line.size for line in run), run[-1]
    is_full = right - last.right < _NEAR_EDGE * size
    return Paragraph(tuple(texts), size, is_bold, first.left, first.box.top, last.box.bottom, is_full, mark)
