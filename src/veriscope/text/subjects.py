"""Finds the named subject of a sentence and its kind, by rules that rather miss than err."""

import re
from typing import NamedTuple

from veriscope.text.word_lists import load_headings, load_words

_PERSON = load_headings("person_words.txt")
_THING = load_headings("thing_words.txt")
_GIVEN = load_headings("given_names.txt")
_OPENERS = load_words("openers.txt")
_PERSON_ENDING = re.compile(r"(?:[a-z]{3,}(?:ist|ian|eer)|[a-z]{2,}ess|[a-z]*(?:man|woman)|people)s?")
_INTRODUCTION = re.compile(
    r"(?:In|On|After|Before|During|Since|By|At|From|Until|As|Later|Today|However|Moreover)\b[^,]{0,60},\s+"
)
_NAME = r"(?:[A-ZÀ-ÖØ-Þ][\w’'.-]*|\d+(?=\s))"
_BRACKET = r"(?:\s*\((?:[^()]|\([^()]{0,100}\)){1,300}+\))?"
_SUBJECT = re.compile(
    rf"((?:The\s+)?{_NAME}(?:\s+(?:(?:of|de|von|van|the|and|for|&|la|del|der|di|da|bin|al)\s+){{0,2}}{_NAME})*){_BRACKET}"
    # The verb follows, or what else the subject is called, and then a form of `to be` or `to have`.
    rf"(?:\s+([a-z]+)|(?:,(?!\s*(?:he|she|it|they|we|you)\b)[^,;]{{1,80}}){{1,3}}?,?{_BRACKET}\s+(is|are|was|were|has|had|became)\b)"
)
_DESCRIPTION = re.compile(
    r"\b(?:is|are|was|were|became|remains)\s+(?:also\s+|one of\s+)?(?:an?|the)\s+([\w’'\s,-]{1,120}?)"
    r"(?=\s+(?:of|in|on|at|by|from|that|which|who|whose|where|and|with|for|to|known|located|based|born|founded)\b|[.;(]|$)"
)
# Words that begin a phrase before the subject, or stand for a whole sentence.
_NO_SUBJECT = re.compile(
    r"(?:Behind|Near|Like|Unlike|Along|Beyond|Alongside|Around|Outside|Inside|Towards?|Via|Nicknamed|Named|Called|Known"
    r"|Born|Playing|Debuting|Starring|Directed|Produced|Written|Released|Founded|Located|Based|Set|Built|Appointed"
    r"|Elected|Considered|Described|Starting|Beginning|Including|Using|Having|Being|Moving|Representing|Working|Returning|Overall"
    r"|Next|Further|[A-Z][a-z]{2,}ly)\b(?!\s+[A-Z]\w+\s+(?:is|was|are|were|has|had)\b)"
)
# After one of these a name is no subject: it stands in a phrase before it.
_NO_VERB = re.compile("of|in|on|at|by|for|from|with|to|as|than|and|or|but|the|an?|who|whose|which|that")


class Subject(NamedTuple):
    """A name that a sentence is about; `traits` says who or what may be meant by it, as far as that is known.

    Of `male`, `female`, `person`, `thing`, `plural`, and the kinds of things of `thing_words.txt`.
    """

    name: str
    traits: frozenset[str]


def named_subject(sentence: str) -> Subject | None:
    """The name that the sentence begins with as its subject; none where that is not clear."""
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
    """The name that a heading consists of."""
    match = re.fullmatch(rf"(?:The\s+)?{_NAME}(?:\s+(?:(?:of|de|von|van|the|la)\s+)?{_NAME})*", title)
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
    return frozenset(found | _described(f"X {said}"))


def _described(sentence: str) -> set[str]:
    """What the first `is a …` of a sentence says that its subject is."""
    match = _DESCRIPTION.search(sentence)
    if match is None or match.start() > 2:
        return set()
    words = re.findall(r"\b[a-z]+\b", match[1])
    if any(_is_person(word) for word in words[-2:]):
        return {"person"}.union(*(_of_person(word) for word in words))
    kinds = {thing_kind(word) for word in words} - {""}
    # A word that is in no list tells nothing.
    return {"thing"} | kinds if kinds else set()


def thing_kind(noun: str) -> str:
    """What kind of thing a noun names; one under `other` is a kind of its own. Empty where it names none."""
    kind = _THING.get(noun, "")
    return noun if kind == "other" else kind


def _is_person(word: str) -> bool:
    return _PERSON.get(word) in {"person", "male", "female"} or _PERSON_ENDING.fullmatch(word) is not None


def _of_person(word: str) -> set[str]:
    kind = _PERSON.get(word)
    return {kind} if kind in {"male", "female"} else set()
