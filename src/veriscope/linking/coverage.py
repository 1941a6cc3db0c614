"""How much of a sentence a reading leaves out: words, names and numbers that it does not account for."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from veriscope.linking.frames import OTHER, Span
from veriscope.linking.reading import NEGATION, NUMBER, Word, plain
from veriscope.text import load_words

_STRICT, _NAME, _AMOUNT = 2.0, 1.0, 2.0
_PAST = frozenset({"was", "were", "had"})


class SentenceReading(NamedTuple):
    """A reading of a sentence, and the words that it accounts for.

    `said` are the spans it is made of, `known` the plain words that its predicate or its things' classes explain, and
    `foreign` those that name other predicates. If it `is_of_today`, the past tense counts as left out.
    """

    said: Sequence[Span]
    known: frozenset[str]
    foreign: frozenset[str]
    is_of_today: bool


def unsaid_cost(
    words: Sequence[Word], reading: SentenceReading, *, names: Iterable[Span], amounts: Iterable[Span], word_cost: float
) -> float:
    """The total cost of what a reading leaves out; 0 if it covers the whole sentence.

    `names` and `amounts` are all that the sentence has, `word_cost` is the cost of any other word.
    """
    known = reading.known
    done = set[int]().union(*(range(span.start, span.end) for span in reading.said))
    cost = 0.0
    for spans, each in ((names, _NAME), (amounts, _AMOUNT)):
        for span in spans:
            places = range(span.start, span.end)
            if not done.intersection(places) and not {plain(words[place].text) for place in places} <= known:
                cost += each
            done.update(places)
    rest = [word.text for place, word in enumerate(words) if place not in done]
    if reading.is_of_today and not _PAST.isdisjoint(rest):
        cost += _STRICT
    return cost + sum(_cost(word, reading, word_cost) for word in rest)


def _cost(word: str, reading: SentenceReading, word_cost: float) -> float:
    if word == NEGATION or plain(word) in reading.known or plain(word) in {"", OTHER, NUMBER}:
        return 0.0
    if word in strict_words() or plain(word) in reading.foreign:
        return _STRICT
    return 0.0 if word in _common_words() else word_cost


@cache
def strict_words() -> frozenset[str]:
    """Words that change what a sentence states."""
    lines = (files("veriscope.linking") / "data" / "strict_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _common_words() -> frozenset[str]:
    return load_words("stop_words.txt")
