"""How much of a sentence a reading leaves unsaid: words, names and numbers that it does not account for."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from veriscope.linking.frames import OTHER, Span
from veriscope.linking.reading import NEGATION, NUMBER, Word, plain
from veriscope.text import load_words

_STRICT, _NAME, _AMOUNT = 2.0, 1.0, 2.0
_PAST = frozenset({"was", "were", "had"})


class Reading(NamedTuple):
    """What is taken to say all of a sentence.

    `said` are the spans that it is made of, `known` the plain words that its predicate or its things' classes account
    for, `foreign` those that name other predicates. A fact of today is not what a sentence in the past tense says.
    """

    said: Sequence[Span]
    known: frozenset[str]
    foreign: frozenset[str]
    is_of_today: bool


def unsaid_cost(
    words: Sequence[Word], reading: Reading, *, names: Iterable[Span], amounts: Iterable[Span], word_cost: float
) -> float:
    """What a reading leaves out, added up: 0 where it says all of the sentence.

    `names` and `amounts` are everything that the sentence names, `word_cost` is what any other word costs.
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


def _cost(word: str, reading: Reading, word_cost: float) -> float:
    if word == NEGATION or plain(word) in reading.known or plain(word) in {"", OTHER, NUMBER}:
        return 0.0
    if word in strict_words() or plain(word) in reading.foreign:
        return _STRICT
    return 0.0 if word in _common_words() else word_cost


@cache
def strict_words() -> frozenset[str]:
    """Words that make another statement of a sentence."""
    lines = (files("veriscope.linking") / "data" / "strict_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _common_words() -> frozenset[str]:
    return load_words("stop_words.txt")
