"""Learns which words of claims go with which words of headers: `player` with `name`, `scored` with `goals`.

Two sources: the first sentences of the pages that the cells of a column link to say what kind of thing stands there,
and TabFact's linked statements say which column a word was about.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import log

from veriscope.domain import Cell
from veriscope.pipeline.cell_claims import CellClaim
from veriscope.pipeline.made_up_claims import PlainTable
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
    """For each header word the words that stand with it more often than with others, and by how much (in nats)."""
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
        # Shrunk by a count of its own, so that rare pairs prove less.
        gain = log((count / (headers[name] + 5)) / (said[word] / total))
        if count >= _MIN_COUNT and gain >= _MIN_GAIN:
            gains.setdefault(name, []).append((-count * gain, word, round(gain, 2)))
    return {name: {word: gain for _, word, gain in sorted(found)[:_MAX_WORDS]} for name, found in gains.items()}


def united(one: HeaderWords, other: HeaderWords) -> HeaderWords:
    """Both, with the greater gain where a pair stands in both."""
    return {
        name: {
            word: max(one.get(name, {}).get(word, 0.0), other.get(name, {}).get(word, 0.0))
            for word in sorted(one.get(name, {}).keys() | other.get(name, {}).keys())
        }
        for name in sorted(one.keys() | other.keys())
    }


def column_usage(claims: Iterable[CellClaim]) -> dict[str, float]:
    """By header word, how much more often than others (log ratio) a column that bears it is spoken of."""
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
    """Header words with the first words about the pages that cells of the column lead to."""
    for table in tables:
        for x, header in enumerate(table.header):
            linked = [row[x] for row in table.rows if row[x].links]
            for cell in rng.sample(linked, min(len(linked), _SAMPLED_CELLS)):
                if words := _first_words(cell, introduction):
                    yield _content(header), words


def stated_pairs(claims: Iterable[CellClaim]) -> Iterator[Pair]:
    """Header words with the words of statements that were linked to the column, those of its cells left out."""
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
