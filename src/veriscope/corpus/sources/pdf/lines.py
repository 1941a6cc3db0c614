"""Words → segments and lines of text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from veriscope.corpus.sources.pdf.sheets import Box, Word

# In parts of the letters' size: how far bases may differ on one line, and the gap that divides segments.
_SAME_LINE = 0.3
_GAP = 1.0
_SPACE = 0.1
_LEADERS = re.compile(r"[.·…_]{4,}")
BULLETS = frozenset("•‣▪◦·∙●○■□➢►▶✓❖–—*-\uf0b7\uf0a7\uf0d8")
_FOOTNOTE_MARK = re.compile(r"\[?[\d,*†‡§]{1,5}\]?")


class Line(NamedTuple):
    """Words on one line, or a part of it, from left to right."""

    words: tuple[Word, ...]
    left: float
    right: float
    base: float
    size: float
    is_bold: bool

    @property
    def box(self) -> Box:
        """The rectangle around it."""
        return Box(self.left, self.base - 0.75 * self.size, self.right, self.base + 0.22 * self.size)

    @property
    def text(self) -> str:
        """What it says, without the marks of footnotes."""
        return "".join(_pieces(self))


def line_of(words: Sequence[Word]) -> Line:
    """The line that words make; its size is that of most letters."""
    ordered = tuple(sorted(words, key=lambda word: (word.left, word.right)))
    largest = max(ordered, key=lambda word: (len(word.text), word.size))
    bold = sum(len(word.text) for word in ordered if word.is_bold)
    is_bold = 2 * bold > sum(len(word.text) for word in ordered)
    return Line(ordered, ordered[0].left, max(word.right for word in ordered), largest.base, largest.size, is_bold)


def rows_of(words: Iterable[Word]) -> list[list[Word]]:
    """The words in rows by the height of their bases, from the top."""
    rows: list[list[Word]] = []
    base = size = 0.0
    for word in sorted(words, key=lambda word: (word.base, word.left)):
        if rows and abs(word.base - base) <= _SAME_LINE * min(size, word.size):
            rows[-1].append(word)
            size = max(size, word.size)
        else:
            rows.append([word])
            base, size = word.base, word.size
    return rows


def lines_of(words: Iterable[Word]) -> list[Line]:
    """The lines of words that stand in one column."""
    return [line_of(row) for row in rows_of(words)]


def segments_of(words: Iterable[Word]) -> list[Line]:
    """The lines of words, divided wherever a gap is wider than a space can be; dotted leaders are dropped."""
    return [segment for row in rows_of(words) for segment in segments_in(row)]


def segments_in(row: Sequence[Word]) -> Iterator[Line]:
    """The segments of one row."""
    ordered = sorted((word for word in row if not _LEADERS.fullmatch(word.text)), key=lambda word: word.left)
    run = ordered[:1]
    for before, word in pairwise(ordered):
        if word.left - before.right > _GAP * max(before.size, word.size) and before.text not in BULLETS:
            yield line_of(run)
            run = []
        run.append(word)
    if run:
        yield line_of(run)


def _pieces(line: Line) -> Iterator[str]:
    before: Word | None = None
    for word in line.words:
        if before is not None and _is_footnote_mark(word, before, line):
            continue
        if before is not None and word.left - before.right > _SPACE * line.size:
            yield " "
        yield word.text
        before = word


def _is_footnote_mark(word: Word, before: Word, line: Line) -> bool:
    """Whether a small raised number marks a footnote, and is no exponent as in m² or 10⁶."""
    if not word.is_raised or not _FOOTNOTE_MARK.fullmatch(word.text) or word.left - before.right > 0.3 * line.size:
        return False
    return before.text != "10" and (len(before.text) > 3 or not before.text[-1].isalpha())
