"""What a cell says: always a text, and any numbers, dates, scores and ranges that people write in tables."""

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import isfinite
from typing import NamedTuple

from veriscope.tables.amounts import Amount, format_amount, format_number, read_amount
from veriscope.tables.dates import read_date, read_period, read_years
from veriscope.text import DIGITS, Date, digits_value, load_alternatives, stem, words

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_FOOTNOTE = re.compile(r"\[[^\[\]]{0,16}\]|[*†‡§¶^]+$|^[*†‡§¶^]+")
_NOTHING = frozenset({"", "-", "--", "---", "n/a", "n / a", "tba", "tbd", "?", "...", "…"})
_ARTICLES = frozenset({"a", "an", "the"})
_MAX_SHORT = 10
# A match is never retried in pieces, so a long cell takes time only in proportion to its length.
_NUMBER = r"\d{1,9}+(?:\.\d{1,9}+)?+"
_WORDS = load_alternatives(files("veriscope.tables") / "data" / "cells.toml", "scores")
_PAIR = rf"{_NUMBER}\s?[-/:]\s?{_NUMBER}"
# "3-1", "w 24-10", "6 - 4 , 7 - 5", "3-1 (aet)", "(4-2)", "10-5-2".
_SCORE = re.compile(
    rf"(?:(?:{_WORDS['result']})\s)?\(?({_PAIR}(?:\s?-\s?{_NUMBER})*+)(?:(?:\s?,\s?|\s)\(?{_PAIR}\)?)*\)?"
    rf"(?:\s?\([^()]{{0,30}}\))?(?:\s(?:{_WORDS['ending']}))?",
    re.IGNORECASE | re.ASCII,
)
_RANGE = re.compile(rf"({_NUMBER})\s?(?:-|to)\s?({_NUMBER})", re.ASCII)
_DIGITS = re.compile(_NUMBER, re.ASCII)
_DIGIT = re.compile(r"\d", re.ASCII)
_LOOSE = re.compile(rf"(?<![\w.,+-])(?:[+-]\s?)?{DIGITS}(?![\w-]|[.,]\d)", re.ASCII)
# Goals and behinds with the points they add up to: "12.13 (85)".
_POINTS = re.compile(r"((\d{1,2})\.(\d{1,2}))\s?\(\s?(\d{1,3})\s?\)", re.ASCII)


class Span(NamedTuple):
    """A range of numbers or of years, from lowest to highest; a period is a named decade or century."""

    low: float
    high: float
    is_years: bool = False
    is_period: bool = False


@dataclass(frozen=True, slots=True)
class CellValue:
    """A cell's text and every reading of it; None means that the cell has no such reading.

    `key` is the text for comparing: folded words without articles; `stems` is the same with word stems. `loose` is the
    only number among words. `goals` is the other reading of a text like `12.13 (85)`, whose amount is 85 points.
    """

    text: str
    key: str
    stems: str
    amount: Amount | None = None
    date: Date | None = None
    score: tuple[float, ...] | None = None
    span: Span | None = None
    loose: float | None = None
    goals: float | None = None
    is_computed: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether the cell says nothing: blank, a dash, "n/a"."""
        return not self.key


class SeveralValues(NamedTuple):
    """What several rows say, or one row in several ways: equal to whatever any of them is, greater only if all are."""

    values: tuple[CellValue, ...]


@lru_cache(maxsize=1 << 16)
def read_value(text: str) -> CellValue:
    """Every reading of a cell's text. It accepts any text; infinite numbers are not readings."""
    if len(text) < _MAX_SHORT and text.isascii() and text.isdecimal():
        # Most cells with a number hold nothing else, and need no other reader.
        number = float(text)
        return CellValue(text, text, text, Amount(number), read_date(text), loose=number)
    plain = _FOOTNOTE.sub("", text.translate(_DASHES)).strip()
    if plain.lower() in _NOTHING:
        return CellValue(text, "", "")
    found = [word for word in words(plain) if word not in _ARTICLES]
    key = " ".join(found) or plain.lower()
    stems = " ".join(map(stem, found)) or key
    if _DIGIT.search(plain) is None:
        # Only words: a spelled-out number, a month, or plain text.
        return CellValue(text, key, stems, read_amount(plain), read_date(plain))
    if years := _years(plain):
        return CellValue(text, key, stems, span=years)
    if points := _points(plain):
        return CellValue(text, key, stems, points[0], loose=points[0].value, goals=points[1])
    amount = read_amount(plain)
    date = read_date(plain)
    score = _score(plain) if amount is None and date is None else None
    span = _span(plain) if score is not None else None
    loose = _loose(plain, amount) if score is None else None
    return CellValue(text, key, stems, amount, date, score, span, loose)


def number_value(number: float, *, unit: str = "", factor: float = 1.0) -> CellValue:
    """A computed number as a value; it must be finite."""
    assert isfinite(number)
    text = format_amount(number / factor, unit, factor)
    return CellValue(text, text, text, Amount(number, unit, factor), is_computed=True)


def score_value(parts: tuple[float, ...]) -> CellValue:
    """A computed score as a value."""
    text = "–".join(map(format_number, parts))
    key = " ".join(map(format_number, parts))
    return CellValue(text, key, key, score=parts, is_computed=True)


def _years(plain: str) -> Span | None:
    if years := read_years(plain):
        return Span(years[0], years[1], is_years=True)
    period = read_period(plain)
    return Span(period[0], period[1], is_years=True, is_period=True) if period else None


def _points(plain: str) -> tuple[Amount, float] | None:
    match = _POINTS.fullmatch(plain)
    if match is None or int(match[2]) * 6 + int(match[3]) != int(match[4]):
        return None
    return Amount(float(match[4])), float(match[1])


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
        return amount.value / (amount.factor or 1.0)
    found = _LOOSE.findall(plain)
    if len(found) != 1 or len(_DIGIT.findall(plain)) != len(_DIGIT.findall(found[0])):
        return None
    number = digits_value(found[0])
    return number if isfinite(number) else None
