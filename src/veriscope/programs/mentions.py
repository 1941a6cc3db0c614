"""What a claim names of a table: cells, columns, numbers, and the words that tell a computation."""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from veriscope.programs.frame import Frame
from veriscope.programs.language import place
from veriscope.programs.measures import Way, is_time, measures_of, named_by_measure, ways
from veriscope.programs.units import column_units, unit_of
from veriscope.text import load_words
from veriscope.text.numbers import number_at
from veriscope.text.terms import stem
from veriscope.text.tokenise import words

_MAX_MENTIONS = 12
_LONGEST = 12
_STOP_WORDS = load_words("stop_words.txt")
_TIMES = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "none": 0.0, "zero": 0.0}
_ARTICLES = {"a": "1", "an": "1"}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
             "ninth": 9, "tenth": 10}  # fmt: skip
_DATA = Path(__file__).parent / "data"
_TRIGGERS: dict[str, list[str]] = tomllib.loads((_DATA / "triggers.toml").read_text("utf-8"))
# Words that speak of the same thing though they are written otherwise: "won" in a claim, "wins" over a column.
_ALIKE: dict[str, str] = tomllib.loads((_DATA / "alike.toml").read_text("utf-8"))
# Words that look like a trigger and are part of another: "of all" is not "all".
_UNLIKE = {"every": "not_every", "mostly": "not_mostly", "negation": "not_negation"}
_PATTERNS = {
    name: re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(phrases, key=lambda phrase: (-len(phrase), phrase))))})\b")
    for name, phrases in _TRIGGERS.items()
}


class Mention(NamedTuple):
    """Words `start` to `end` of a claim that stand in cells of a column.

    `literal` is how the cells write them; `rows` are the rows that hold it, `share` is how much of the shortest such
    cell the words are.
    """

    start: int
    end: int
    column: int
    literal: str
    rows: tuple[int, ...]
    share: float

    def meets(self, other: "Mention | Amount") -> bool:
        """Whether the two share words of the claim."""
        return self.start < other.end and other.start < self.end


class Amount(NamedTuple):
    """A number of a claim, as a program writes it."""

    start: int
    end: int
    value: float
    literal: str


class Reading(NamedTuple):
    """All that a claim names of a table; `columns` tells for each column how much of its header is named.

    `about` are the words that the table's title and caption say; `units` are those that measure a number, by where
    they begin, and `measured` is what they measure, by where the number begins. `ways` are for each column the words
    that ask for much or little of it, `measures` what it measures, `times`
    whether it says when, and `column_units` what it is measured in.
    """

    words: tuple[str, ...]
    mentions: tuple[Mention, ...]
    amounts: tuple[Amount, ...]
    ordinals: tuple[Amount, ...]
    columns: tuple[float, ...]
    column_words: tuple[frozenset[int], ...]
    about: frozenset[int]
    units: dict[int, frozenset[int]]
    measured: dict[int, str]
    ways: tuple[tuple[Way, ...], ...]
    measures: tuple[tuple[str, ...], ...]
    times: tuple[bool, ...]
    column_units: tuple[frozenset[str], ...]
    triggers: dict[str, frozenset[int]]


class Vocabulary:
    """Where the words of a frame's cells and headers stand; made once for a table."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.cells: dict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
        self.places: dict[str, list[tuple[int, tuple[str, ...], int]]] = defaultdict(list)
        for column in range(len(frame.columns)):
            self._add_column(column)
        self.headers = _told_apart([column.name for column in frame.columns])
        self.about = frozenset(_same(word) for word in words(f"{frame.title} {frame.caption}"))
        self.measures = measures_of(frame)
        self.times = tuple(is_time(frame, column) for column in range(len(frame.columns)))
        self.column_units = column_units(frame)

    def same(self, word: str) -> str:
        """What ways of writing a word share; "Australian" is met by a cell that says "Australia"."""
        found = _same(word)
        shorter = _same(word[:-1]) if word.endswith("an") else found
        return shorter if found not in self.places and shorter in self.places else found

    def _add_column(self, column: int) -> None:
        for row, value in enumerate(self.frame.values(column)):
            if row not in self.frame.totals and value.key:
                self.cells[column, tuple(value.key.split())].append(row)
        for own, key in [cell for cell in self.cells if cell[0] == column]:
            for at, word in enumerate(key):
                self.places[_same(word)].append((own, key, at))


def read_claim(claim: str, vocabulary: Vocabulary) -> Reading:
    """What the claim names of the table."""
    told = tuple(words(claim))
    stems = [vocabulary.same(word) for word in told]
    about = frozenset(place for place, word in enumerate(stems) if word in vocabulary.about)
    # In "group 14" of a page of that name the number counts nothing.
    titled = frozenset(at for at in about if told[at].isdigit() and at - 1 in about)
    found = (one for one in _mentions(told, stems, vocabulary) if not titled.issuperset(range(one.start, one.end)))
    mentions = _best(found)
    # "Second Winter" is a film and no second place.
    names = frozenset(at for one in mentions if _is_name(one) for at in range(one.start, one.end))
    amounts = tuple(one for one in _amounts(told) if one.start not in titled)
    joined, starts = _joined(told)
    triggers = {name: _matched(pattern, joined, starts) - names for name, pattern in _PATTERNS.items()}
    for name, others in _UNLIKE.items():
        triggers[name] -= triggers[others]
    # "Only three" counts, and says of nothing that it is the only one.
    counted = {one.start - 1 for one in amounts if one.value != 1}
    triggers["only"] -= counted
    scores, used = _named_columns(stems, vocabulary.headers, about)
    free = tuple("" if at in names else word for at, word in enumerate(told))
    scores, used = _with_measures(free, about, scores, used, vocabulary.measures)
    units = _units(amounts, triggers["units"])
    return Reading(
        told,
        mentions,
        amounts,
        tuple(one for one in _ordinals(told) if one.start not in names),
        scores,
        used,
        about,
        units,
        {one.start: unit_of([told[at] for at in sorted(units[one.end])]) for one in amounts},
        tuple(ways(free, measures) for measures in vocabulary.measures),
        tuple(vocabulary.measures),
        vocabulary.times,
        vocabulary.column_units,
        triggers,
    )


def _is_name(one: Mention) -> bool:
    return one.share == 1 and one.end - one.start > 1


def _with_measures(
    told: Sequence[str],
    about: frozenset[int],
    scores: Sequence[float],
    used: Sequence[frozenset[int]],
    measures: Sequence[Sequence[str]],
) -> tuple[tuple[float, ...], tuple[frozenset[int], ...]]:
    """How much of each column is named, also by words for what it measures: "tallest" for a height."""
    free = tuple("" if at in about else word for at, word in enumerate(told))
    named = named_by_measure(free, measures)
    return (
        tuple(max(score, *by.values(), 0.0) for score, by in zip(scores, named, strict=True)),
        tuple(one.union(by) for one, by in zip(used, named, strict=True)),
    )


def _mentions(told: Sequence[str], stems: Sequence[str], vocabulary: Vocabulary) -> Iterator[Mention]:
    """For each column the longest runs of words that stand in its cells."""
    reached: dict[int, int] = {}
    for start in range(len(told)):
        longest: dict[int, int] = {}
        found: dict[tuple[int, int], dict[tuple[str, ...], list[tuple[str, ...]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for column, key, at in vocabulary.places.get(stems[start], ()):
            length = _shared(stems, start, key, at)
            if length >= longest.get(column, 1):
                longest[column] = length
                found[column, length][key[at : at + length]].append(key)
        for column, length in sorted(longest.items()):
            end = start + length
            if end <= reached.get(column, 0) or all(word in _STOP_WORDS for word in told[start:end]):
                continue
            reached[column] = end
            for literal, keys in found[column, length].items():
                rows = sorted({row for key in keys for row in vocabulary.cells[column, key]})
                share = length / min(map(len, keys))
                yield Mention(start, end, column, " ".join(literal), tuple(rows), share)


def _shared(stems: Sequence[str], start: int, key: Sequence[str], at: int) -> int:
    length = 0
    most = min(len(stems) - start, len(key) - at, _LONGEST)
    while length < most and stems[start + length] == _same(key[at + length]):
        length += 1
    return length


def _best(found: Iterator[Mention]) -> tuple[Mention, ...]:
    """The mentions that tell most, in the order of the claim: long ones, and those that are whole cells."""
    every = list(found)
    # A number that is a piece of a longer run names no cell of its own.
    reach: dict[int, int] = {}
    for one in every:
        reach[one.start] = max(one.end, reach.get(one.start, 0))
    whole = [one for one in every if one.share == 1 or not _is_held(one, reach)]
    ranked = sorted(whole, key=lambda one: (-(one.end - one.start + 2 * one.share), one.start, one.column))
    return tuple(sorted(ranked[:_MAX_MENTIONS]))


def _is_held(one: Mention, reach: dict[int, int]) -> bool:
    """Whether a longer run that begins at or before the mention reaches its end."""
    starts = range(max(0, one.start - _LONGEST), one.start + 1)
    return any(reach.get(start, 0) >= one.end + (start == one.start) for start in starts)


def _amounts(told: Sequence[str]) -> Iterator[Amount]:
    terms = [stem(word) for word in told]
    at = 0
    while at < len(told):
        written, taken = _written(told, terms, at)
        number = _number(written or "")
        if number is not None and taken:
            # As it is written, so that it can be told how far it is rounded; words by their value.
            literal = " ".join(told[at : at + taken]) if told[at][0].isdigit() else f"{number:.10g}"
            yield Amount(at, at + taken, number, literal)
        at += max(taken, 1)


def _written(told: Sequence[str], terms: Sequence[str], at: int) -> tuple[str | None, int]:
    """The number that begins at a word, and how many words it takes; an ordinal is none."""
    if told[at] in _TIMES:
        return str(_TIMES[told[at]]), 1
    if told[at] in _ORDINALS or (place(told[at]) and not told[at].isdigit()):
        return None, 0
    if told[at] in _ARTICLES and at + 1 < len(told):
        # "a million", "half a million"
        written, taken = number_at([_ARTICLES[told[at]], *terms[at + 1 : at + 3]], 0)
        return (written, taken) if taken > 1 else (None, 0)
    if told[at : at + 2] == ("half", "a"):
        written, taken = number_at(["0.5", *terms[at + 2 : at + 4]], 0)
        return (written, taken + 1) if taken > 1 else (None, 0)
    return number_at(terms, at)


def _units(amounts: Sequence[Amount], measuring: frozenset[int]) -> dict[int, frozenset[int]]:
    """The words behind each number that only say in what it is measured."""
    found: dict[int, frozenset[int]] = {}
    for amount in amounts:
        end = amount.end
        while end in measuring:
            end += 1
        found[amount.end] = frozenset(range(amount.end, end))
    return found


def _number(written: str) -> float | None:
    try:
        return float(written)
    except ValueError:
        return None


def _ordinals(told: Sequence[str]) -> Iterator[Amount]:
    for at, word in enumerate(told):
        number = _ORDINALS.get(word) or (place(word) if word[:1].isdigit() and not word.isdigit() else None)
        if number:
            yield Amount(at, at + 1, float(number), str(number))


def _joined(told: Sequence[str]) -> tuple[str, dict[int, int]]:
    """The words as one text, and the number of the word that begins at a place of it."""
    starts: dict[int, int] = {}
    length = 0
    for number, word in enumerate(told):
        starts[length] = number
        length += len(word) + 1
    return " ".join(told), starts


def _matched(pattern: re.Pattern[str], joined: str, starts: dict[int, int]) -> frozenset[int]:
    found: set[int] = set()
    for match in pattern.finditer(joined):
        first = starts.get(match.start())
        if first is not None:
            found |= set(range(first, first + match[0].count(" ") + 1))
    return frozenset(found)


def _named_columns(
    stems: Sequence[str], headers: Sequence[Sequence[str]], about: frozenset[int]
) -> tuple[tuple[float, ...], tuple[frozenset[int], ...]]:
    """For each column how much of its header the claim says, and which words say it.

    Rare words count more, and those that only repeat the title of the table half.
    """
    held = Counter(word for header in headers for word in set(header))
    said: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(stems):
        said[word].append(at)
    scores: list[float] = []
    used: list[frozenset[int]] = []
    for header in headers:
        whole = sum(1 / held[word] for word in header)
        named = [word for word in header if word in said]
        weights = [(0.5 if about.issuperset(said[word]) else 1.0) / held[word] for word in named]
        scores.append(sum(weights) / whole if whole else 0.0)
        used.append(frozenset(at for word in named for at in said[word]))
    return tuple(scores), tuple(used)


def _told_apart(names: Sequence[str]) -> list[list[str]]:
    """The stems of headers; small words count where without them two were the same: "goals for", "goals against"."""
    found = [_header_stems(name) for name in names]
    whole = [list(dict.fromkeys(map(_same, words(name)))) for name in names]
    return [full if found.count(short) > 1 else short for short, full in zip(found, whole, strict=True)]


def _header_stems(name: str) -> list[str]:
    found = [_same(word) for word in words(name)]
    return [word for word in dict.fromkeys(found) if word not in _STOP_WORDS] or found


@lru_cache(maxsize=1 << 16)
def _same(word: str) -> str:
    """What ways of writing a word share."""
    return stem(_ALIKE.get(word) or _ALIKE.get(stem(word)) or word)
