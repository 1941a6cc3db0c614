"""Retrieves by BM25 over titles, headings and text, with boosts, k1 and b of our own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import Claim, Page, RankedPage, SearchableCorpus
from veriscope.text import terms

# The index's own, which cannot be changed there.
_INDEX_K1, _INDEX_B = 1.2, 0.75


class Bm25Settings(NamedTuple):
    """BM25's two parameters, and what a term in the title and in a heading counts, against one in the text.

    Chosen on training claims: `benchmarks/bm25_settings`.
    """

    k1: float = 0.8
    b: float = 0.3
    title: float = 1.0
    heading: float = 0.5


class _Bag(NamedTuple):
    """A page as counts of the claim's terms: in the title, in the text; and how long both are."""

    title: str
    in_title: Counter[str]
    in_text: Counter[str]
    title_length: int
    text_length: int


class Bm25Retriever:
    """The best `pool` pages of the index's own BM25 (k1 = 1.2, b = 0.75), scored again with the settings.

    Robertson and Zaragoza (2009). The average lengths are those of the pool. What follows after the pool keeps the
    order of the index.
    """

    indexes: ClassVar[tuple[str, ...]] = ("search",)

    def __init__(self, corpus: SearchableCorpus, *, settings: Bm25Settings | None = None, pool: int = 50) -> None:
        self._corpus = corpus
        self._index = corpus.search_index
        self._weights = TermWeights(self._index)
        self._settings = settings or Bm25Settings()
        self._pool = pool

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        asked = self._weights.weigh(claim.text)
        fields = {"title": self._settings.title, "heading": self._settings.heading, "body": 1.0}
        found = self._index.best_pages(dict.fromkeys(asked.idf, 1.0), fields=fields, limit=max(limit, self._pool))
        if (self._settings.k1, self._settings.b) == (_INDEX_K1, _INDEX_B):
            return found[: max(0, limit)]
        pool = [page for page in (self._corpus.page(ranked.title) for ranked in found[: self._pool]) if page]
        ranked = _rescored(asked, [_bag(asked, page) for page in pool], self._settings)
        lowest = ranked[-1].score if ranked else 0.0
        tail = [RankedPage(page.title, lowest - 1 - place) for place, page in enumerate(found[self._pool :])]
        return (ranked + tail)[: max(0, limit)]


def _bag(asked: ClaimTerms, page: Page) -> _Bag:
    in_title = terms(page.title)
    in_text = [term for _, element in page.outline() for text in element.texts() for term in terms(text)]
    return _Bag(
        page.title,
        Counter(term for term in in_title if term in asked.content),
        Counter(term for term in in_text if term in asked.content),
        len(in_title),
        len(in_text),
    )


def _rescored(asked: ClaimTerms, bags: Sequence[_Bag], settings: Bm25Settings) -> list[RankedPage]:
    titles = sum(bag.title_length for bag in bags) / max(1, len(bags)) or 1.0
    texts = sum(bag.text_length for bag in bags) / max(1, len(bags)) or 1.0
    scored = [
        RankedPage(
            bag.title,
            settings.title * _field(asked.idf, bag.in_title, bag.title_length / titles, settings)
            + _field(asked.idf, bag.in_text, bag.text_length / texts, settings),
        )
        for bag in bags
    ]
    return sorted(scored, key=lambda page: (-page.score, page.title))


def _field(idf: Mapping[str, float], counts: Mapping[str, int], length: float, settings: Bm25Settings) -> float:
    """BM25 of one field; `length` is relative to the average."""
    k1, b = settings.k1, settings.b
    norm = k1 * (1 - b + b * length)
    return sum([idf[term] * count * (k1 + 1) / (count + norm) for term, count in counts.items()])
