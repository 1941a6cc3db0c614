"""Replaces pronouns by names, sentence after sentence, if it is clear whom or what they mean."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from veriscope.text.subjects import Subject, named_subject, thing_kind, title_subject
from veriscope.text.word_lists import load_sentence_patterns

_WORDS = load_sentence_patterns("pronouns")
# How many sentences back a name may be: readers remember a person longer than a thing.
_REACH = {"he": 3, "she": 3, "they": 2, "it": 1, "noun": 4}
_FORMS = {
    **dict.fromkeys(("he", "him", "his", "himself"), "he"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "she"),
    **dict.fromkeys(("it", "its", "itself"), "it"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), "they"),
}
_AFTER_OBJECT = re.compile(_WORDS["after_object"])
_POSSESSIVE = frozenset({"his", "its", "their"})
_PRONOUN = re.compile(rf"\b({'|'.join(_FORMS)})\b(?![-’'])", re.IGNORECASE)
_NAME_BEFORE = re.compile(r"(?<=[\w,;] )[A-ZÀ-ÖØ-Þ][\w’'-]+")
_PLACE_OR_TIME = re.compile(
    rf"\b(?i:{_WORDS['before_place_or_time']})\s+(?:(?:{_WORDS['within_time']})\s+)*"
    r"(?:[A-ZÀ-ÖØ-Þ\d][\w’'.–-]*[\s,]+)+"
)
# `A long-time adviser of Otto Lode, he …`: the phrase describes the person that the pronoun means.
_PHRASE_BEFORE = re.compile(r"(?:An?|One of|\w+ing|\w+ed)\s[^.;]{1,200},\s*")
_NOUN_PHRASE = re.compile(r"(?:This|The|That)\s+(?:same\s+)?([a-z]+)(?=\s+[a-z]|['’]s\b)(?!\s+of\b)")
_EMPTY_IT = re.compile(
    rf"""
    \b[Ii]t\s+(?:
        (?:{_WORDS["empty_it_is"]})\s+(?:\w+ly\s+|not\s+|also\s+|often\s+)?(?:{_WORDS["empty_it_what"]}|in\s+\d|on\s+the)\b
      | (?:{_WORDS["empty_it_verb"]})\b
    )
    """,
    re.VERBOSE,
)
_EVENT = re.compile(
    rf"[Ii]t\s+(?:{_WORDS['event_verb']})\s+(?:also\s+)?(?:{_WORDS['event_owner']})\s+(?:\w+['’]s\s+)?"
    rf"(?:{_WORDS['event_rank']}|\d+(?:st|nd|rd|th))\b"
)
_POINTING = re.compile(rf"(?:{_WORDS['pointing']})\s+(?:{_WORDS['pointing_verb']}|\w+ed)\b")


class ResolvedSentence(NamedTuple):
    """A sentence with names for pronouns; `replaced` pairs old and new words, `unclear` is a pronoun that stayed."""

    text: str
    replaced: tuple[tuple[str, str], ...] = ()
    unclear: str = ""


@dataclass(slots=True)
class PronounReader:
    """Remembers who or what the sentences of one text are about."""

    _number: int = 0
    _heard: list[tuple[int, Subject]] = field(default_factory=list)

    def hear_title(self, title: str) -> None:
        """Read a heading: if it is a name, the text below may be about it."""
        subject = title_subject(title)
        if subject is not None:
            self._heard.append((self._number, subject))

    def read(self, sentence: str) -> ResolvedSentence:
        """The next sentence, with its pronouns resolved; its own subject is remembered."""
        self._number += 1
        resolved = self._resolve(sentence)
        subject = named_subject(resolved.text)
        if subject is not None:
            self._heard.append((self._number, self._with_memory(subject)))
        elif resolved.replaced:
            self._again(resolved.replaced[0][1])
        return resolved

    def _with_memory(self, subject: Subject) -> Subject:
        """The subject with what is known of it from before; a surname means the last person who has it."""
        for _, old in reversed(self._heard):
            if subject.name in (old.name, old.name.rpartition(" ")[2]):
                return Subject(old.name, old.traits | subject.traits)
        return subject

    def _again(self, name: str) -> None:
        """Note that a pronoun referred to somebody again, though the sentence has another subject."""
        name = name.removesuffix("'s").removesuffix("'")
        subject = next((old for _, old in reversed(self._heard) if old.name == name), None)
        if subject is not None:
            self._heard.append((self._number, subject))

    def _resolve(self, sentence: str) -> ResolvedSentence:
        noun = _NOUN_PHRASE.match(sentence)
        if noun is not None and thing_kind(noun[1]):
            return self._resolve_noun(sentence, noun)
        match = _PRONOUN.search(sentence)
        if match is not None and not _is_named_before(sentence, match) and not _is_empty(sentence, match):
            form = _FORMS[match[1].lower()]
            # `It was the first time` is about what happened, not about something named.
            subject = None if _EVENT.match(sentence, match.start()) else self._fitting(form)
            if subject is None:
                return ResolvedSentence(sentence, unclear=match[1])
            name = _replacement(subject.name, match, sentence)
            return ResolvedSentence(sentence[: match.start()] + name + sentence[match.end() :], ((match[1], name),))
        return ResolvedSentence(sentence, unclear=sentence.split(maxsplit=1)[0] if _POINTING.match(sentence) else "")

    def _resolve_noun(self, sentence: str, noun: re.Match[str]) -> ResolvedSentence:
        """Resolve `this company` if a company was mentioned; any other `the company` stays as it is."""
        kind = thing_kind(noun[1])
        subject = self._last(lambda traits: kind in traits, reach=_REACH["noun"])
        if subject is None:
            is_pointing = noun[0].startswith(("This", "That"))
            return ResolvedSentence(sentence, unclear=noun[0] if is_pointing else "")
        name = subject.name
        return ResolvedSentence(name + sentence[noun.end() :], ((noun[0], name),))

    def _fitting(self, form: str) -> Subject | None:
        """The last subject that the pronoun may mean; None if a nearer one might be meant as well."""
        if form == "it":
            return self._last(lambda traits: "thing" in traits and "plural" not in traits, reach=_REACH[form])
        if form == "they":
            return self._last(lambda traits: "plural" in traits or "band" in traits, reach=_REACH[form])
        other = "female" if form == "he" else "male"
        subject = self._last(lambda traits: not traits & {"thing", "plural", other}, reach=_REACH[form])
        return subject if subject and _may_be_person(subject) else None

    def _last(self, fits: Callable[[frozenset[str]], bool], *, reach: int) -> Subject | None:
        for number, subject in reversed(self._heard):
            if self._number - number > reach:
                return None
            if fits(subject.traits):
                return subject
        return None


def _may_be_person(subject: Subject) -> bool:
    """Whether something suggests a person: a trait, or several names without an article.

    A single word at the start of a sentence may be any noun.
    """
    if "person" in subject.traits:
        return True
    return " " in subject.name and not subject.name.startswith("The ") and not re.search(r"\d", subject.name)


def _is_named_before(sentence: str, pronoun: re.Match[str]) -> bool:
    """Whether a name comes before the pronoun that it may well refer to; places and months do not count."""
    if named_subject(sentence) is not None:
        return True
    before = sentence[: pronoun.start()]
    if _PHRASE_BEFORE.fullmatch(before):
        return False
    if _FORMS[pronoun[1].lower()] in {"he", "she"}:
        before = _PLACE_OR_TIME.sub(" ", before)
    return _NAME_BEFORE.search(before) is not None


def _is_empty(sentence: str, pronoun: re.Match[str]) -> bool:
    return _EMPTY_IT.match(sentence, pronoun.start()) is not None


def _replacement(name: str, pronoun: re.Match[str], sentence: str) -> str:
    word = pronoun[1].lower()
    follows = re.match(r"\s+([a-z]+)", sentence[pronoun.end() :])
    is_her = word == "her" and follows is not None and not _AFTER_OBJECT.fullmatch(follows[1])
    # Within a sentence an article is written in lower case.
    name = name if pronoun.start() == 0 or not name.startswith("The ") else f"the {name[4:]}"
    if word in _POSSESSIVE or is_her:
        return f"{name}'" if name.endswith("s") else f"{name}'s"
    return name
