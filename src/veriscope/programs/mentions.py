"""What a claim names of a table: cells, columns, numbers, and the words that ask for a computation."""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from veriscope.programs.language import place
from veriscope.programs.measures import DirectionWord, is_time, measures_of, named_by_measure, ways
from veriscope.programs.units import column_units, unit_of
from veriscope.tables import Frame
from veriscope.text import ORDINALS, load_words, number_at, stem, words

_MAX_MENTIONS = 12
_LONGEST = 12
_STOP_WORDS = load_words("stop_words.txt")
_NONE = "none"
_ARTICLES = {"a": "1", "an": "1"}
# Ordinals above the tenth are read as numbers, since the program rankers were trained that way.
_ORDINALS = {word: value for word, value in ORDINALS.items() if 1 <= value <= 10}
_DATA = Path(__file__).parent / "data"
_TRIGGERS: dict[str, list[str]] = tomllib.loads((_DATA / "triggers.toml").read_text("utf-8"))
# Different words for the same thing: "won" in a claim, "wins" over a column.
_ALIKE: dict[str, str] = tomllib.loads((_DATA / "alike.toml").read_text("utf-8"))
# Phrases that contain a trigger without meaning it: "of all" is not "all".
_UNLIKE = {"every": "not_every", "mostly": "not_mostly", "negation": "not_negation"}
_PATTERNS = {
    name: re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(phrases, key=lambda phrase: (-len(phrase), phrase))))})\b")
    for name, phrases in _TRIGGERS.items()
}


class Mention(NamedTuple):
    """Words `start` to `end` of a claim that occur in cells of a column.

    `literal` is how the cells write them, `rows` are the rows that contain it, and `share` is how much of the shortest
    such cell the words cover.
    """

    start: int
    end: int
    column: int
    literal: str
    rows: tuple[int, ...]
    share: float

    def meets(self, other: "Mention | ClaimNumber") -> bool:
        """Whether the two share words of the claim."""
        return self.start < other.end and other.start < self.end


class ClaimNumber(NamedTuple):
    """A number of a claim, in the form that a program uses."""

    start: int
    end: int
    value: float
    literal: str


class ClaimReading(NamedTuple):
    """Everything that a claim names of a table; `columns` holds how much of each column's header the claim names.

    `about` are the words that also occur in the table's title and caption. `units` holds the words that measure a
    number, by where they begin, and `measured` the dimension, by where the number begins. For each column, `ways` holds
    the words that ask for much or little of it, `measures` what it may measure, `times` whether it holds times, and
    `column_units` its possible dimensions.
    """

    words: tuple[str, ...]
    mentions: tuple[Mention, ...]
    amounts: tuple[ClaimNumber, ...]
    ordinals: tuple[ClaimNumber, ...]
    columns: tuple[float, ...]
    column_words: tuple[frozenset[int], ...]
    about: frozenset[int]
    units: dict[int, frozenset[int]]
    measured: dict[int, str]
    ways: tuple[tuple[DirectionWord, ...], ...]
    measures: tuple[tuple[str, ...], ...]
    times: tuple[bool, ...]
    column_units: tuple[frozenset[str], ...]
    triggers: dict[str, frozenset[int]]


class Vocabulary:
    """Where words occur in the cells and headers of a frame; made once for a table."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.cells: dict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
        self.places: dict[str, list[tuple[int, tuple[str, ...], int]]] = defaultdict(list)
        for column in range(len(frame.columns)):
            self._add_column(column)
        self.headers = _distinct_headers([column.name for column in frame.columns])
        self.about = frozenset(_same(word) for word in words(f"{frame.title} {frame.caption}"))
        self.measures = measures_of(frame)
        self.times = tuple(is_time(frame, column) for column in range(len(frame.columns)))
        self.column_units = column_units(frame)

    def same(self, word: str) -> str:
        """The common form of a word's spellings; "Australian" matches a cell that says "Australia"."""
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


def read_claim(claim: str, vocabulary: Vocabulary) -> ClaimReading:
    """Read what the claim names of the table."""
    claim_words = tuple(words(claim))
    stems = [vocabulary.same(word) for word in claim_words]
    about = frozenset(place for place, word in enumerate(stems) if word in vocabulary.about)
    # If "Group 14" is the page's title, its number counts nothing.
    titled = frozenset(at for at in about if claim_words[at].isdigit() and at - 1 in about)
    found = (
        one for one in _mentions(claim_words, stems, vocabulary) if not titled.issuperset(range(one.start, one.end))
    )
    mentions = _best(found)
    # "Second Winter" is a film, so "second" is not an ordinal.
    names = frozenset(at for one in mentions if _is_name(one) for at in range(one.start, one.end))
    amounts = tuple(one for one in _amounts(claim_words) if one.start not in titled)
    joined, starts = _join_words(claim_words)
    triggers = {name: _trigger_places(pattern, joined, starts) - names for name, pattern in _PATTERNS.items()}
    for name, others in _UNLIKE.items():
        triggers[name] -= triggers[others]
    # "Only three" counts rows; it does not mean that something is the only one.
    counted = {one.start - 1 for one in amounts if one.value != 1}
    triggers["only"] -= counted
    scores, used = _named_columns(stems, vocabulary.headers, about)
    free = tuple("" if at in names else word for at, word in enumerate(claim_words))
    scores, used = _with_measures(free, about, scores, used, vocabulary.measures)
    units = _units(amounts, triggers["units"])
    return ClaimReading(
        claim_words,
        mentions,
        amounts,
        tuple(one for one in _ordinals(claim_words) if one.start not in names),
        scores,
        used,
        about,
        units,
        {one.start: unit_of([claim_words[at] for at in sorted(units[one.end])]) for one in amounts},
        tuple(ways(free, measures) for measures in vocabulary.measures),
        tuple(vocabulary.measures),
        vocabulary.times,
        vocabulary.column_units,
        triggers,
    )


def _is_name(one: Mention) -> bool:
    return one.share == 1 and one.end - one.start > 1


def _with_measures(
    claim_words: Sequence[str],
    about: frozenset[int],
    scores: Sequence[float],
    used: Sequence[frozenset[int]],
    measures: Sequence[Sequence[str]],
) -> tuple[tuple[float, ...], tuple[frozenset[int], ...]]:
    """How much of each column is named, including by words for what it measures: "tallest" for a height."""
    free = tuple("" if at in about else word for at, word in enumerate(claim_words))
    named = named_by_measure(free, measures)
    return (
        tuple(max(score, *by.values(), 0.0) for score, by in zip(scores, named, strict=True)),
        tuple(one.union(by) for one, by in zip(used, named, strict=True)),
    )


def _mentions(claim_words: Sequence[str], stems: Sequence[str], vocabulary: Vocabulary) -> Iterator[Mention]:
    """For each column, the longest runs of words that occur in its cells."""
    reached: dict[int, int] = {}
    for start in range(len(claim_words)):
        longest: dict[int, int] = {}
        found: dict[tuple[int, int], dict[tuple[str, ...], list[tuple[str, ...]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for column, key, at in vocabulary.places.get(stems[start], ()):
            length = _run_length(stems, start, key, at)
            if length >= longest.get(column, 1):
                longest[column] = length
                found[column, length][key[at : at + length]].append(key)
        for column, length in sorted(longest.items()):
            end = start + length
            if end <= reached.get(column, 0) or all(word in _STOP_WORDS for word in claim_words[start:end]):
                continue
            reached[column] = end
            for literal, keys in found[column, length].items():
                rows = sorted({row for key in keys for row in vocabulary.cells[column, key]})
                share = length / min(map(len, keys))
                yield Mention(start, end, column, " ".join(literal), tuple(rows), share)


def _run_length(stems: Sequence[str], start: int, key: Sequence[str], at: int) -> int:
    length = 0
    most = min(len(stems) - start, len(key) - at, _LONGEST)
    while length < most and stems[start + length] == _same(key[at + length]):
        length += 1
    return length


def _best(found: Iterator[Mention]) -> tuple[Mention, ...]:
    """The most informative mentions, in the order of the claim: long ones, and those that are whole cells."""
    every = list(found)
    # A number inside a longer run does not name a cell of its own.
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


def _amounts(claim_words: Sequence[str]) -> Iterator[ClaimNumber]:
    terms = [stem(word) for word in claim_words]
    at = 0
    while at < len(claim_words):
        written, taken = _read_number(claim_words, terms, at)
        number = _number(written or "")
        if number is not None and taken:
            # Keep digits as written, to know how far they are rounded; number words become digits.
            literal = " ".join(claim_words[at : at + taken]) if claim_words[at][0].isdigit() else f"{number:.10g}"
            yield ClaimNumber(at, at + taken, number, literal)
        at += max(taken, 1)


def _read_number(claim_words: Sequence[str], terms: Sequence[str], at: int) -> tuple[str | None, int]:
    """The number that begins at a word, and how many words it takes; ordinals do not count."""
    if claim_words[at] == _NONE:
        return "0", 1
    if claim_words[at] in _ORDINALS or (place(claim_words[at]) and not claim_words[at].isdigit()):
        return None, 0
    if claim_words[at] in _ARTICLES and at + 1 < len(claim_words):
        # "a million", "half a million"
        written, taken = number_at([_ARTICLES[claim_words[at]], *terms[at + 1 : at + 3]], 0)
        return (written, taken) if taken > 1 else (None, 0)
    if claim_words[at : at + 2] == ("half", "a"):
        written, taken = number_at(["0.5", *terms[at + 2 : at + 4]], 0)
        return (written, taken + 1) if taken > 1 else (None, 0)
    return number_at(terms, at)


def _units(amounts: Sequence[ClaimNumber], measuring: frozenset[int]) -> dict[int, frozenset[int]]:
    """The words after each number that only name its unit."""
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


def _ordinals(claim_words: Sequence[str]) -> Iterator[ClaimNumber]:
    for at, word in enumerate(claim_words):
        number = _ORDINALS.get(word) or (place(word) if word[:1].isdigit() and not word.isdigit() else None)
        if number:
            yield ClaimNumber(at, at + 1, float(number), str(number))


def _join_words(claim_words: Sequence[str]) -> tuple[str, dict[int, int]]:
    """The words as one text, and for each place where a word begins, the number of that word."""
    starts: dict[int, int] = {}
    length = 0
    for number, word in enumerate(claim_words):
        starts[length] = number
        length += len(word) + 1
    return " ".join(claim_words), starts


def _trigger_places(pattern: re.Pattern[str], text: str, starts: dict[int, int]) -> frozenset[int]:
    found: set[int] = set()
    for match in pattern.finditer(text):
        first = starts.get(match.start())
        if first is not None:
            found |= set(range(first, first + match[0].count(" ") + 1))
    return frozenset(found)


def _named_columns(
    stems: Sequence[str], headers: Sequence[Sequence[str]], about: frozenset[int]
) -> tuple[tuple[float, ...], tuple[frozenset[int], ...]]:
    """For each column, how much of its header the claim names, and with which words.

    Rare words count more; words that only repeat the title of the table count half.
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


def _distinct_headers(names: Sequence[str]) -> list[list[str]]:
    """The stems of headers, with stop words if headers are equal without them: "goals for", "goals against"."""
    found = [_header_stems(name) for name in names]
    whole = [list(dict.fromkeys(map(_same, words(name)))) for name in names]
    return [full if found.count(short) > 1 else short for short, full in zip(found, whole, strict=True)]


def _header_stems(name: str) -> list[str]:
    found = [_same(word) for word in words(name)]
    return [word for word in dict.fromkeys(found) if word not in _STOP_WORDS] or found


@lru_cache(maxsize=1 << 16)
def _same(word: str) -> str:
    """The common form of a word's spellings."""
    return stem(_ALIKE.get(word) or _ALIKE.get(stem(word)) or word)
