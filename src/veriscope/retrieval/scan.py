"""Ranks every page of a small corpus by the rare words it shares with the claim."""

from collections import Counter
from math import log

from veriscope.domain import Claim, Page, PageCollection, RankedPage
from veriscope.text import load_words, words


class ScanRetriever:
    """Reads all pages once and keeps their words: made for a folder of documents, not for a Wikipedia.

    A page scores the idf of each content word of the claim that it holds, title included.
    """

    def __init__(self, corpus: PageCollection) -> None:
        everyday = load_words("stop_words.txt")
        self._words = {page.title: _words_of(page) - everyday for page in corpus.pages()}
        self._frequency = Counter(word for held in self._words.values() for word in held)

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        asked = sorted(set(words(claim.text)))
        idf = {word: log(1 + len(self._words) / self._frequency[word]) for word in asked if word in self._frequency}
        scored = (
            RankedPage(title, sum(value for word, value in idf.items() if word in held))
            for title, held in self._words.items()
        )
        ranked = sorted((page for page in scored if page.score > 0), key=lambda page: (-page.score, page.title))
        return ranked[:limit]


def _words_of(page: Page) -> frozenset[str]:
    texts = [page.title]
    for _, element in page.outline():
        texts += element.texts()
    return frozenset(word for text in texts for word in words(text))
