"""Decides whether two values can both be true; if so, a claim with one does not contradict the other."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from veriscope.domain import Element, Page, Section, Table
from veriscope.tables import CellValue, read_value
from veriscope.text import fold, load_alternatives

_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_SEPARATED = re.compile(r"\s*(?:[,;/&\n]|\band\b|\bor\b)\s*")
_PATTERN_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "mixed_sameness")
_ROUGHLY = re.compile(rf"[~<>≈±]|\d\+|\b(?:{_PATTERN_WORDS['roughly']}|approx\w*)\b")
_EMPTY = frozenset({"a", "an", "the", "of", "and", "de", "fc", "f", "c"})
_FEWEST_SHARED = 4


class _Words(NamedTuple):
    vague: frozenset[str]
    sums: frozenset[str]
    wide: frozenset[str]
    kin: tuple[frozenset[str], ...]
    sorts: dict[str, frozenset[str]]
    groups: tuple[frozenset[str], ...]


@lru_cache(maxsize=1)
def _words() -> _Words:
    text = (files("veriscope.lab.lessons") / "data" / "mixed_benchmark_words.toml").read_text(encoding="utf-8")
    read = tomllib.loads(text)
    return _Words(
        frozenset(read["vague"]),
        frozenset(read["sums"]),
        frozenset(read["wide"]),
        tuple(frozenset(group) for group in read["kin"]),
        {name: frozenset(words) for name, words in read["sorts"].items()},
        tuple(frozenset(group) for group in read["headers"]["groups"]),
    )


@lru_cache(maxsize=1 << 16)
def excludes(one: str, other: str) -> bool:
    """Whether two values cannot both be true of the same thing: both are exact, and neither is a form of the other."""
    if is_vague(one) or is_vague(other) or _is_rough(one) or _is_rough(other):
        return False
    left, right = _name_words(one), _name_words(other)
    return (
        not (left <= right or right <= left)
        and not _is_wide(one, other)
        and not _share_a_member(one, other)
        and not _is_short_for(one, other)
        and not _is_short_for(other, one)
        and not _look_alike(left, right)
        and not _read_alike(read_value(one), read_value(other))
    )


def is_vague(text: str) -> bool:
    """Whether a value says too little to be false: "Himself", "various", "TBA"."""
    plain = _plain(text)
    return plain in _words().vague or not _name_words(text)


def is_sum(name: str) -> bool:
    """Whether a row name is that of a sum: "Total"."""
    return _plain(name) in _words().sums


def sort_of(name: str) -> str:
    """The sort of thing that the words of a name show, such as a body or an event; empty if they show none."""
    found = set(_plain(name).split())
    return next((sort for sort, words in _words().sorts.items() if found & words), "")


def may_be_one_column(header: str, other: str) -> bool:
    """Whether two headers may mean the same column: they share a word, or have words of one group."""
    left, right = (set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)?", fold(text))) - _EMPTY for text in (header, other))
    return bool(left & right) or any(left & group and right & group for group in _words().groups)


def lines(element: Element) -> list[str]:
    """The texts of an element, one for each row of a table; none for a heading."""
    if not isinstance(element, Table):
        return [] if isinstance(element, Section) else element.texts()
    rows: dict[int, list[str]] = {}
    for cell in element.cells:
        rows.setdefault(cell.row, []).append(cell.text)
    return [" | ".join(row) for row in rows.values()]


def says(page: Page, *values: str) -> bool:
    """Whether a line of the page, or a row of its tables, contains all the values as whole words."""
    wanted = [f" {' '.join(_WORD.findall(fold(value)))} " for value in values]
    return any(all(value in line for value in wanted) for line in _page_lines(_Itself(page)))


class _Itself:
    """A page as a key of a cache: compared by identity, which is faster than comparing its content."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __hash__(self) -> int:
        return id(self.page)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.page is self.page


@lru_cache(maxsize=8)
def _page_lines(key: _Itself) -> tuple[str, ...]:
    found = (line for element in key.page.elements for line in lines(element))
    return tuple(f" {' '.join(_WORD.findall(fold(line)))} " for line in found)


@lru_cache(maxsize=1 << 16)
def _plain(text: str) -> str:
    return " ".join(_BRACKETS.sub("", fold(text)).split()).strip(" .*'\"")


@lru_cache(maxsize=1 << 16)
def _name_words(text: str) -> frozenset[str]:
    plain = _plain(text) or fold(text)
    return frozenset(word.replace(",", "") for word in _WORD.findall(plain) if word not in _EMPTY)


def _is_rough(text: str) -> bool:
    return any(map(str.isdigit, text)) and _ROUGHLY.search(fold(text)) is not None


def _is_wide(one: str, other: str) -> bool:
    """Whether either value is a wide term, or both belong to one group of kin: Scottish is also British."""
    left, right = ({_plain(text), *_plain(text).split("-")} for text in (one, other))
    is_kin = any(left & group and right & group for group in _words().kin)
    return is_kin or bool((left | right) & _words().wide)


def _share_a_member(one: str, other: str) -> bool:
    """Whether two lists share a name: "Ada Moor, Jo Lind" and "Jo Lind and Kit Vale"."""
    left, right = (
        {part for part in _SEPARATED.split(_plain(text)) if any(map(str.isalpha, part))} for text in (one, other)
    )
    return bool(left & right)


def _is_short_for(short: str, long: str) -> bool:
    """Whether `short` is the initials of `long`."""
    letters = "".join(filter(str.isalpha, short))
    initials = "".join(word[0] for word in re.findall(r"[^\W\d_]+", long) if word[0].isupper())
    return len(letters) > 1 and letters.isupper() and letters == initials


def _look_alike(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether both are single words with the same beginning: "England" and "English"."""
    if len(left) != 1 or len(right) != 1:
        return False
    one, other = next(iter(left)), next(iter(right))
    return one.isalpha() and one[:_FEWEST_SHARED] == other[:_FEWEST_SHARED]


def _read_alike(one: CellValue, other: CellValue) -> bool:
    """Whether both are the same number or date, or one lies within the range of the other."""
    if one.amount and other.amount and one.amount.value == other.amount.value:
        return True
    if one.date and one.date == other.date:
        return True
    return _lies_within(one, other) or _lies_within(other, one)


def _lies_within(value: CellValue, whole: CellValue) -> bool:
    if whole.span is None:
        return False
    if value.span is not None:
        return value.span.low < whole.span.high and whole.span.low < value.span.high
    number = value.loose if value.amount is None else value.amount.value
    return number is not None and whole.span.low <= number <= whole.span.high
