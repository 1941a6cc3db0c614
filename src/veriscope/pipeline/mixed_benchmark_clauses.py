"""What the sentences of a page say of its subject, each as a short clause whose values can be exchanged."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from veriscope.domain import Page, Sentence
from veriscope.pipeline.counterfactuals import Value, values

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
_QUALIFIER = re.compile(r" \([^)]*\)$")
_FEWEST, _MOST = 5, 26
_NAMED = 0.6
_YEARS = range(1000, 2026)


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
        relative = "who" if pronoun in ("He", "She") or " born " in sentence.text[:120] else relative
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


class Exchanges:
    """Finds other values of the same kind: near numbers, and names that stand between the same words."""

    def __init__(self, texts: Iterable[str]) -> None:
        pool: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        for text in texts:
            for value in values(text):
                for around in _arounds(value):
                    pool[around][value.text] = None
        self._names: Mapping[tuple[str, str], Sequence[str]] = {around: list(names) for around, names in pool.items()}

    def falsified(self, clause: Clause, draw: random.Random) -> tuple[str, str] | None:
        """The predicate with one value exchanged for what the page does not say, and the value; None without one."""
        said = [value for value in values(clause.text) if value.text not in clause.subject]
        page_text = " ".join(sentence.text for sentence in clause.page.sentences())
        draw.shuffle(said)
        for value in said:
            other = self._another(value, draw)
            if other and not holds(page_text, other) and _is_whole(value.text, clause.predicate):
                return replaced(clause.predicate, value.text, other), value.text
        return None

    def _another(self, value: Value, draw: random.Random) -> str | None:
        if value.text[0].isdigit():
            return another_number(value.text, draw)
        for around in _arounds(value):
            names = [name for name in self._names.get(around, ()) if name != value.text and not name[0].isdigit()]
            if names:
                return draw.choice(names)
        return None


def _is_whole(value: str, text: str) -> bool:
    """Whether a value stands by itself, and is no part of a score, a season or a compound."""
    return holds(text, value) and not re.search(rf"[-–]{re.escape(value)}|{re.escape(value)}[-–]", text)


def _arounds(value: Value) -> tuple[tuple[str, str], ...]:
    """The words around a value that tell its kind, the closest description first."""
    before, after = value.around
    return value.around, (before.rpartition(" ")[2], after)


def another_number(text: str, draw: random.Random) -> str | None:
    """A number near another, written alike; a year stays a year."""
    plain = text.replace(",", "")
    if not plain.isdigit() or len(plain) > 12:
        return None
    number = int(plain)
    spread = 12 if number in _YEARS and "," not in text else max(2, number // 4)
    other = number + draw.choice((-1, 1)) * draw.randint(1, spread)
    if other <= 0 or (number in _YEARS and other not in _YEARS):
        other = number + 1 if number + 1 in _YEARS or number not in _YEARS else number - 1
    return f"{other:,}" if "," in text else str(other)


def holds(text: str, value: str) -> bool:
    """Whether a text holds a value as a whole word."""
    return value in text and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def replaced(text: str, value: str, other: str) -> str:
    """The text with the value, where it is a whole word, exchanged."""
    return re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", lambda _: other, text)
