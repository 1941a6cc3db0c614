"""The terms of a claim, weighted by their rarity in a corpus; the lexical stages compare pages with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import NamedTuple

from veriscope.domain import TermStatistics
from veriscope.text import load_words, terms, words

_AROUND = "\"'“”‘’`()[],.;:!?"
# After an apostrophe, these are no words: `'s` in tokenised text.
_CLITICS = frozenset({"s", "re", "ve", "ll", "d", "m"})
_MAX_WORDS = 300
_MAX_REMEMBERED = 1 << 17


class ClaimWord(NamedTuple):
    """A folded word, and its spelling: as a name or number (capital or digit first), or all in capitals (`US`)."""

    word: str
    is_name: bool
    is_acronym: bool = False


@dataclass(frozen=True, slots=True)
class ClaimTerms:
    """A claim as terms. `idf` holds its content terms in order; stop words count only if there are no others.

    `total` is the sum of their idf; `names` and `numbers` are the content terms spelled as such.
    """

    words: tuple[ClaimWord, ...]
    terms: tuple[str, ...]
    idf: dict[str, float]
    total: float
    content: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]
    bigrams: frozenset[tuple[str, str]]

    def weight(self, held: Iterable[str]) -> float:
        """The sum of the idf of the given content terms."""
        idf = self.idf
        return sum([idf[term] for term in held])


class TermWeights:
    """Weighs terms by the statistics of a corpus, and caches the weights. `everyday` are the stop words."""

    def __init__(self, statistics: TermStatistics) -> None:
        self._statistics = statistics
        self._pages = -1
        self._idf: dict[str, float] = {}
        self.everyday = load_words("stop_words.txt")
        self.everyday_terms = frozenset(term for word in self.everyday for term in terms(word))

    def idf(self, term: str) -> float:
        """The rarity of a term: `log(1 + (N - n + 1/2) / (n + 1/2))` for a term in `n` of `N` pages, as in BM25."""
        known = self._idf.get(term)
        if known is None:
            held = self._statistics.frequency(term)
            known = self._idf[term] = log(1 + max(0.5, self._pages - held + 0.5) / (held + 0.5))
        return known

    def highest(self) -> float:
        """The weight of a term that is in no page."""
        return log(2 + 2 * max(0, self._pages))

    def weigh(self, text: str) -> ClaimTerms:
        """The terms of a claim; only the first 300 words of a very long one count."""
        self._take_note_of_changes()
        spoken = read_words(text)
        all_terms = tuple(terms(" ".join(spoken_word.word for spoken_word in spoken)))
        acronyms = {spoken_word.word for spoken_word in spoken if spoken_word.is_acronym}
        unique = list(dict.fromkeys(all_terms))
        content = [term for term in unique if term not in self.everyday_terms or term in acronyms] or unique
        idf = {term: self.idf(term) for term in content}
        named = {term for spoken_word in spoken if spoken_word.is_name for term in terms(spoken_word.word)}
        return ClaimTerms(
            words=spoken,
            terms=all_terms,
            idf=idf,
            total=sum(idf.values()) or 1.0,
            content=frozenset(idf),
            names=frozenset(idf) & named,
            numbers=frozenset(term for term in idf if term[0].isdigit()),
            bigrams=frozenset(pairwise(all_terms)),
        )

    def _take_note_of_changes(self) -> None:
        pages = self._statistics.page_count()
        if pages != self._pages or len(self._idf) > _MAX_REMEMBERED:
            self._pages = pages
            self._idf = {}


def read_words(text: str) -> tuple[ClaimWord, ...]:
    """The first 300 words of a text."""
    found: list[ClaimWord] = []
    for piece in text.split():
        bare = piece.strip(_AROUND)
        is_name = bare[:1].isupper() or bare[:1].isdigit()
        is_acronym = len(bare) > 1 and bare.isupper()
        if bare.isascii() and bare.isalnum() and bare.lower() not in _CLITICS:
            found.append(ClaimWord(bare.lower(), is_name, is_acronym))
        else:
            found += [ClaimWord(word, is_name, is_acronym) for word in words(piece)]
        if len(found) >= _MAX_WORDS:
            break
    return tuple(found[:_MAX_WORDS])
