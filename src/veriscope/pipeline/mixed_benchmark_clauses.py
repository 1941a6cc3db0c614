"""What the sentences of a page say of its subject, each as a short clause whose values can be exchanged."""

import re
from functools import lru_cache
from typing import NamedTuple

from veriscope.domain import Page, Sentence

_BRACKETS = re.compile(r"\s*\((?:[^()]|\([^()]*\))*\)|\s*\[[^\]]{0,12}\]")
_SPACED = (
    (re.compile(r"\s+([.,;:!?%)\]])"), r"\1"),
    (re.compile(r"([(\[$£])\s+"), r"\1"),
    (re.compile(r"\s+('s|n't|'re|'ve|'ll|'d)\b"), r"\1"),
    (re.compile(r"``\s*|\s*''"), '"'),
)
_VERB = (
    r"is|was|are|were|has|had|have|became|began|won|played|served|took|consists?|includes?|contains?|covers?|lies|stands"
    r"|features?|competed|ended|finished|represented|started|joined|moved|received|released|produced|runs|ran|held|made"
    r"|opened|closed|died|lost|led|can|will|[a-z]{3,}ed"
)
_PRONOUN = re.compile(rf"(It|He|She|They) (?=(?:also |then |later |first |once )?(?:{_VERB})\b)")
_FIRST = re.compile(r"(?P<subject>[^,;]{2,90}?),? (?P<rest>(?:is|was|are|were) .+)")
# What follows one of these adds to the clause before it, which stands without it.
_CUT = re.compile(
    r"; |,? (?:which|whom|whose|although|though|whereas|because|despite)\b|, (?:who|where|when|while|but|as|since|after"
    rf"|before|with|including|however|so|making|and (?:it|he|she|they|{_VERB}))\b"
)
_LIST = re.compile(r"(?:Lists?|Index|Timeline|Glossary|Outline) of ")
_LOOSE_END = re.compile(r"(?:[ ,]+(?:and|or|but|also))*[ ,]*$")
_NOT_PLAIN = re.compile(
    r'[!?"()\[\]:]|\w{4}\. [A-Z]|\b(?:this|these|those|list|following|below|above|respectively)\b'
    r"|\b(?:of|in|on|at|by|for|from|with|to|as|than|the|an?|is|was)$"
)
_PERSON = re.compile(
    r"\bborn\b|\b(?:is|was) (?:an?|the) [^,.]*\b(?:actor|actress|singer|player|footballer|politician|writer|author"
    r"|director|runner|cyclist|driver|coach|cardinal|musician|wrestler|athlete|swimmer|skater|golfer|composer|poet|painter)\b",
    re.IGNORECASE,
)
_QUALIFIER = re.compile(r" \([^)]*\)$")
_FEWEST, _MOST = 5, 26
_NAMED = 0.6
_OPENING = 160


class Clause(NamedTuple):
    """A sentence as its subject and what it says of it; `relative` is the word that a side clause begins with."""

    page: Page
    sentence: Sentence
    subject: str
    predicate: str
    relative: str

    @property
    def text(self) -> str:
        """The clause as a sentence without its stop."""
        return f"{self.subject} {self.predicate}"


@lru_cache(maxsize=1 << 18)
def tidy(text: str) -> str:
    """Text without the spaces that tokenising left."""
    for pattern, written in _SPACED:
        text = pattern.sub(written, text)
    return " ".join(text.split())


def plain_title(title: str) -> str:
    """A title without the words in brackets that tell it from others."""
    return _QUALIFIER.sub("", title)


def clauses(page: Page) -> list[Clause]:
    """The sentences that begin with the subject of the page, or with a pronoun right after one that does.

    A list has none: what stands above it speaks of what is listed.
    """
    subject = plain_title(page.title)
    if _LIST.match(subject):
        return []
    found: list[Clause] = []
    is_spoken_of = False
    relative = "which"
    for place, sentence in enumerate(page.sentences()):
        text = tidy(_BRACKETS.sub("", tidy(sentence.text)))
        said, pronoun = _said_of(subject, text, is_first=place == 0, is_spoken_of=is_spoken_of)
        relative = "who" if pronoun in ("He", "She") or is_about_a_person(sentence.text) else relative
        is_spoken_of = bool(said)
        if said and (short := _shortened(subject, said)):
            found.append(Clause(page, sentence, subject, short, relative))
    return [clause._replace(relative=relative) for clause in found]


def _said_of(subject: str, text: str, *, is_first: bool, is_spoken_of: bool) -> tuple[str, str]:
    """What a sentence says of the subject, and the pronoun it does so with; nothing where it is about another."""
    for name in (subject, f"The {subject}"):
        if re.match(rf"{re.escape(name)} (?:also |then |later )?(?:{_VERB})\b", text):
            return text[len(name) + 1 :], ""
    if is_spoken_of and (match := _PRONOUN.match(text)):
        return text[match.end() :], match[1]
    if is_first and (match := _FIRST.fullmatch(text)) and _names(match["subject"], subject):
        return match["rest"], ""
    return "", ""


def _names(phrase: str, title: str) -> bool:
    """Whether a phrase holds most of the words of a title."""
    held, wanted = ({word for word in re.findall(r"\w+", text.lower()) if len(word) > 2} for text in (phrase, title))
    return len(held & wanted) > _NAMED * len(wanted) > 0


def _shortened(subject: str, predicate: str) -> str:
    """The predicate up to what is only added; nothing where it is no plain sentence of a fair length."""
    short = _LOOSE_END.sub("", _CUT.split(predicate.rstrip(". "), maxsplit=1)[0])
    length = len(f"{subject} {short}".split())
    return short if not _NOT_PLAIN.search(short) and _FEWEST <= length <= _MOST and len(short.split()) > 2 else ""


def is_about_a_person(text: str) -> bool:
    """Whether what a page begins with tells of a person."""
    return _PERSON.search(text[:_OPENING]) is not None


def holds(text: str, value: str) -> bool:
    """Whether a text holds a value as a whole word."""
    return value in text and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def replaced(text: str, value: str, other: str) -> str:
    """The text with the value, where it is a whole word, exchanged."""
    return re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", lambda _: other, text)
