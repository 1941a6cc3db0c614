"""A claim as words with their places, in the form that the lexicon knows."""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from veriscope.text import stem, words

_PIECE = re.compile(r"\S+")
_POSSESSIVE = re.compile(r"(?:['’]s|s['’])\W*$")
_AROUND = "\"'“”‘’()[],;:!?"
ARTICLES = frozenset({"a", "an", "the"})
NUMBER = "#"
NEGATION = "not"


class Word(NamedTuple):
    """A folded word of a claim; `piece` is the text between white space that holds it, from `start` to `end`."""

    text: str
    piece: str
    start: int
    end: int
    is_possessive: bool

    @property
    def is_capital(self) -> bool:
        """Whether it is written with a capital letter."""
        return self.piece[:1].isupper()

    @property
    def is_name_like(self) -> bool:
        """Whether it is written like a name or code: beginning with a capital letter, a digit or a mark."""
        return not self.piece[:1].islower()


def read_words(text: str) -> list[Word]:
    """The words of a text in order, folded as names are."""
    found = []
    for match in _PIECE.finditer(text):
        folded = _folded(match[0])
        piece = match[0].strip(_AROUND).removesuffix(".")
        is_possessive = _POSSESSIVE.search(match[0]) is not None
        for place, word in enumerate(folded):
            is_last = place == len(folded) - 1
            found.append(Word(word, piece, match.start(), match.end(), is_possessive and is_last))
    return found


@lru_cache(maxsize=1 << 16)
def plain(word: str) -> str:
    """A folded word as the lexicon writes it: its stem, `#` for a number; empty for an article."""
    if word in ARTICLES:
        return ""
    if word[0].isdigit():
        return NUMBER
    return stem(_forms().get(word, word))


@lru_cache(maxsize=1 << 16)
def _folded(piece: str) -> tuple[str, ...]:
    return tuple(words(piece))


@cache
def _forms() -> dict[str, str]:
    text = (files("veriscope.linking") / "data" / "word_forms.toml").read_text(encoding="utf-8")
    return {form: head for head, forms in tomllib.loads(text).items() for form in forms.split()}
