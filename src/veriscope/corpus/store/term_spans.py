"""Finds the terms of a text in it, to mark them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from veriscope.text import terms

_RUN = re.compile(r"\S+")
_LETTER = r"[^\W_]|[\u0300-\u036f]"
# From coarse to fine: at marks outside words, at any mark, between letters (scripts without spaces).
_PIECES = (
    re.compile(rf"(?:{_LETTER}|['’.,])+"),
    re.compile(rf"(?:{_LETTER})+"),
    re.compile(r"[^\W_][\u0300-\u036f]*"),
)
_WORD = re.compile(r"[^\W_](?:.*(?:[^\W_]|[\u0300-\u036f]))?", re.DOTALL)


class TermSpan(NamedTuple):
    """A term, found as `text[start:end]`."""

    term: str
    start: int
    end: int


def term_spans(text: str) -> Iterator[TermSpan]:
    """The terms of a text in order, each with its piece of the text; some may share a piece."""
    for run in _RUN.finditer(text):
        yield from _spans(text, run.start(), run.end(), level=0)


def _spans(text: str, start: int, end: int, *, level: int) -> Iterator[TermSpan]:
    found = terms(text[start:end])
    if len(found) > 1:
        for finer, pattern in enumerate(_PIECES[level:], start=level + 1):
            pieces = [match.span() for match in pattern.finditer(text, start, end)]
            if len(pieces) > 1 and found == [term for piece in pieces for term in terms(text[slice(*piece)])]:
                for piece in pieces:
                    yield from _spans(text, *piece, level=finer)
                return
    word = _WORD.search(text, start, end)
    if word is not None:
        yield from (TermSpan(term, *word.span()) for term in found)
