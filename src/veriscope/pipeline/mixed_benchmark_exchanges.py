"""Exchanges a value of a clause for another that makes it false: never for one that may be right as well."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from veriscope.pipeline.counterfactuals import Value, values
from veriscope.pipeline.mixed_benchmark_clauses import Clause, holds, is_about_a_person, replaced
from veriscope.pipeline.mixed_benchmark_sameness import excludes, says, sort_of

# A number after one of these is a bound or a guess, so a number near it is no less right.
_HEDGE = re.compile(
    r"\b(?:over|under|above|below|about|around|nearly|almost|some|roughly|approximately|circa|c\.|at least|at most"
    r"|up to|(?:more|less|fewer|greater|better) than|as (?:many|much|few) as|estimated(?: at)?|average of)[ $£€]*$"
)
# What follows these may be true of others, too; so may what follows a verb that says what one does again and again.
_OPEN = re.compile(
    r"\b(?:known|including|such as|like|starring|featuring|also|one of|among|members? of|part of|nominated|described"
    r"|considered|regarded|broadcast|shown|available|used|inspired|influenced|various|several|other)\b"
)
# The year of a measure is not what a clause is about: it may have been the same in another.
_MEASURED = re.compile(r"\b(?:population|census|inhabitants|residents|ranked|estimated?|as of|average)\b")
_COPULA = re.compile(r"(?:is|was|are|were) ")
_REPEATED = re.compile(
    r"(?:also |then |later |first |once )?(?:(?:has|have|had) (?:also|won|appeared|played|sung|starred)|won|competed"
    r"|played|appeared|represented|received|released|produced|featured|features?|hosted|reached|served|made|participated"
    r"|starred|joined|worked|wrote|directed|recorded|performed|toured|covered|includes?|contains?)\b"
)
_NAME = r"[A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*"
_NAMES_IN_A_ROW = re.compile(rf"{_NAME}(?:, {_NAME})*,? (?:and|or) (?:the )?{_NAME}")
_TRIED = 6
_YEARS = range(1000, 2026)


class Exchanges:
    """Finds other values of the same kind: near numbers, and names that stand between the same words."""

    def __init__(self, texts: Iterable[str], introduction: Callable[[str], str] = lambda _: "") -> None:
        """`introduction` is what the page of a title begins with, so that a part is not exchanged for its whole."""
        pool: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        for text in texts:
            for value in values(text):
                for around in _arounds(value):
                    pool[around][value.text] = None
        self._names: Mapping[tuple[str, str], Sequence[str]] = {around: list(names) for around, names in pool.items()}
        self._introduction = introduction

    def falsified(self, clause: Clause, draw: random.Random) -> tuple[str, str] | None:
        """The predicate with one value exchanged for what the page does not say, and the value; None without one."""
        said = [value for value in values(clause.text) if value.text not in clause.subject]
        draw.shuffle(said)
        for value in said:
            if not is_the_only_one(value.text, clause.predicate):
                continue
            other = self._another(value, draw)
            if other and not says(clause.page, other):
                return replaced(clause.predicate, value.text, other), value.text
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
        """Whether two names are of one sort and can be told apart: neither page begins with the other's name."""
        if name == value or sort_of(name) != sort_of(value) or not excludes(name, value):
            return False
        about, about_value = self._introduction(name), self._introduction(value)
        if about and about_value and is_about_a_person(about) != is_about_a_person(about_value):
            return False
        return not holds(about, value) and not holds(about_value, name)


def is_the_only_one(value: str, predicate: str) -> bool:
    """Whether what a predicate says of a value rules out another: no bound, no member of a list, nothing done often."""
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
    """Whether a value stands by itself, and is no part of a score, a season or a compound."""
    return holds(text, value) and not re.search(rf"[-–]{re.escape(value)}|{re.escape(value)}[-–]", text)


def _arounds(value: Value) -> tuple[tuple[str, str], ...]:
    """The words around a value that tell its kind, the closest description first."""
    before, after = value.around
    return value.around, (before.rpartition(" ")[2], after)


def another_number(text: str, draw: random.Random) -> str | None:
    """A number near another, written alike; a year stays a year."""
    plain = text.replace(",", "")
    if not plain.isdigit() or len(plain) > 12:
        return None
    number = int(plain)
    spread = 12 if number in _YEARS and "," not in text else max(2, number // 4)
    other = number + draw.choice((-1, 1)) * draw.randint(1, spread)
    if other <= 0 or (number in _YEARS and other not in _YEARS):
        other = number + 1 if number + 1 in _YEARS or number not in _YEARS else number - 1
    return f"{other:,}" if "," in text else str(other)
