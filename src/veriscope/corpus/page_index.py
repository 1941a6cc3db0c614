"""The search index of a corpus, read: how common terms are, pages by BM25, pages by name."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import tantivy
from tantivy import Occur, Query

from veriscope.corpus.open_index import OpenIndex
from veriscope.corpus.page_index_fields import NAME, PAGE, RANK, TEXT_FIELDS
from veriscope.corpus.suggestion_queries import spelling_queries, suggestion_queries
from veriscope.domain import NamedPage, RankedPage
from veriscope.text import name_key, name_keys

SEARCH = "search"
_MAX_REMEMBERED = 1 << 17
# Scores are sums of single-precision numbers, whose last bits depend on how the index is split into segments.
_DECIMALS = 4
# Pages that tie at the limit are fetched too, so that the order of titles decides among them; up to so many.
_MAX_TIES = 4096
# Of the pages that share a name at most so many are looked at.
_MAX_NAMESAKES = 256
_CHUNK = 20_000


class PageIndex:
    """The terms and names of all pages. Threads may share it; what a writer commits is seen from then on."""

    VERSION = 2

    def __init__(self, folder: Path, *, titles_by_id: Callable[[Iterable[int]], Mapping[int, str]]) -> None:
        self._index = OpenIndex(folder)
        self._titles_by_id = titles_by_id
        self._frequencies: dict[str, tuple[int, ...]] = {}
        self._generation = 0
        self._lock = threading.Lock()

    @property
    def schema(self) -> tantivy.Schema:
        """The fields of the index, which tantivy needs to make a query."""
        return self._index.schema

    def state(self) -> int:
        """A number that changes when the index does."""
        self._index.searcher()
        return self._index.generation

    def page_count(self) -> int:
        """How many pages are indexed."""
        return self._index.searcher().num_docs

    def frequency(self, term: str) -> int:
        """In how many pages the term stands: in the title, in headings or in the text, whichever is most.

        Pages that were removed or replaced count until tantivy merges the segment that held them.
        """
        return max(self._field_frequencies(self._index.searcher(), term))

    def best_pages(self, weights: Mapping[str, float], *, fields: Mapping[str, float], limit: int) -> list[RankedPage]:
        """Pages by the BM25 of the weighted terms, over `title`, `heading` and `body` boosted as `fields` says.

        Best first, ties in title order; a field that is not named does not count. BM25 has k1 = 1.2 and b = 0.75.
        """
        parts = self._wanted(weights, fields)
        return self.search(Query.boolean_query(parts), limit=limit) if parts else []

    def named(self, names: Iterable[str], *, limit: int) -> list[NamedPage]:
        """At most `limit` pages for each name (as `text.name_keys` writes them), in the order of names, then titles."""
        bearers = self._bearers(self._index.searcher(), self.known_names(dict.fromkeys(names)))
        titles = self._titles_by_id({page for pages in bearers.values() for page in pages})
        return [
            NamedPage(name, title)
            for name, pages in bearers.items()
            for title in sorted(titles[page] for page in pages if page in titles)[:limit]
        ]

    def best_named(
        self, names: Iterable[str], weights: Mapping[str, float], *, fields: Mapping[str, float], limit: int
    ) -> list[NamedPage]:
        """At most `limit` pages for each name, by the BM25 of the weighted terms: namesakes told apart by the rest."""
        searcher, asked = self._index.searcher(), list(dict.fromkeys(names))
        if not asked or limit <= 0:
            return []
        scores = self._scores_of_bearers(searcher, asked, self._wanted(weights, fields))
        titles = self._titles_by_id(scores)
        found = _by_title(asked, scores, titles)
        if found is None:
            found = self._by_name(searcher, asked, scores)
        places = {name: place for place, name in enumerate(asked)}
        ranked = sorted(found, key=lambda page: (places[page.name], -page.score, page.title))
        return _first_of_each(ranked, limit=limit)

    def known_names(self, names: Iterable[str]) -> list[str]:
        """Those of the names that lead to a page, in their order."""
        searcher = self._index.searcher()
        return [name for name in names if searcher.doc_freq(NAME, name)]

    def suggest(self, beginning: str, *, limit: int) -> list[str]:
        """Titles for what someone begins to type, case and accents ignored, by the names that lead to them.

        First those of exactly that name, then names that begin so, then those with words that do, in any order;
        full pages and short titles come first.
        """
        key = name_key(beginning)
        if not key or limit <= 0:
            return []
        found = dict.fromkeys(page.title for page in self.named([key], limit=limit))
        for query in suggestion_queries(self.schema, key, is_whole=beginning[-1:].isspace()):
            if len(found) < limit:
                found |= dict.fromkeys(self._by_rank(query, limit=2 * limit))
        return list(found)[:limit]

    def similar(self, name: str, *, limit: int) -> list[str]:
        """Titles with a name that has all these words, or else the longest of them, nearly so spelt."""
        key = name_key(name)
        for query in spelling_queries(self.schema, key) if limit > 0 else ():
            found = self._by_rank(query, limit=limit)
            if found:
                return found
        return []

    def search(self, query: Query, *, limit: int) -> list[RankedPage]:
        """The best pages for a query of tantivy's, ties in title order."""
        if limit <= 0:
            return []
        searcher = self._index.searcher()
        hits = self._hits_with_ties(searcher, query, limit=limit)
        titles = self._titles_by_id(page for _, page in hits)
        ranked = [RankedPage(titles[page], score) for score, page in hits if page in titles]
        return sorted(ranked, key=lambda page: (-page.score, page.title))[:limit]

    def count(self, query: Query) -> int:
        """How many pages a query of tantivy's finds."""
        return self._index.count(query)

    def page_ids(self) -> list[int]:
        """The ids of all pages that are indexed, in order."""
        searcher = self._index.searcher()
        everything = Query.all_query()
        starts = range(0, searcher.num_docs, _CHUNK)
        return sorted(
            page for start in starts for _, page in self._hits(searcher, everything, limit=_CHUNK, offset=start)
        )

    def _scores_of_bearers(
        self, searcher: tantivy.Searcher, names: Sequence[str], wanted: list[tuple[Occur, Query]]
    ) -> dict[int, float]:
        """The BM25 of the pages that bear one of the names, or of the best, when there are very many."""
        # A third of the time of one query for a set of terms.
        bears_one = Query.boolean_query(
            [(Occur.Should, Query.term_query(self.schema, NAME, n, "basic")) for n in names]
        )
        query = Query.boolean_query([(Occur.Must, Query.const_score_query(bears_one, 0.0)), *wanted])
        return {page: score for score, page in self._hits(searcher, query, limit=_MAX_NAMESAKES)}

    def _by_name(
        self, searcher: tantivy.Searcher, names: Sequence[str], scores: Mapping[int, float]
    ) -> list[NamedPage]:
        """The bearers of the names, asked for one by one."""
        bearers = self._bearers(searcher, names)
        titles = self._titles_by_id({page for pages in bearers.values() for page in pages})
        return [
            NamedPage(name, titles[page], scores.get(page, 0.0))
            for name, pages in bearers.items()
            for page in pages
            if page in titles
        ]

    def _bearers(self, searcher: tantivy.Searcher, names: Iterable[str]) -> dict[str, list[int]]:
        queries = {name: Query.term_query(self.schema, NAME, name, "basic") for name in names}
        found = self._hits_of_each(searcher, queries.values(), limit=_MAX_NAMESAKES)
        return {name: [page for _, page in hits] for name, hits in zip(queries, found, strict=True)}

    def _wanted(self, weights: Mapping[str, float], fields: Mapping[str, float]) -> list[tuple[Occur, Query]]:
        """A part of a query for each term and field, but not where no page has the term in that field."""
        searcher = self._index.searcher()
        boosts = [fields.get(field, 0.0) for field in TEXT_FIELDS]
        return [
            (Occur.Should, self._boosted(field, term, weight * boost))
            for term, weight in weights.items()
            for field, boost, held in zip(TEXT_FIELDS, boosts, self._field_frequencies(searcher, term), strict=True)
            if held and weight * boost > 0
        ]

    def _field_frequencies(self, searcher: tantivy.Searcher, term: str) -> tuple[int, ...]:
        """In how many pages the term stands in each of `TEXT_FIELDS`."""
        self._forget_old_frequencies()
        known = self._frequencies.get(term)
        if known is None:
            known = self._frequencies[term] = tuple(searcher.doc_freq(field, term) for field in TEXT_FIELDS)
        return known

    def _boosted(self, field: str, term: str, boost: float) -> Query:
        query = Query.term_query(self._index.schema, field, term, "freq")
        return query if boost == 1 else Query.boost_query(query, boost)

    def _hits_with_ties(self, searcher: tantivy.Searcher, query: Query, *, limit: int) -> list[tuple[float, int]]:
        """At least the best `limit` hits, with all that score as the last of them."""
        fetched = limit + 8
        while True:
            hits = self._hits(searcher, query, limit=fetched)
            if len(hits) < fetched or hits[limit - 1][0] != hits[-1][0] or fetched >= limit + _MAX_TIES:
                return hits
            fetched = min(4 * fetched, limit + _MAX_TIES)

    def _hits(
        self, searcher: tantivy.Searcher, query: Query, *, limit: int, offset: int = 0
    ) -> list[tuple[float, int]]:
        return self._hits_of_each(searcher, [query], limit=limit, offset=offset)[0]

    def _hits_of_each(
        self, searcher: tantivy.Searcher, queries: Iterable[Query], *, limit: int, offset: int = 0
    ) -> list[list[tuple[float, int]]]:
        """The score and the page of each hit; read together, since opening the column takes longer than reading it."""
        found = [self._index.found(searcher, query, limit=limit, offset=offset) for query in queries]
        pages = iter(self._pages(searcher, [address for hits in found for _, address in hits]))
        return [[(round(score, _DECIMALS), next(pages)) for score, _ in hits] for hits in found]

    def _by_rank(self, query: Query, *, limit: int) -> list[str]:
        """The titles that a query finds, full pages and short titles first."""
        searcher = self._index.searcher()
        hits = self._index.found(searcher, query, limit=limit, order_by=RANK)
        pages = self._pages(searcher, [address for _, address in hits])
        titles = self._titles_by_id(pages)
        return [titles[page] for page in pages if page in titles]

    def _pages(self, searcher: tantivy.Searcher, addresses: list[tantivy.DocAddress]) -> list[int]:
        pages = searcher.fast_field_values(PAGE, addresses)
        return [int(page) for page in pages if page is not None]

    def _forget_old_frequencies(self) -> None:
        if self._generation != self._index.generation or len(self._frequencies) > _MAX_REMEMBERED:
            with self._lock:
                self._frequencies = {}
                self._generation = self._index.generation


def _by_title(names: Sequence[str], scores: Mapping[int, float], titles: Mapping[int, str]) -> list[NamedPage] | None:
    """The bearers whose own title is the name; none when one bears a name as a redirect, or some may be missing."""
    if len(scores) >= _MAX_NAMESAKES:
        return None
    asked = frozenset(names)
    found: list[NamedPage] = []
    for page, title in titles.items():
        keys = [key for key in name_keys(title) if key in asked]
        if not keys:
            return None
        found += [NamedPage(key, title, scores[page]) for key in keys]
    return found


def _first_of_each(pages: Iterable[NamedPage], *, limit: int) -> list[NamedPage]:
    """At most `limit` of each name."""
    counts: dict[str, int] = {}
    kept: list[NamedPage] = []
    for page in pages:
        counts[page.name] = counts.get(page.name, 0) + 1
        if counts[page.name] <= limit:
            kept.append(page)
    return kept
