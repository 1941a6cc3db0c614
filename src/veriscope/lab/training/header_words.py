"""Learns which words of claims go with which words of headers: `player` with `name`, `scored` with `goals`.

It uses two sources. The first sentences of the pages that a column's cells link to say what kind of thing the column
holds. TabFact's linked statements say which column a word was about.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import log

from veriscope.domain import Cell
from veriscope.lab.lessons import CellClaim, PlainTable
from veriscope.text import load_words, stem, terms

_STOP = frozenset(stem(word) for word in load_words("stop_words.txt"))
_MIN_COUNT = 12
_MIN_GAIN = 0.35
_MAX_WORDS = 60
_SAMPLED_CELLS = 2
_FIRST_WORDS = 24

Pair = tuple[frozenset[str], frozenset[str]]
HeaderWords = dict[str, dict[str, float]]


def associate(pairs: Iterable[Pair]) -> HeaderWords:
    """For each header word, the words that occur with it more often than with others, and their gain in nats."""
    together: Counter[tuple[str, str]] = Counter()
    headers: Counter[str] = Counter()
    said: Counter[str] = Counter()
    total = 0
    for header, words in pairs:
        total += 1
        headers.update(header)
        said.update(words)
        together.update((name, word) for name in header for word in words)
    gains: dict[str, list[tuple[float, str, float]]] = {}
    for (name, word), count in sorted(together.items()):
        # The 5 shrinks the gain, so that rare pairs prove less.
        gain = log((count / (headers[name] + 5)) / (said[word] / total))
        if count >= _MIN_COUNT and gain >= _MIN_GAIN:
            gains.setdefault(name, []).append((-count * gain, word, round(gain, 2)))
    return {name: {word: gain for _, word, gain in sorted(found)[:_MAX_WORDS]} for name, found in gains.items()}


def unite(one: HeaderWords, other: HeaderWords) -> HeaderWords:
    """The pairs of both; a pair that is in both keeps the greater gain."""
    return {
        name: {
            word: max(one.get(name, {}).get(word, 0.0), other.get(name, {}).get(word, 0.0))
            for word in sorted(one.get(name, {}).keys() | other.get(name, {}).keys())
        }
        for name in sorted(one.keys() | other.keys())
    }


def column_usage(claims: Iterable[CellClaim]) -> dict[str, float]:
    """How much more often than others (log ratio) claims use a column with a header word, by header word."""
    present: Counter[str] = Counter()
    used: Counter[str] = Counter()
    columns = spoken_of = 0
    for claim in claims:
        gold = {column for _, column in claim.gold}
        for cell in claim.table.cells:
            if cell.row == 0:
                words = sorted(_content(cell.text))
                present.update(words)
                used.update(words if cell.column in gold else ())
                columns += 1
                spoken_of += cell.column in gold
    base = spoken_of / max(columns, 1)
    return {
        word: round(log((used[word] + 5 * base) / (count + 5) / base), 2)
        for word, count in sorted(present.items())
        if count >= 2 * _MIN_COUNT
    }


def linked_pairs(
    tables: Sequence[PlainTable], introduction: Callable[[str], Sequence[str]], rng: random.Random
) -> Iterator[Pair]:
    """Header words with the first words of the pages that cells of the column link to."""
    for table in tables:
        for x, header in enumerate(table.header):
            linked = [row[x] for row in table.rows if row[x].links]
            for cell in rng.sample(linked, min(len(linked), _SAMPLED_CELLS)):
                if words := _first_words(cell, introduction):
                    yield _content(header), words


def stated_pairs(claims: Iterable[CellClaim]) -> Iterator[Pair]:
    """Header words with the words of statements linked to the column, without the words of its cells."""
    for claim in claims:
        said = _content(claim.text)
        texts = {(cell.row, cell.column): cell.text for cell in claim.table.cells}
        for column in sorted({x for _, x in claim.gold}):
            inside = {term for y, x in claim.gold if x == column for term in terms(texts[y, x])}
            yield _content(texts[0, column]), frozenset(said - inside)


def _first_words(cell: Cell, introduction: Callable[[str], Sequence[str]]) -> frozenset[str]:
    sentences = introduction(cell.links[0].target)
    if not sentences:
        return frozenset()
    _, _, definition = sentences[0].partition(" is " if " is " in sentences[0] else " was ")
    return _content(" ".join(definition.split()[:_FIRST_WORDS]))


def _content(text: str) -> frozenset[str]:
    return frozenset(term for term in terms(text) if term not in _STOP and not term[0].isdecimal())
