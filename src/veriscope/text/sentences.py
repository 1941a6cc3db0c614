"""Splits English prose into sentences: every mark that may end one is a candidate for `boundaries` to decide."""

import re
from collections.abc import Iterator

from veriscope.text.boundaries import Ending, ends_line, ends_sentence

# A first mark always matches, with possessive quantifiers after it, so that no run of marks, quotes or blanks is read
# twice: the scan stays linear. That it is a plain set of characters lets the engine skip to it.
_CANDIDATE = re.compile(
    r"""
    ([.!?…\n。！？।])                                            # 1: the first mark, or a line break
    ([.!?…。！？।]*+)                                            # 2: more marks
    (                                                            # 3: closing quotes and brackets, footnotes
      (?: ['"”’»›)\]}」』）]
        | \ ?\[\ ?(?:\d{1,3}|[a-z]|note\ \d{1,3}|[a-z ]{1,20}needed)\ ?\]
      )*+
    )
    (\s*+)                                                       # 4: the gap
    """,
    re.VERBOSE,
)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The spans of the sentences, in order, without white space around; together they hold all other text."""
    spans = []
    start = 0
    for end in _ends(text):
        spans += _trim(text, start, end)
        start = end
    return spans + _trim(text, start, len(text))


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, in order."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _ends(text: str) -> Iterator[int]:
    start = 0
    for match in _CANDIDATE.finditer(text):
        if _is_end(text, start, match):
            start = match.end()
            yield start


def _is_end(text: str, start: int, match: re.Match[str]) -> bool:
    first, more, closers, gap = match.groups()
    if first == "\n":
        return ends_line(text, match.start(), match.end())
    if first in "。！？।":
        return True
    if "\n" in gap and ends_line(text, match.start(4), match.end()):
        return True
    return bool(gap) and ends_sentence(text, start, Ending(match.start(), match.end(), first + more, closers))


def _trim(text: str, start: int, end: int) -> list[tuple[int, int]]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    return [(start, end)] if start < end else []
