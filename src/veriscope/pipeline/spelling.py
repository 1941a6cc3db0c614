"""Corrects typing errors in claims: a word that nobody knows, and that becomes a known one by changing one letter."""

import re
from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

from veriscope.domain import TermStatistics
from veriscope.models import packaged_words
from veriscope.text import stem, terms

# Shorter words have too many neighbours; a name must be longer, since names are more often alike.
_SHORTEST, _SHORTEST_NAME = 4, 6
# Words of letters alone, not in capitals: numbers and codes are read as they are.
_WORD = re.compile(r"(?<![\w'’.@/-])[A-Za-z]?[a-z]+(?![\w'’@/-]|\.\w)")


class RespelledClaim(NamedTuple):
    """The claim with its words as they were probably meant, and a note for each word that was changed."""

    text: str
    notes: tuple[str, ...]


def respell(text: str, statistics: TermStatistics) -> RespelledClaim:
    """Replace each unknown word that has exactly one known neighbour; `statistics` know the words of the corpus."""
    changes = {word: meant for word in dict.fromkeys(_WORD.findall(text)) if (meant := _meant(word, statistics))}
    notes = tuple(f"“{word}” is read as “{meant}”" for word, meant in changes.items())
    return RespelledClaim(_WORD.sub(lambda match: changes.get(match[0], match[0]), text), notes)


def _meant(word: str, statistics: TermStatistics) -> str:
    """The only known word one letter away; empty if the word is known itself, or has none or several."""
    if len(word) < (_SHORTEST_NAME if word[0].isupper() else _SHORTEST) or _is_known(word, statistics):
        return ""
    found: dict[tuple[str, ...], str] = {}
    # Forms of one word ("closed", "close") count as one candidate: one in the dictionary, the longest, speaks for them.
    for candidate in sorted(_neighbours(word.lower()), key=lambda one: (one not in packaged_words(), -len(one), one)):
        if _stands_in_corpus(candidate, statistics):
            found.setdefault(tuple(terms(candidate)), candidate)
    if len(found) != 1:
        return ""
    (meant,) = found.values()
    return meant.capitalize() if word[0].isupper() else meant


def _is_known(word: str, statistics: TermStatistics) -> bool:
    return stem(word.lower()) in _known_stems() or _stands_in_corpus(word, statistics)


@cache
def _known_stems() -> frozenset[str]:
    return frozenset(map(stem, packaged_words()))


def _stands_in_corpus(word: str, statistics: TermStatistics) -> bool:
    """Whether a page of the corpus has the word in some form."""
    found = terms(word)
    return bool(found) and all(statistics.frequency(term) for term in found)


def _neighbours(word: str) -> Iterator[str]:
    """The words that differ by one letter left out, added, changed, or exchanged with the next, without repetition."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    made = (
        *(left + right[1:] for left, right in cuts if right),
        *(left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1),
        *(left + letter + right[1:] for left, right in cuts if right for letter in ascii_lowercase),
        *(left + letter + right for left, right in cuts for letter in ascii_lowercase),
    )
    return (one for one in dict.fromkeys(made) if one != word and len(one) >= _SHORTEST - 1)
