"""The entities that a claim names, with the pages of their names."""

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import islice
from typing import Any, Protocol

from veriscope.domain import SearchIndex
from veriscope.text import load_words, name_key, without_qualifier

_MODEL = "en_core_web_sm"
_MAX_WORDS = 8
_MAX_SPANS = 2000
_MAX_NAMESAKES = 3
_WORD = re.compile(r"[^\s,;:!?()\"“”]+")


class EntityFinder(Protocol):
    """Finds the entities that a text names."""

    def find(self, text: str) -> list[str]:
        """The titles of the pages of its entities, in the order in which the text names them."""


def entity_finder(index: SearchIndex) -> EntityFinder:
    """The finder of the FEVEROUS baseline, spaCy's small English model, if it is installed; otherwise our own."""
    try:
        return SpacyEntities(import_module("spacy").load(_MODEL), index)
    except (ImportError, OSError):
        return NamedEntities(index)


class SpacyEntities:
    """The entities that a spaCy model finds, if a page has exactly that name."""

    def __init__(self, model: Callable[[str], Any], index: SearchIndex) -> None:
        self._model = model
        self._index = index

    def find(self, text: str) -> list[str]:
        """The titles of the pages of its entities, in the order in which the text names them."""
        names = [name_key(entity.text) for entity in self._model(text).ents]
        pages = _pages_named(names, self._index)
        return list(dict.fromkeys(title for name in names for title in pages.get(name, ())))


class NamedEntities:
    """The longest runs of words that name a page, each from a capitalised word or figure to another.

    A run inside a longer name is left out ("Guinea" in "Papua New Guinea").
    """

    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._everyday = load_words("stop_words.txt")

    def find(self, text: str) -> list[str]:
        """The titles of the pages of its entities, in the order in which the text names them."""
        spans = self._spans(text)
        pages = _pages_named(spans.values(), self._index)
        chosen: dict[int, tuple[str, ...]] = {}
        taken: set[int] = set()
        for (first, end), name in sorted(spans.items(), key=lambda item: (item[0][0] - item[0][1], item[0])):
            if name in pages and taken.isdisjoint(range(first, end)):
                taken.update(range(first, end))
                chosen[first] = pages[name]
        return list(dict.fromkeys(title for _, titles in sorted(chosen.items()) for title in titles))

    def _spans(self, text: str) -> dict[tuple[int, int], str]:
        """The runs that may be names: their first word and the word after their last, with the key of their name."""
        words = list(_WORD.finditer(text))
        named = [i for i, word in enumerate(words) if word[0][0].isupper() or word[0][0].isdigit()]
        runs = ((first, last) for i, first in enumerate(named) for last in named[i : i + _MAX_WORDS])
        spans: dict[tuple[int, int], str] = {}
        for first, last in islice((run for run in runs if run[1] - run[0] < _MAX_WORDS), _MAX_SPANS):
            written = text[words[first].start() : words[last].end()]
            key = name_key(written)
            is_everyday = key in self._everyday and not written.isupper()
            if any(letter.isalpha() for letter in key) and not is_everyday:
                spans[first, last + 1] = key
        return spans


def _pages_named(names: Iterable[str], index: SearchIndex) -> dict[str, tuple[str, ...]]:
    """For each name, the pages with that title or redirect; not pages that match only without their qualifier."""
    found: dict[str, tuple[str, ...]] = {}
    for name, title, _ in index.pages_named(names, limit=_MAX_NAMESAKES):
        plain = without_qualifier(title)
        if plain == title or name_key(plain) != name:
            found[name] = (*found.get(name, ()), title)
    return found
