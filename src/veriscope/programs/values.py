"""What a cell says, as people write it in tables: a text always, and the numbers, dates, scores and ranges in it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from veriscope.programs.amounts import Amount, read_amount
from veriscope.programs.moments import read_date, read_years
from veriscope.text.dates import Date
from veriscope.text.tokenise import words

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_FOOTNOTE = re.compile(r"\[[^\[\]]{0,16}\]|[*†‡§¶^]+$|^[*†‡§¶^]+")
_NOTHING = frozenset({"", "-", "--", "---", "n/a", "n / a", "tba", "tbd", "?", "...", "…"})
_ARTICLES = frozenset({"a", "an", "the"})
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_PAIR = rf"{_NUMBER}\s?[-/:]\s?{_NUMBER}"
# "3-1", "w 24-10", "6 - 4 , 7 - 5", "3-1 (aet)", "(4-2)", "10-5-2".
_SCORE = re.compile(
    rf"(?:[wldt]\s|win\s|loss\s|draw\s)?\(?({_PAIR}(?:\s?-\s?{_NUMBER})*)(?:\s?,?\s?\(?{_PAIR}\)?)*\)?"
    r"(?:\s?\([^()]{0,30}\))?(?:\s[wldt])?",
    re.IGNORECASE | re.ASCII,
)
_RANGE = re.compile(rf"({_NUMBER})\s?(?:-|to)\s?({_NUMBER})", re.ASCII)
_DIGITS = re.compile(_NUMBER, re.ASCII)
_ANY_NUMBER = re.compile(
    r"(?<![\w.,])[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.,])[+-]?\d+(?:\.\d+)?(?![\w.]*\d)", re.ASCII
)
_IN_BRACKETS = re.compile(r"\(\s?(\d{1,9}(?:,\d{3})*(?:\.\d+)?)\s?\)\s*$", re.ASCII)


class Span(NamedTuple):
    """A range: its lowest and its highest value."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CellValue:
    """A cell's text and every reading of it; a reading that is None is not there.

    `key` is the text for comparing: folded words without articles. `loose` is the one number that stands among words.
    """

    text: str
    key: str
    amount: Amount | None = None
    date: Date | None = None
    score: tuple[float, ...] | None = None
    span: Span | None = None
    loose: float | None = None
    is_computed: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether the cell says nothing: blank, a dash, "n/a"."""
        return self.text.lower() in _NOTHING


class Several(NamedTuple):
    """The values of several rows that do not say the same."""

    values: tuple[CellValue, ...]


@lru_cache(maxsize=1 << 16)
def read_value(text: str) -> CellValue:
    """Every reading of a cell's text. Reads any text, and no number that is not finite."""
    plain = _FOOTNOTE.sub("", text.translate(_DASHES)).strip()
    if plain.lower() in _NOTHING:
        return CellValue(plain, "")
    key = " ".join(word for word in words(plain) if word not in _ARTICLES) or plain.lower()
    if not any("0" <= character <= "9" for character in plain):
        # Only words: a number spelled out or a month, or nothing but a text.
        return CellValue(text, key, read_amount(plain), read_date(plain))
    score = _score(plain)
    span = read_years(plain) or _span(plain)
    amount = None if span or (score and len(score) > 1) else read_amount(plain)
    date = None if span else read_date(plain)
    return CellValue(text, key, amount, date, score, Span(*span) if span else None, _loose(plain, amount))


def number_value(number: float, *, unit: str = "", factor: float = 1.0) -> CellValue:
    """A computed number as a value; it must be finite."""
    assert isfinite(number)
    text = written(number / factor)
    return CellValue(text, text, Amount(number, unit, factor), is_computed=True)


def written(number: float) -> str:
    """A number as people write it: whole where it is whole, else with at most six digits that count."""
    if number == int(number) and abs(number) < 1e15:
        return f"{int(number):,}"
    return f"{number:,.2f}".rstrip("0").rstrip(".") if 0.01 <= abs(number) < 1e15 else f"{number:.6g}"


def _score(plain: str) -> tuple[float, ...] | None:
    match = _SCORE.fullmatch(plain)
    return tuple(float(digits) for digits in _DIGITS.findall(match[1])) if match else None


def _span(plain: str) -> Span | None:
    match = _RANGE.fullmatch(plain)
    if match and float(match[1]) < float(match[2]):
        return Span(float(match[1]), float(match[2]))
    return None


def _loose(plain: str, amount: Amount | None) -> float | None:
    if amount is not None:
        return amount.value / amount.factor
    match = _IN_BRACKETS.search(plain)
    found = [match[1]] if match else _ANY_NUMBER.findall(plain)
    if len(found) != 1:
        return None
    number = float(found[0].replace(",", ""))
    return number if isfinite(number) else None
