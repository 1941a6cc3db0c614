"""What columns measure, and which words ask for much or little of it: "oldest" is the first year, the highest age."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from veriscope.tables import Frame, OrderKind
from veriscope.text import words

_DATA = Path(__file__).parent / "data"
_DEGREES: dict[str, list[str]] = tomllib.loads((_DATA / "degrees.toml").read_text("utf-8"))
_SUPERLATIVES = frozenset(_DEGREES["superlatives"])
_COMPARATIVES = frozenset(_DEGREES["comparatives"])
_LOWERING = frozenset({"less", "least"})
_POINTS = frozenset({"east", "west"})
_FURTHEST = frozenset({"furthest", "farthest"})
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_MOSTLY = 0.8
# How well a measure's word names a column: less well than its header does.
_NAMED, _ALSO_NAMED = 0.8, 0.5
# "Highest" fits anything that can be counted.
_VAGUELY = 0.5
_ANY = "any"
_TIME = "time"


class DirectionWord(NamedTuple):
    """A word of a claim that asks for much of a column (`sign` 1) or for little (-1).

    `is_superlative` distinguishes "oldest" from "older" and "old"; `is_own` words belong to what the column measures.
    """

    place: int
    sign: int
    is_superlative: bool
    is_own: bool


class _Measure(NamedTuple):
    headers: frozenset[str]
    words: frozenset[str]
    signs: dict[str, int]
    dimension: str


@cache
def _measures() -> dict[str, _Measure]:
    found: dict[str, _Measure] = {}
    for name, lists in tomllib.loads((_DATA / "measures.toml").read_text("utf-8")).items():
        signs = dict.fromkeys(lists["more"], 1) | dict.fromkeys(lists["less"], -1)
        found[name] = _Measure(
            frozenset(lists["headers"]), frozenset(lists["words"]), signs, lists.get("dimension", "")
        )
    return found


def dimension_of_measure(measure: str) -> str:
    """The dimension of a number of that measure if no unit is given; empty if that is unknown."""
    return _measures()[measure].dimension


def measures_of(frame: Frame) -> list[tuple[str, ...]]:
    """For each column, the names of what it may measure; none for a column without an order."""
    return [_of_column(frame, place) for place in range(len(frame.columns))]


def _of_column(frame: Frame, place: int) -> tuple[str, ...]:
    if frame.kind(place) is None:
        return ()
    name = frame.columns[place].name
    header = {
        form for word in [*words(name), *name.replace("(", " ").replace(")", " ").split()] for form in _forms(word)
    }
    found = [measure for measure, definition in _measures().items() if definition.headers & header and measure != _TIME]
    return (*found, _TIME) if is_time(frame, place) else tuple(found)


def _forms(word: str) -> tuple[str, ...]:
    folded = word.lower().strip(".,:;")
    return (folded, folded.removesuffix("s"), folded.removesuffix("es"))


def is_time(frame: Frame, place: int) -> bool:
    """Whether a column holds times: dates, years, or hours of a day."""
    kind = frame.kind(place)
    if kind in {OrderKind.DATE, OrderKind.YEARS}:
        return True
    if kind is not OrderKind.AMOUNT:
        return False
    filled = [value for row, value in enumerate(frame.values(place)) if value.key and row not in frame.totals]
    years = [value for value in filled if value.text.strip().isdecimal() and _is_year(value.text)]
    header = {form for word in words(frame.columns[place].name) for form in _forms(word)}
    says_time = bool(header & _measures()[_TIME].headers)
    clocks = [value for value in filled if ":" in value.text] if says_time else []
    return bool(filled) and max(len(years), len(clocks)) >= _MOSTLY * len(filled)


def _is_year(digits: str) -> bool:
    return _FIRST_YEAR <= int(digits.strip()) <= _LAST_YEAR


def named_by_measure(claim_words: Sequence[str], columns: Sequence[Sequence[str]]) -> list[dict[int, float]]:
    """For each column, the words of a claim that name what it measures without naming its header, with their weights.

    "Largest" refers to an area first, and to a population if the table has no area.
    """
    known = _measures()
    present = [measure for measure in known if any(measure in one for one in columns)]
    found: list[dict[int, float]] = [{} for _ in columns]
    for place, word in enumerate(claim_words):
        meant = [measure for measure in present if _names(known[measure], measure, word)]
        for rank, measure in enumerate(meant):
            for column, own in enumerate(columns):
                if measure in own and place not in found[column]:
                    strength = _VAGUELY if word in known[_ANY].signs else 1.0
                    found[column][place] = strength * (_NAMED if rank == 0 else _ALSO_NAMED)
    return found


def _names(definition: _Measure, measure: str, word: str) -> bool:
    """Whether a word names a measure; "first" and "last" alone name neither a time nor a rank."""
    is_vague = measure in {_TIME, "rank"} and word in _SUPERLATIVES | _COMPARATIVES | _measures()[_ANY].signs.keys()
    return word in definition.words or (word in definition.signs and not is_vague)


def ways(claim_words: Sequence[str], measures: Sequence[str]) -> tuple[DirectionWord, ...]:
    """The words of a claim that ask for much or little of a column, in order."""
    known = _measures()
    own = [way for measure in measures for way in _ways(claim_words, known[measure], is_own=True)]
    taken = {way.place for way in own}
    general = [way for way in _ways(claim_words, known[_ANY], is_own=False) if way.place not in taken]
    return tuple(sorted({*own, *general}))


def _ways(claim_words: Sequence[str], measure: _Measure, *, is_own: bool) -> list[DirectionWord]:
    found: list[DirectionWord] = []
    for place, word in enumerate(claim_words):
        sign = measure.signs.get(word)
        if sign is not None:
            before = claim_words[place - 1] if place else ""
            is_low = before in _LOWERING and not _is_compared(word)
            is_best = _is_superlative(word) or before in {"most", "least"} or before in _FURTHEST
            found.append(DirectionWord(place, -sign if is_low else sign, is_best, is_own))
    return found


def _is_superlative(word: str) -> bool:
    return word in _SUPERLATIVES or (word.endswith(("est", "most")) and word not in _POINTS)


def _is_compared(word: str) -> bool:
    return _is_superlative(word) or word in _COMPARATIVES or word.endswith("er")


def adjectives(measure: str, sign: int) -> tuple[list[str], list[str], list[str]]:
    """The words that ask for much, or little, of a measure: "old", "older", "oldest"; "most populous"."""
    asking = [word for word, own in _measures()[measure].signs.items() if own == sign]
    most = [word for word in asking if _is_superlative(word)]
    more = [word for word in asking if word.endswith("er") and word not in _COMPARATIVES | _SUPERLATIVES]
    plain = [word for word in asking if not _is_compared(word)]
    # "large" becomes "larger"; "populous" has no such form.
    bare = [word for word in plain if not any(other.startswith(word[:3]) for other in more)]
    adverbs = [word for word in bare if not word.endswith(("ly", "y")) or word == "busy"]
    return plain, more + [f"more {word}" for word in adverbs], most + [f"most {word}" for word in adverbs]
