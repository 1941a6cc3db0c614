"""Retrieves by BM25 over titles, headings and text, with our own boosts, k1 and b."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import Claim, Page, RankedPage, SearchableCorpus, Section
from veriscope.text import terms

# The values of the index, which cannot be changed there.
_INDEX_K1, _INDEX_B = 1.2, 0.75


class Bm25Settings(NamedTuple):
    """BM25's two parameters, and the weights of a term in the title and in a heading relative to one in the text.

    Chosen on training claims: `benchmarks/bm25_settings`.
    """

    k1: float = 0.8
    b: float = 0.3
    title: float = 1.0
    heading: float = 0.5


class _Field(NamedTuple):
    """How often each of the claim's terms occurs in a field of a page, and how long the field is."""

    counts: Counter[str]
    length: int


class _Bag(NamedTuple):
    """A page as the counts of the claim's terms in its title, its headings and its text."""

    page: str
    title: _Field
    heading: _Field
    text: _Field


class Bm25Retriever:
    """Takes the best `pool` pages by the index's own BM25 (k1 = 1.2, b = 0.75) and scores them again with the settings.

    Robertson and Zaragoza (2009). The average lengths are those of the pool. Pages after the pool keep the order of the
    index.
    """

    def __init__(self, corpus: SearchableCorpus, *, settings: Bm25Settings | None = None, pool: int = 50) -> None:
        self._corpus = corpus
        self._index = corpus.search_index
        self._weights = TermWeights(self._index)
        self._settings = settings or Bm25Settings()
        self._pool = pool

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        claim_terms = self._weights.weigh(claim.text)
        fields = {"title": self._settings.title, "heading": self._settings.heading, "body": 1.0}
        found = self._index.best_pages(dict.fromkeys(claim_terms.idf, 1.0), fields=fields, limit=max(limit, self._pool))
        if (self._settings.k1, self._settings.b) == (_INDEX_K1, _INDEX_B):
            return found[: max(0, limit)]
        pool = [page for page in (self._corpus.page(ranked.title) for ranked in found[: self._pool]) if page]
        ranked = _rescore(claim_terms, [_bag(claim_terms, page) for page in pool], self._settings)
        lowest = ranked[-1].score if ranked else 0.0
        tail = [RankedPage(page.title, lowest - 1 - place) for place, page in enumerate(found[self._pool :])]
        return (ranked + tail)[: max(0, limit)]


def _bag(claim_terms: ClaimTerms, page: Page) -> _Bag:
    headings = [element.title for element in page.elements if isinstance(element, Section)]
    for table in page.tables():
        headings += [table.caption, *(cell.text for cell in table.cells if cell.is_header)]
    # Line ends keep the words of two cells apart. One long text is split faster than many short ones.
    text = "\n".join(text for _, element in page.outline() for text in element.texts())
    return _Bag(
        page.title,
        _count_terms(claim_terms, page.title),
        _count_terms(claim_terms, "\n".join(headings)),
        _count_terms(claim_terms, text),
    )


def _count_terms(claim_terms: ClaimTerms, text: str) -> _Field:
    found = terms(text)
    return _Field(Counter(term for term in found if term in claim_terms.content), len(found))


def _rescore(claim_terms: ClaimTerms, bags: Sequence[_Bag], settings: Bm25Settings) -> list[RankedPage]:
    boosts = (settings.title, settings.heading, 1.0)
    fields = [bag[1:] for bag in bags]
    averages = [sum(page[number].length for page in fields) / max(1, len(bags)) or 1.0 for number in range(len(boosts))]
    scored = [
        RankedPage(
            bag.page,
            sum(
                boost * _field(claim_terms.idf, field.counts, field.length / average, settings)
                for boost, field, average in zip(boosts, bag[1:], averages, strict=True)
            ),
        )
        for bag in bags
    ]
    return sorted(scored, key=lambda page: (-page.score, page.title))


def _field(idf: Mapping[str, float], counts: Mapping[str, int], length: float, settings: Bm25Settings) -> float:
    """BM25 of one field; `length` is relative to the average."""
    k1, b = settings.k1, settings.b
    norm = k1 * (1 - b + b * length)
    return sum([idf[term] * count * (k1 + 1) / (count + norm) for term, count in counts.items()])
