"""Marks the deciding words of a piece of evidence: those it shares with the claim, and those that differ."""

import re
from enum import StrEnum
from typing import NamedTuple

from veriscope.text.normalise import fold
from veriscope.text.values import is_date, is_value, is_year, match_keys
from veriscope.text.word_lists import load_words

_EVERYDAY = frozenset(key for word in load_words("stop_words.txt") for key in match_keys(word))
_NEGATIONS = load_words("negations.txt")
# A word, or a number with its separators.
_WORD = re.compile(r"\d+(?:[.,]\d+)*\w*|[^\W\d_]+(?:['’.][^\W_]+)*", re.UNICODE)


class MarkKind(StrEnum):
    """Whether a word is in the claim too, or takes the place of one that is."""

    SHARED = "shared"
    DIFFERS = "differs"


class Mark(NamedTuple):
    """A deciding word: `text[start:end]` of the piece."""

    start: int
    end: int
    kind: MarkKind


class _Word(NamedTuple):
    start: int
    end: int
    keys: frozenset[str]
    kind: str


def shared_marks(claim: str, text: str) -> list[Mark]:
    """The words of `text` that are also in the claim, in any form; numbers and dates by value."""
    asked = _claim_keys(claim)
    return [Mark(word.start, word.end, MarkKind.SHARED) for word in _words(text) if word.keys & asked]


def deciding_marks(claim: str, text: str, *, around: str = "") -> list[Mark]:
    """The shared words, and the words that contradict: another name, number or date instead of a missing one.

    `around` is the text above the piece, such as its title; a word of the claim found there is not missing.
    """
    asked = _claim_keys(claim)
    said = _words(text)
    held = frozenset(key for word in [*said, *_words(around)] for key in word.keys)
    missing = {
        word.kind for word in _words(claim) if word.keys & asked and not word.keys & held and word.kind != "word"
    }
    marks = shared_marks(claim, text)
    marks += [_differing(word) for word in said if word.kind in missing and not word.keys & (asked | _keys(around))]
    if not _negates(claim):
        marks += [_differing(word) for word in said if fold(text[word.start : word.end]) in _NEGATIONS]
    return sorted(set(marks))


def coverage(claim: str, text: str) -> float:
    """The share of the claim's significant words that a text contains."""
    asked = _claim_keys(claim)
    return len(asked & _keys(text)) / len(asked) if asked else 0.0


def _claim_keys(claim: str) -> frozenset[str]:
    return _keys(claim) - _EVERYDAY


def _keys(text: str) -> frozenset[str]:
    return frozenset(match_keys(text)).union(*(word.keys for word in _words(text)))


def _differing(word: _Word) -> Mark:
    return Mark(word.start, word.end, MarkKind.DIFFERS)


def _negates(text: str) -> bool:
    return any(fold(word[0]) in _NEGATIONS or word[0].endswith(("n't", "n’t")) for word in _WORD.finditer(text))


def _words(text: str) -> list[_Word]:
    found: list[_Word] = []
    for match in _WORD.finditer(text):
        keys = frozenset(match_keys(match[0]))
        found.append(_Word(match.start(), match.end(), keys, _kind(match[0], keys, is_first=not found)))
    return found


def _kind(word: str, keys: frozenset[str], *, is_first: bool) -> str:
    if any(is_year(key) or is_date(key) for key in keys):
        return "year"
    if any(map(is_value, keys)):
        return "number"
    is_name = word[0].isupper() and not (is_first and keys <= _EVERYDAY)
    return "name" if is_name and not keys <= _EVERYDAY else "word"
