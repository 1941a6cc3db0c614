"""How predicates and classes are worded: by our phrase lists, and by phrases made from labels."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from veriscope.graph import Graph, predicate_label, words_of
from veriscope.linking.frames import Frame, Span, frame_of
from veriscope.linking.lexicon import Sense
from veriscope.linking.reading import Word, read_words
from veriscope.text import load_alternatives

# People leave the beginning out when they write only the predicate: `capital of` for `is the capital of`.
_BEGINNINGS = ("", "is ", "is the ", "is a ", "is an ", "was ", "was the ", "has the ")
_BETWEEN = re.compile(r"\{(s|o)\} (.+) \{[so]\}")
_SUBJECT, _OBJECT = "Subjectslot", "Objectslot"
_LABEL_PHRASES = (
    "the {label} of {s} is {o}", "{s}'s {label} is {o}", "{o} is the {label} of {s}", "{o} is {s}'s {label}",
    "{s} has {o} as its {label}", "{s} has the {label} {o}", "{s} has a {label} of {o}", "{s} has its {label} in {o}",
    "the {label} of {s} was {o}", "{o} was the {label} of {s}", "{s} is {label} {o}", "the {s} {label} is {o}",
)  # fmt: skip
# For a label that may be a verb, as `borders`, and for one that ends in a preposition, as `located in`.
_VERB_PHRASE = "{s} {label} {o}"
_VERB = re.compile(r"\w+[^s]s")
_OPEN_PHRASES = (_VERB_PHRASE, "{s} is {label} {o}", "{s} was {label} {o}", "{s} is a {label} {o}")
_WORDS = load_alternatives(files("veriscope.linking") / "data" / "pattern_words.toml", "phrases")
_OPEN = re.compile(rf".*\b(?:{_WORDS['preposition']})")
_LABEL_WEIGHT = 0.5


class PredicatePhrases(NamedTuple):
    """Phrases with `{s}` and `{o}`, the unit of numbers, and whether the fact is of today."""

    phrases: tuple[str, ...]
    unit: str
    is_of_today: bool


class ClassPhrases(NamedTuple):
    """Other names of a class, and phrases with `{s}` that say that something is of the class."""

    names: tuple[str, ...]
    phrases: tuple[str, ...]


def phrase_examples(graph: Graph) -> Iterator[tuple[Frame, Sense, float]]:
    """Every phrase of the list and of the labels, for the predicates of a graph."""
    listed = predicate_phrases()
    for predicate, iri in enumerate(graph.predicates):
        label = predicate_label(graph, predicate)
        for phrase in _phrases_of_label(label):
            yield (*phrase_example(phrase.replace("{label}", label), predicate), _LABEL_WEIGHT)
        for phrase in listed[name].phrases if (name := local_name(iri)) in listed else ():
            yield (*phrase_example(phrase, predicate), 1.0)


def phrase_example(phrase: str, predicate: int) -> tuple[Frame, Sense]:
    """The frame of a phrase with `{s}` and `{o}`, and its sense: the predicate and the order."""
    words = read_words(phrase.format(s=_SUBJECT, o=_OBJECT))
    subject, object_ = (_place(words, slot) for slot in (_SUBJECT, _OBJECT))
    is_forward = subject < object_
    first, second = (subject, object_) if is_forward else (object_, subject)
    return frame_of(words, first, second), Sense(predicate, is_forward)


def senses_between(graph: Graph) -> dict[str, frozenset[Sense]]:
    """Words that phrases have between subject and object → the predicates worded so, and in which order."""
    found: defaultdict[str, set[Sense]] = defaultdict(set)
    for predicate, iri in enumerate(graph.predicates):
        label = predicate_label(graph, predicate)
        listed = predicate_phrases().get(local_name(iri))
        own = (phrase.replace("{label}", label) for phrase in _phrases_of_label(label))
        for phrase in (*own, *(listed.phrases if listed else ())):
            if between := _BETWEEN.fullmatch(phrase):
                found[between[2].casefold()].add(Sense(predicate, is_forward=between[1] == "s"))
    return {words: frozenset(senses) for words, senses in found.items()}


def senses_said(words: str, between: Mapping[str, frozenset[Sense]]) -> list[Sense]:
    """The senses of words that may lack a beginning such as `is the`, in the order of the graph; none if unknown."""
    asked = " ".join(words_of(words).split())
    found = (between[key] for beginning in _BEGINNINGS if (key := beginning + asked) in between)
    return sorted(next(found, ()))


def _phrases_of_label(label: str) -> tuple[str, ...]:
    if _OPEN.fullmatch(label):
        return _OPEN_PHRASES
    return (*_LABEL_PHRASES, _VERB_PHRASE) if _VERB.fullmatch(label) else _LABEL_PHRASES


def local_name(iri: str) -> str:
    """The last part of a predicate's or a class's IRI."""
    return iri.replace("#", "/").rpartition("/")[2]


@cache
def predicate_phrases() -> Mapping[str, PredicatePhrases]:
    """The phrase list, by the last part of predicates' IRIs."""
    return {
        name: PredicatePhrases(tuple(entry["phrases"]), entry.get("unit", ""), entry.get("now", False))
        for name, entry in _read("phrases.toml").items()
    }


@cache
def class_phrases() -> Mapping[str, ClassPhrases]:
    """The names and phrases of classes, by the last part of their IRIs."""
    return {
        name: ClassPhrases(tuple(entry.get("names", ())), tuple(entry.get("phrases", ())))
        for name, entry in _read("classes.toml").items()
    }


@cache
def nationalities() -> Mapping[str, str]:
    """Adjective → name of the country."""
    return {adjective: str(country) for adjective, country in _read("nationalities.toml").items()}


def class_names(iri: str) -> tuple[str, ...]:
    """The names of a class: the words of its IRI, and other names."""
    known = class_phrases().get(local_name(iri))
    return (words_of(iri), *(known.names if known else ()))


def _place(words: list[Word], slot: str) -> Span:
    place = next(place for place, word in enumerate(words) if word.text == slot.lower())
    return Span(place, place + 1)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("veriscope.linking") / "data" / name).read_text(encoding="utf-8"))
