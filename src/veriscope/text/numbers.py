"""Numbers by value: `1,234`, `1234.0`, `two`, `3rd` and `1.2 million` all become plain decimals."""

import re
from collections.abc import Sequence
from functools import lru_cache

from veriscope.text.terms import stem
from veriscope.text.word_lists import load_headings

_HEADINGS = load_headings("numbers.txt")
CARDINALS = {word: int(heading) for word, heading in _HEADINGS.items() if not heading.startswith("x")}
ORDINALS = {word: int(heading) for word, heading in load_headings("ordinals.txt").items()}
_MULTIPLICATIVES = {word: int(heading) for word, heading in load_headings("multiplicatives.txt").items()}
MAGNITUDES = {word: int(heading[1:]) for word, heading in _HEADINGS.items() if heading.startswith("x")}
_SPELLED = {stem(word): value for word, value in (CARDINALS | ORDINALS | _MULTIPLICATIVES).items()}
_MAGNITUDE = {stem(word): value for word, value in MAGNITUDES.items()}
NUMBER_WORDS = frozenset(_SPELLED)
# A number in digits, for patterns: whole (`1,234`), and with a fraction; `digits_value` reads it.
WHOLE = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
DIGITS = rf"{WHOLE}(?:\.\d+)?"
_WRITTEN = re.compile(r"(\d+)(?:\.(\d+))?(?:st|nd|rd|th|s)?", re.ASCII)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3}){2,}", re.ASCII)
_MAX_DIGITS = 40


def digits_value(written: str) -> float:
    """The value of a number in digits, with or without thousands separators."""
    return float(written.replace(",", "").replace(" ", ""))


@lru_cache(maxsize=1 << 16)
def number(term: str) -> str | None:
    """The value of a single term as plain decimals, without superfluous zeros; None if it is not a number."""
    if term in _SPELLED:
        return str(_SPELLED[term])
    if not term or not "0" <= term[0] <= "9" or len(term) > _MAX_DIGITS:
        return None
    match = _WRITTEN.fullmatch(term)
    if match:
        return _plain(match[1], match[2] or "")
    return term.replace(".", "") if _GROUPED.fullmatch(term) else None


def number_at(terms: Sequence[str], start: int) -> tuple[str | None, int]:
    """The number that begins at a term, and how many terms it takes: `1.2 million`, `twenty one`, `two hundred`."""
    value = number(terms[start])
    if value is None:
        return None, 0
    end = start + 1
    if _SPELLED.get(terms[start], 0) >= 20 and end < len(terms) and 0 < _SPELLED.get(terms[end], 0) < 10:
        value, end = str(_SPELLED[terms[start]] + _SPELLED[terms[end]]), end + 1
    while end < len(terms) and terms[end] in _MAGNITUDE:
        value, end = _times(value, _MAGNITUDE[terms[end]]), end + 1
    return value, end - start


def _plain(whole: str, fraction: str) -> str:
    fraction = fraction.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{fraction}" if fraction else whole


def _times(value: str, magnitude: int) -> str:
    whole, _, fraction = value.partition(".")
    zeros = len(str(magnitude)) - 1
    moved = fraction[:zeros].ljust(zeros, "0")
    return _plain(whole + moved, fraction[zeros:])
