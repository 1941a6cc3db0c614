"""Turns sentences of a page about its subject into short clauses whose values can be exchanged."""

import re
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from veriscope.domain import Page, Sentence
from veriscope.text import load_alternatives

_BRACKETS = re.compile(r"\s*\((?:[^()]|\([^()]*\))*\)|\s*\[[^\]]{0,12}\]")
_SPACED = (
    (re.compile(r"\s+([.,;:!?%)\]])"), r"\1"),
    (re.compile(r"([(\[$£])\s+"), r"\1"),
    (re.compile(r"\s+('s|n't|'re|'ve|'ll|'d)\b"), r"\1"),
    (re.compile(r"``\s*|\s*''"), '"'),
)
_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "mixed_clauses")
_VERB = f"{_WORDS['verb']}|[a-z]{{3,}}ed"
_PRONOUN = re.compile(rf"(It|He|She|They) (?=(?:(?:{_WORDS['adverb']}) )?(?:{_VERB})\b)")
_FIRST = re.compile(r"(?P<subject>[^,;]{2,90}?),? (?P<rest>(?:is|was|are|were) .+)")
_CUT = re.compile(
    rf"; |,? (?:{_WORDS['side_clause']})\b"
    rf"|, (?:{_WORDS['side_clause_after_comma']}|and (?:it|he|she|they|{_VERB}))\b"
)
_LIST = re.compile(rf"(?:{_WORDS['list_title']}) of ")
_LOOSE_END = re.compile(r"(?:[ ,]+(?:and|or|but|also))*[ ,]*$")
_NOT_PLAIN = re.compile(rf'[!?"()\[\]:]|\w{{4}}\. [A-Z]|\b(?:{_WORDS["pointing"]})\b|\b(?:{_WORDS["unfinished"]})$')
_PERSON = re.compile(
    rf"\bborn\b|\b(?:is|was) (?:an?|the) [^,.]*\b(?:{_WORDS['occupation']})\b",
    re.IGNORECASE,
)
_QUALIFIER = re.compile(r" \([^)]*\)$")
_FEWEST, _MOST = 5, 26
_NAMED = 0.6
_OPENING = 160


class Clause(NamedTuple):
    """A sentence split into subject and predicate; `relative` is "who" or "which", to begin a side clause with."""

    page: Page
    sentence: Sentence
    subject: str
    predicate: str
    relative: str

    @property
    def text(self) -> str:
        """The clause as a sentence without its full stop."""
        return f"{self.subject} {self.predicate}"


@lru_cache(maxsize=1 << 18)
def tidy(text: str) -> str:
    """The text without the spaces that tokenising left behind."""
    for pattern, written in _SPACED:
        text = pattern.sub(written, text)
    return " ".join(text.split())


def plain_title(title: str) -> str:
    """A title without a qualifier in brackets."""
    return _QUALIFIER.sub("", title)


def clauses(page: Page) -> list[Clause]:
    """Clauses of the sentences that begin with the subject of the page, or with a pronoun right after such a sentence.

    A list page gives none: its sentences are about the things it lists.
    """
    subject = plain_title(page.title)
    if _LIST.match(subject):
        return []
    found: list[Clause] = []
    is_spoken_of = False
    relative = "which"
    for place, sentence in enumerate(page.sentences()):
        text = tidy(_BRACKETS.sub("", tidy(sentence.text)))
        said, pronoun = _predicate_of(subject, text, is_first=place == 0, is_spoken_of=is_spoken_of)
        relative = "who" if pronoun in ("He", "She") or is_about_a_person(sentence.text) else relative
        is_spoken_of = bool(said)
        if said and (short := _shorten(subject, said)):
            found.append(Clause(page, sentence, subject, short, relative))
    return [clause._replace(relative=relative) for clause in found]


def _predicate_of(subject: str, text: str, *, is_first: bool, is_spoken_of: bool) -> tuple[str, str]:
    """The predicate of a sentence about the subject, and its pronoun if it begins with one; else two empty texts."""
    for name in (subject, f"The {subject}"):
        if re.match(rf"{re.escape(name)} (?:also |then |later )?(?:{_VERB})\b", text):
            return text[len(name) + 1 :], ""
    if is_spoken_of and (match := _PRONOUN.match(text)):
        return text[match.end() :], match[1]
    if is_first and (match := _FIRST.fullmatch(text)) and _names(match["subject"], subject):
        return match["rest"], ""
    return "", ""


def _names(phrase: str, title: str) -> bool:
    """Whether a phrase contains most of the words of a title."""
    held, wanted = ({word for word in re.findall(r"\w+", text.lower()) if len(word) > 2} for text in (phrase, title))
    return len(held & wanted) > _NAMED * len(wanted) > 0


def _shorten(subject: str, predicate: str) -> str:
    """The predicate without its side clauses; empty if the rest is not a plain sentence of medium length."""
    short = _LOOSE_END.sub("", _CUT.split(predicate.rstrip(". "), maxsplit=1)[0])
    length = len(f"{subject} {short}".split())
    return short if not _NOT_PLAIN.search(short) and _FEWEST <= length <= _MOST and len(short.split()) > 2 else ""


def is_about_a_person(text: str) -> bool:
    """Whether the beginning of a page is about a person."""
    return _PERSON.search(text[:_OPENING]) is not None


def holds(text: str, value: str) -> bool:
    """Whether a text contains a value as whole words."""
    return value in text and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def replace_value(text: str, value: str, other: str) -> str:
    """The text with the value replaced wherever it is a whole word."""
    return re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", lambda _: other, text)
