"""Searches a corpus the way people do: words, phrases and operators in, pages with their best passage out."""

from math import log
from typing import NamedTuple

from veriscope.corpus.store.best_passage import Passage, best_passage
from veriscope.corpus.store.index_queries import index_query
from veriscope.corpus.store.page_index import PageIndex
from veriscope.corpus.store.query_matching import Marks, QueryMatcher
from veriscope.corpus.store.search_query import parse_query
from veriscope.corpus.store.store import Corpus
from veriscope.domain import Page, RankedPage
from veriscope.errors import StoreError

_SUGGESTIONS = 5


class SearchHit(NamedTuple):
    """A page that was found, with its best passage; the marks are the matching spans of its title."""

    title: str
    score: float
    title_marks: Marks
    passage: Passage | None


class SearchResults(NamedTuple):
    """The best of `total` pages found; if there are none, titles that may be meant.

    `left_out` counts the words and phrases that a very long query has beyond the limit.
    """

    query: str
    total: int
    hits: tuple[SearchHit, ...]
    suggestions: tuple[str, ...]
    left_out: int


def search_corpus(corpus: Corpus, query: str, *, limit: int = 10) -> SearchResults:
    """The pages that answer a query best, best first, ties in title order. Any text is a query: see `parse_query`."""
    index = corpus.search_index
    parsed = parse_query(query)
    for_index = index_query(index.schema, parsed)
    ranked = index.search(for_index, limit=limit) if for_index is not None else []
    matcher = QueryMatcher(parsed, weight=lambda term: _idf(index, term))
    hits = tuple(hit for page in ranked if (hit := _hit(corpus, page, matcher)) is not None)
    total = max(index.count(for_index), len(hits)) if for_index is not None and hits else 0
    suggestions = () if hits else tuple(suggest_titles(corpus, query, limit=_SUGGESTIONS))
    return SearchResults(query, total, hits, suggestions, parsed.left_out)


def suggest_titles(corpus: Corpus, beginning: str, *, limit: int = 10) -> list[str]:
    """Titles for what someone begins to type; if none begins like it, titles with words spelt nearly like it."""
    index = corpus.search_index
    return index.suggest(beginning, limit=limit) or index.similar(beginning, limit=limit)


def require_page(corpus: Corpus, title: str) -> Page:
    """The page of a title, a redirect or a document's path; the error for an unknown one says what may be meant."""
    found = corpus.resolve(title)
    page = corpus.page(found) if found is not None else None
    if page is None:
        near = suggest_titles(corpus, title, limit=_SUGGESTIONS)
        hint = f"did you mean: {'; '.join(name[:80] for name in near)}" if near else "no title begins like that"
        raise StoreError(f"no page {title[:80]!r} in the corpus; {hint}")
    return page


def _hit(corpus: Corpus, ranked: RankedPage, matcher: QueryMatcher) -> SearchHit | None:
    page = corpus.page(ranked.title)
    if page is None:
        return None
    return SearchHit(page.title, ranked.score, matcher.marks(page.title, is_title=True), best_passage(page, matcher))


def _idf(index: PageIndex, term: str) -> float:
    return log(1 + index.page_count() / (1 + index.frequency(term)))
