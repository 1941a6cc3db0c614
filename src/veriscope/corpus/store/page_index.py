"""Reads the search index of a corpus: term frequencies, pages by BM25, pages by name."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

import tantivy
from tantivy import Occur, Query

from veriscope.corpus.store.index_queries import spelling_queries, suggestion_queries
from veriscope.corpus.store.open_index import TermIndex
from veriscope.corpus.store.page_index_fields import NAME, PAGE, RANK, TEXT_FIELDS
from veriscope.domain import NamedPage, RankedPage
from veriscope.text import name_key, name_keys

SEARCH = "search"
SEARCH_INDEX_VERSION = 2
_MAX_REMEMBERED = 1 << 17
# Scores are sums of single-precision numbers; their last bits depend on how the index is split into segments.
_DECIMALS = 4
# Pages that tie at the limit are fetched too, up to this many, so that title order decides among them.
_MAX_TIES = 4096
# At most this many pages with the same name are considered.
_MAX_NAMESAKES = 256
_CHUNK = 20_000


class PageIndex:
    """The terms and names of all pages. Threads may share it; it sees what a writer commits."""

    def __init__(self, index: TermIndex, *, titles_by_id: Callable[[Iterable[int]], Mapping[int, str]]) -> None:
        self._index = index
        self._titles_by_id = titles_by_id
        self._frequencies: dict[str, tuple[int, ...]] = {}
        self._generation = 0
        self._lock = threading.Lock()

    @property
    def schema(self) -> tantivy.Schema:
        """The fields of the index, which tantivy needs to build a query."""
        return self._index.schema

    def state(self) -> int:
        """A number that changes when the index does."""
        self._index.searcher()
        return self._index.generation

    def page_count(self) -> int:
        """How many pages are indexed."""
        return self._index.searcher().num_docs

    def frequency(self, term: str) -> int:
        """How many pages contain the term: in the title, in headings or in the text, whichever count is highest.

        Removed and replaced pages count until tantivy merges their segment.
        """
        return max(self._field_frequencies(self._index.searcher(), term))

    def best_pages(self, weights: Mapping[str, float], *, fields: Mapping[str, float], limit: int) -> list[RankedPage]:
        """Pages by the BM25 of the weighted terms, over `title`, `heading` and `body` boosted as `fields` says.

        Best first, ties in title order; fields that are not named do not count. BM25 has k1 = 1.2 and b = 0.75.
        """
        parts = self._term_clauses(weights, fields)
        return self.search(Query.boolean_query(parts), limit=limit) if parts else []

    def pages_named(self, names: Iterable[str], *, limit: int) -> list[NamedPage]:
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
        """At most `limit` pages for each name, by the BM25 of the weighted terms, which tells namesakes apart."""
        searcher, asked = self._index.searcher(), list(dict.fromkeys(names))
        if not asked or limit <= 0:
            return []
        scores = self._scores_of_bearers(searcher, asked, self._term_clauses(weights, fields))
        titles = self._titles_by_id(scores)
        found = _by_title(asked, scores, titles)
        if found is None:
            found = self._by_name(searcher, asked, scores)
        places = {name: place for place, name in enumerate(asked)}
        ranked = sorted(found, key=lambda page: (places[page.name], -page.score, page.title))
        return _first_of_each(ranked, limit=limit)

    def known_names(self, names: Iterable[str]) -> list[str]:
        """The names that lead to a page, in the order given."""
        searcher = self._index.searcher()
        return [name for name in names if searcher.doc_freq(NAME, name)]

    def suggest(self, beginning: str, *, limit: int) -> list[str]:
        """Titles for what someone begins to type, in any case and without accents, by the names that lead to them.

        First come titles of exactly that name, then names that begin like it, then names with words that do, in any
        order. Full pages and short titles come first.
        """
        key = name_key(beginning)
        if not key or limit <= 0:
            return []
        found = dict.fromkeys(page.title for page in self.pages_named([key], limit=limit))
        for query in suggestion_queries(self.schema, key, is_whole=beginning[-1:].isspace()):
            if len(found) < limit:
                found |= dict.fromkeys(self._by_rank(query, limit=2 * limit))
        return list(found)[:limit]

    def similar(self, name: str, *, limit: int) -> list[str]:
        """Titles with a name whose words are spelt nearly like all of these words, or else like the longest one."""
        key = name_key(name)
        for query in spelling_queries(self.schema, key) if limit > 0 else ():
            found = self._by_rank(query, limit=limit)
            if found:
                return found
        return []

    def search(self, query: Query, *, limit: int) -> list[RankedPage]:
        """The best pages for a tantivy query, ties in title order."""
        if limit <= 0:
            return []
        searcher = self._index.searcher()
        hits = self._hits_with_ties(searcher, query, limit=limit)
        titles = self._titles_by_id(page for _, page in hits)
        ranked = [RankedPage(titles[page], score) for score, page in hits if page in titles]
        return sorted(ranked, key=lambda page: (-page.score, page.title))[:limit]

    def count(self, query: Query) -> int:
        """How many pages a tantivy query finds."""
        return self._index.count(query)

    def page_ids(self) -> list[int]:
        """The ids of all indexed pages, in order."""
        searcher = self._index.searcher()
        everything = Query.all_query()
        starts = range(0, searcher.num_docs, _CHUNK)
        return sorted(
            page for start in starts for _, page in self._hits(searcher, everything, limit=_CHUNK, offset=start)
        )

    def _scores_of_bearers(
        self, searcher: tantivy.Searcher, names: Sequence[str], wanted: list[tuple[Occur, Query]]
    ) -> dict[int, float]:
        """The BM25 of the pages that have one of the names; of the best ones only, if there are very many."""
        # This takes a third of the time of a query for a set of terms.
        bears_one = Query.boolean_query(
            [(Occur.Should, Query.term_query(self.schema, NAME, n, "basic")) for n in names]
        )
        query = Query.boolean_query([(Occur.Must, Query.const_score_query(bears_one, 0.0)), *wanted])
        return {page: score for score, page in self._hits(searcher, query, limit=_MAX_NAMESAKES)}

    def _by_name(
        self, searcher: tantivy.Searcher, names: Sequence[str], scores: Mapping[int, float]
    ) -> list[NamedPage]:
        """The pages of the names, with one query per name."""
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

    def _term_clauses(self, weights: Mapping[str, float], fields: Mapping[str, float]) -> list[tuple[Occur, Query]]:
        """A query clause for each term and field in which some page has the term."""
        searcher = self._index.searcher()
        boosts = [fields.get(field, 0.0) for field in TEXT_FIELDS]
        return [
            (Occur.Should, self._boost(field, term, weight * boost))
            for term, weight in weights.items()
            for field, boost, held in zip(TEXT_FIELDS, boosts, self._field_frequencies(searcher, term), strict=True)
            if held and weight * boost > 0
        ]

    def _field_frequencies(self, searcher: tantivy.Searcher, term: str) -> tuple[int, ...]:
        """How many pages contain the term, for each of `TEXT_FIELDS`."""
        self._forget_old_frequencies()
        known = self._frequencies.get(term)
        if known is None:
            known = self._frequencies[term] = tuple(searcher.doc_freq(field, term) for field in TEXT_FIELDS)
        return known

    def _boost(self, field: str, term: str, boost: float) -> Query:
        query = Query.term_query(self._index.schema, field, term, "freq")
        return query if boost == 1 else Query.boost_query(query, boost)

    def _hits_with_ties(self, searcher: tantivy.Searcher, query: Query, *, limit: int) -> list[tuple[float, int]]:
        """At least the best `limit` hits, with all hits that tie with the last of them."""
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
        found = [self._index.hits(searcher, query, limit=limit, offset=offset) for query in queries]
        pages = iter(self._pages(searcher, [address for hits in found for _, address in hits]))
        return [[(round(score, _DECIMALS), next(pages)) for score, _ in hits] for hits in found]

    def _by_rank(self, query: Query, *, limit: int) -> list[str]:
        """The titles that a query finds, full pages and short titles first."""
        searcher = self._index.searcher()
        hits = self._index.hits(searcher, query, limit=limit, order_by=RANK)
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
    """The pages whose own title is the name; None if a page has a name only by a redirect, or pages may be missing."""
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
    """At most `limit` pages for each name."""
    counts: dict[str, int] = {}
    kept: list[NamedPage] = []
    for page in pages:
        counts[page.name] = counts.get(page.name, 0) + 1
        if counts[page.name] <= limit:
            kept.append(page)
    return kept
