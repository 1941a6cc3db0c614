"""Finds the named subject of a sentence and its kind; the rules prefer missing a subject to a wrong one."""

import re
from typing import NamedTuple

from veriscope.text.word_lists import load_headings, load_sentence_patterns, load_words

_WORDS = load_sentence_patterns("subjects")
_PERSON = load_headings("person_words.txt")
_THING = load_headings("thing_words.txt")
_GIVEN = load_headings("given_names.txt")
_OPENERS = load_words("openers.txt")
_PERSON_ENDING = re.compile(r"(?:[a-z]{3,}(?:ist|ian|eer)|[a-z]{2,}ess|[a-z]*(?:man|woman)|people)s?")
_INTRODUCTION = re.compile(rf"(?:{_WORDS['introduction']})\b[^,]{{0,60}},\s+")
_NAME = r"(?:[A-ZÀ-ÖØ-Þ][\w’'.-]*|\d+(?=\s))"
_BRACKET = r"(?:\s*\((?:[^()]|\([^()]{0,100}\)){1,300}+\))?"
_SUBJECT = re.compile(
    rf"((?:The\s+)?{_NAME}(?:\s+(?:(?:{_WORDS['inside_name']})\s+){{0,2}}{_NAME})*){_BRACKET}"
    # The verb follows, or another name for the subject and then a form of `to be` or `to have`.
    rf"(?:\s+([a-z]+)|(?:,(?!\s*(?:{_WORDS['pronoun']})\b)[^,;]{{1,80}}){{1,3}}?,?"
    rf"{_BRACKET}\s+({_WORDS['verb_after_apposition']})\b)"
)
_DESCRIPTION = re.compile(
    rf"\b(?:{_WORDS['describing_verb']})\s+(?:also\s+|one of\s+)?(?:an?|the)\s+([\w’'\s,-]{{1,120}}?)"
    rf"(?=\s+(?:{_WORDS['after_description']})\b|[.;(]|$)"
)
# Words that begin a phrase before the subject, or refer to a whole sentence.
_NO_SUBJECT = re.compile(
    rf"(?:{_WORDS['no_subject']}|[A-Z][a-z]{{2,}}ly)\b(?!\s+[A-Z]\w+\s+(?:{_WORDS['auxiliary']})\b)"
)
# A name after one of these is not the subject but part of a phrase before it.
_NO_VERB = re.compile(_WORDS["no_verb"])


class Subject(NamedTuple):
    """A name that a sentence is about; `traits` says what is known of its kind.

    Traits are `male`, `female`, `person`, `thing`, `plural`, and the kinds of things in `thing_words.txt`.
    """

    name: str
    traits: frozenset[str]


def named_subject(sentence: str) -> Subject | None:
    """The name that the sentence begins with as its subject; None if that is not clear."""
    introduction = _INTRODUCTION.match(sentence)
    match = _SUBJECT.match(sentence, introduction.end() if introduction else 0)
    if match is None or _NO_VERB.fullmatch(match[2] or match[3]):
        return None
    name = match[1]
    first = name.split()[0]
    if _NO_SUBJECT.match(name):
        return None
    if name.endswith(("'s", "’s", "s’", "s'")) or (name in _OPENERS) or (first in _OPENERS and first != "The"):
        return None
    return Subject(name, _traits(name, sentence[match.end() - len(match[2] or match[3]) :]))


def title_subject(title: str) -> Subject | None:
    """The name that makes up a whole heading; None if it is not a name."""
    match = re.fullmatch(rf"(?:The\s+)?{_NAME}(?:\s+(?:(?:{_WORDS['inside_title']})\s+)?{_NAME})*", title)
    return (
        Subject(title, _traits(title, "")) if match and title.split(maxsplit=1)[0] not in _OPENERS - {"The"} else None
    )


def _traits(name: str, said: str) -> frozenset[str]:
    parts = name.replace(".", "").split()
    found: set[str] = set()
    if "and" in parts or (parts[0] == "The" and parts[-1].endswith("s") and re.match(r"(?:are|were|have)\b", said)):
        found.add("plural")
    if _THING.keys() & {part for part in parts if _THING.get(part) == "within"}:
        found.add("thing")
    if _PERSON.get(parts[0]) == "title":
        found |= _of_person(parts[0].lower()) | {"person"}
    elif parts[0] in _GIVEN and "thing" not in found:
        found |= {"person", _GIVEN[parts[0]]}
    if said.startswith("was born"):
        found.add("person")
    return frozenset(found | _described_traits(f"X {said}"))


def _described_traits(sentence: str) -> set[str]:
    """The traits that the first `is a …` of a sentence gives its subject."""
    match = _DESCRIPTION.search(sentence)
    if match is None or match.start() > 2:
        return set()
    words = re.findall(r"\b[a-z]+\b", match[1])
    if any(_is_person(word) for word in words[-2:]):
        return {"person"}.union(*(_of_person(word) for word in words))
    kinds = {thing_kind(word) for word in words} - {""}
    # A word that is in no list gives no traits.
    return {"thing"} | kinds if kinds else set()


def thing_kind(noun: str) -> str:
    """The kind of thing that a noun names; a noun under `other` is its own kind. Empty for other nouns."""
    kind = _THING.get(noun, "")
    return noun if kind == "other" else kind


def _is_person(word: str) -> bool:
    return _PERSON.get(word) in {"person", "male", "female"} or _PERSON_ENDING.fullmatch(word) is not None


def _of_person(word: str) -> set[str]:
    kind = _PERSON.get(word)
    return {kind} if kind in {"male", "female"} else set()
