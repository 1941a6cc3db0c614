"""Exchanges a value of a clause for another that makes it false, never for one that may be true too."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files

from veriscope.lab.lessons.counterfactuals import Value, values
from veriscope.lab.lessons.mixed_clauses import Clause, holds, is_about_a_person, replace_value
from veriscope.lab.lessons.mixed_sameness import excludes, says, sort_of
from veriscope.text import load_alternatives

_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "mixed_exchanges")
_HEDGE = re.compile(rf"\b(?:{_WORDS['hedge']})[ $£€]*$")
_OPEN = re.compile(rf"\b(?:{_WORDS['open']})\b")
_MEASURED = re.compile(rf"\b(?:{_WORDS['measured']})\b")
_COPULA = re.compile(r"(?:is|was|are|were) ")
_REPEATED = re.compile(
    rf"(?:(?:{_WORDS['adverb']}) )?"
    rf"(?:(?:has|have|had) (?:{_WORDS['repeated_after_have']})|{_WORDS['repeated']})\b"
)
_NAME = r"[A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*"
_NAMES_IN_A_ROW = re.compile(rf"{_NAME}(?:, {_NAME})*,? (?:and|or) (?:the )?{_NAME}")
_TRIED = 6
_YEARS = range(1000, 2026)


class Exchanges:
    """Finds other values of the same kind: nearby numbers, and names that occur between the same words."""

    def __init__(self, texts: Iterable[str], introduction: Callable[[str], str] = lambda _: "") -> None:
        """`introduction` gives the beginning of a title's page, so that no place is exchanged for a part of it."""
        pool: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        for text in texts:
            for value in values(text):
                for around in _arounds(value):
                    pool[around][value.text] = None
        self._names: Mapping[tuple[str, str], Sequence[str]] = {around: list(names) for around, names in pool.items()}
        self._introduction = introduction

    def falsify(self, clause: Clause, draw: random.Random) -> tuple[str, str] | None:
        """The predicate with one value exchanged for another that the page does not mention, and the old value."""
        said = [value for value in values(clause.text) if value.text not in clause.subject]
        draw.shuffle(said)
        for value in said:
            if not is_the_only_one(value.text, clause.predicate):
                continue
            other = self._another(value, draw)
            if other and not says(clause.page, other):
                return replace_value(clause.predicate, value.text, other), value.text
        return None

    def _another(self, value: Value, draw: random.Random) -> str | None:
        if value.text[0].isdigit():
            return another_number(value.text, draw)
        for around in _arounds(value):
            names = [name for name in self._names.get(around, ()) if not name[0].isdigit()]
            for name in draw.sample(names, min(len(names), _TRIED)):
                if self._may_stand_for(name, value.text):
                    return name
        return None

    def _may_stand_for(self, name: str, value: str) -> bool:
        """Whether two names are of one sort and exclude each other: neither introduction mentions the other name."""
        if name == value or sort_of(name) != sort_of(value) or not excludes(name, value):
            return False
        about, about_value = self._introduction(name), self._introduction(value)
        if about and about_value and is_about_a_person(about) != is_about_a_person(about_value):
            return False
        return not holds(about, value) and not holds(about_value, name)


def is_the_only_one(value: str, predicate: str) -> bool:
    """Whether the predicate excludes other values: the value is no bound, no list member and no repeated event."""
    before, found, after = predicate.partition(value)
    if not found or not _is_whole(value, predicate) or after.startswith(".") or _OPEN.search(before):
        return False
    if value[0].isdigit():
        if value.isdigit() and int(value) in _YEARS and _MEASURED.search(predicate):
            return False
        return not _HEDGE.search(before) and not _REPEATED.match(predicate)
    is_listed = any(value in match[0] for match in _NAMES_IN_A_ROW.finditer(predicate))
    return bool(_COPULA.match(predicate)) and not is_listed


def _is_whole(value: str, text: str) -> bool:
    """Whether the value is a word of its own, not part of a score, a season or a compound."""
    return holds(text, value) and not re.search(rf"[-–]{re.escape(value)}|{re.escape(value)}[-–]", text)


def _arounds(value: Value) -> tuple[tuple[str, str], ...]:
    """The words around a value that show its kind, the most specific first."""
    before, after = value.around
    return value.around, (before.rpartition(" ")[2], after)


def another_number(text: str, draw: random.Random) -> str | None:
    """A nearby number, written in the same way; a year stays a year."""
    plain = text.replace(",", "")
    if not plain.isdigit() or len(plain) > 12:
        return None
    number = int(plain)
    spread = 12 if number in _YEARS and "," not in text else max(2, number // 4)
    other = number + draw.choice((-1, 1)) * draw.randint(1, spread)
    if other <= 0 or (number in _YEARS and other not in _YEARS):
        other = number + 1 if number + 1 in _YEARS or number not in _YEARS else number - 1
    return f"{other:,}" if "," in text else str(other)
