"""Reads what people type into a search box. There are no syntax errors: a misplaced operator is just a word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from veriscope.corpus.store.page_index_fields import BODY, HEADING, TEXT_FIELDS, TITLE
from veriscope.text import load_words, terms, words

# More clauses, or longer phrases, add little to a query and cost time.
MAX_CLAUSES = 64
MAX_PHRASE = 32
MAX_LETTERS = 2000

_FIELDS = {
    "title": (TITLE,),
    "heading": (HEADING,),
    "caption": (HEADING,),
    "body": (BODY,),
    "text": (BODY,),
}
_TOKEN = re.compile(
    rf"""
    (?P<minus>-(?=[\w"])(?<![^\s(]-))?
    (?:(?P<field>{"|".join(_FIELDS)}):\s*)?
    (?: "(?P<phrase>[^"]*)"?(?P<more>\*)? | (?P<word>[^\s"]+) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"'))
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_STOP_TERMS = frozenset(term for word in load_words("stop_words.txt") for term in terms(word))


@dataclass(frozen=True, slots=True)
class Clause:
    """A word, or several words in a row; if `is_beginning`, the last one is only a beginning."""

    terms: tuple[str, ...]
    fields: tuple[str, ...] = TEXT_FIELDS
    is_beginning: bool = False

    def is_everyday(self) -> bool:
        """Whether the clause says little about what the user wants."""
        return not self.is_beginning and _STOP_TERMS.issuperset(self.terms)


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives, of which a page should hold one; each is a run of clauses that it must hold together."""

    alternatives: tuple[tuple[Clause, ...], ...]

    @property
    def is_required(self) -> bool:
        """Whether the words were joined only by AND."""
        return len(self.alternatives) == 1 and len(self.alternatives[0]) > 1

    def clauses(self) -> Iterator[Clause]:
        """All clauses, in order."""
        return (clause for run in self.alternatives for clause in run)


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What pages should hold, what they must not hold, and how many further words and phrases were left out."""

    choices: tuple[Choice, ...]
    excluded: tuple[Clause, ...] = ()
    left_out: int = 0

    def clauses(self) -> Iterator[Clause]:
        """The clauses to search for, in order."""
        return (clause for choice in self.choices for clause in choice.clauses())


def parse_query(text: str) -> SearchQuery:
    """The query that someone typed.

    Words are searched in all fields. `"…"` is a phrase and `word*` a beginning. `title:`, `heading:` (or `caption:`)
    and `body:` choose a field. `-word` and `NOT word` exclude. `AND` and `OR` join their neighbours, AND first.
    """
    reading = _QueryReader()
    for token in _TOKEN.finditer(_CONTROL.sub(" ", text).translate(_QUOTES)):
        reading.take(token)
    return reading.query()


class _QueryReader:
    """The clauses read so far, as alternatives (by OR) of runs (by AND), and how the next clause is joined."""

    def __init__(self) -> None:
        self._choices: list[list[list[Clause]]] = []
        self._excluded: list[Clause] = []
        self._joined_by = ""
        self._is_negated = False
        self._clauses = self._left_out = 0

    def take(self, token: re.Match[str]) -> None:
        word = token["word"]
        if word in {"AND", "OR"} and not token["field"] and not token["minus"]:
            self._joined_by = word
        elif word == "NOT" and not token["field"]:
            self._is_negated = True
        else:
            self._add(_clause(token), is_negated=self._is_negated or token["minus"] is not None)

    def query(self) -> SearchQuery:
        choices = (Choice(tuple(tuple(run) for run in choice)) for choice in self._choices)
        return SearchQuery(tuple(dict.fromkeys(choices)), tuple(dict.fromkeys(self._excluded)), self._left_out)

    def _add(self, clause: Clause | None, *, is_negated: bool) -> None:
        if clause is None:
            return
        self._clauses += 1
        if self._clauses > MAX_CLAUSES:
            self._left_out += 1
        elif is_negated:
            self._excluded.append(clause)
        elif self._joined_by == "AND" and self._choices:
            self._choices[-1][-1].append(clause)
        elif self._joined_by == "OR" and self._choices:
            self._choices[-1].append([clause])
        else:
            self._choices.append([[clause]])
        self._joined_by, self._is_negated = "", False


def _clause(token: re.Match[str]) -> Clause | None:
    """The clause of a token; None if it holds no word."""
    written = token["phrase"] if token["phrase"] is not None else token["word"]
    is_beginning = bool(token["more"]) or written.rstrip().endswith("*")
    found = tuple(terms(written[:MAX_LETTERS])[:MAX_PHRASE])
    if not found:
        return None
    clause = Clause(found, _FIELDS[token["field"].lower()] if token["field"] else TEXT_FIELDS)
    return _beginning(clause, written) if is_beginning else clause


def _beginning(clause: Clause, written: str) -> Clause:
    """The clause with its last word unstemmed, since the typed text may be any part of a word."""
    last = words(written[:MAX_LETTERS])
    return replace(clause, terms=(*clause.terms[:-1], last[-1]), is_beginning=True) if last else clause
