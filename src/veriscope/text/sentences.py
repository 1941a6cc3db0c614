"""Splits English prose into sentences: every mark that may end one is a candidate, which `boundaries` judges."""

import re
from collections.abc import Iterator

from veriscope.text.boundaries import Candidate, ends_sentence

# Possessive quantifiers and the look-behind keep the scan linear on runs of marks, quotes or blanks.
_CANDIDATE = re.compile(
    r"""
      (?P<marks>(?<![.!?…])[.!?…]++)
      (?P<closers>(?:['"”’»›)\]}]|\[\d{1,3}\])*+)
      (?P<gap>\s++)
    | (?P<wide>[。！？।]++[」』”’）]*+)
    | (?P<newline>\n\s*+)
    """,
    re.VERBOSE,
)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Character spans of the sentences, in order, trimmed of white space; together they hold all other text."""
    spans = []
    start = 0
    for end in _ends(text):
        spans += _trimmed(text, start, end)
        start = end
    return spans + _trimmed(text, start, len(text))


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, in order."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _ends(text: str) -> Iterator[int]:
    start = 0
    for match in _CANDIDATE.finditer(text):
        if match["wide"] or ends_sentence(Candidate(text, start, match)):
            start = match.end()
            yield start


def _trimmed(text: str, start: int, end: int) -> list[tuple[int, int]]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    return [(start, end)] if start < end else []
