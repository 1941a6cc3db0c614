"""The corpus store, read-only: pages by title, names resolved, links followed."""

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from veriscope.corpus.connections import DATABASE, ReadingConnections
from veriscope.corpus.index_folders import require_index
from veriscope.corpus.links import page_links, relink
from veriscope.corpus.manifest import read_manifest
from veriscope.corpus.merge import merge_parts
from veriscope.corpus.page_codec import PageCodec
from veriscope.corpus.page_index import SEARCH, PageIndex
from veriscope.corpus.term_vectors import MappedTermVectors
from veriscope.corpus.vector_segments import VECTORS, VERSION, Postings, Segment
from veriscope.domain import Page
from veriscope.errors import StoreError

_MAX_HOPS = 5
_CHUNK = 500
# A link of a document that names another document of its source by path.
_IS_LOCAL = """
    pages.is_document AND EXISTS (
        SELECT 1 FROM parts AS own JOIN parts AS other ON other.source = own.source
        WHERE own.page = pages.id AND other.place = links.target AND other.is_document
    )
"""

_CONTENT = """
    SELECT title, path, place, digest FROM parts JOIN pages ON pages.id = page JOIN sources ON sources.id = source
        ORDER BY title, source, parts.id;
    SELECT title, target FROM redirects ORDER BY title, source;
    SELECT title, target, count FROM links JOIN pages ON pages.id = page ORDER BY title, target;
    SELECT title, is_document, sentences, tables, infoboxes, cells, lists, list_items FROM pages ORDER BY title;
    SELECT place, what, reason FROM skips ORDER BY source, place, what, reason
"""


@dataclass(frozen=True, slots=True)
class CorpusCounts:
    """How much a corpus holds. Infoboxes are tables too; `links` lead to a page of it, `dangling_links` do not."""

    pages: int
    sentences: int
    tables: int
    infoboxes: int
    cells: int
    lists: int
    list_items: int
    links: int
    dangling_links: int
    redirects: int
    skipped: int


class Corpus:
    """A corpus folder, opened for reading. Threads and processes may share it, and read while one writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connections = ReadingConnections(path)
        self._lock = threading.Lock()
        self._search_index: PageIndex | None = None
        self._page_vectors: MappedTermVectors | None = None
        self._introduction_vectors: MappedTermVectors | None = None

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a corpus folder; nothing is loaded."""
        read_manifest(path)
        corpus = cls(path)
        corpus._connections.current()
        return corpus

    def close(self) -> None:
        """Release the files."""
        self._connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within the block every read of this thread sees one state of the corpus, whatever a writer does meanwhile."""
        connection = self._connections.current()
        connection.execute("BEGIN")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")

    def page(self, title: str) -> Page | None:
        """The page of that exact title, its links resolved: those that lead to no page of the corpus are left out."""
        rows = self._rows(
            "SELECT parts.body, parts.source, parts.is_document FROM pages JOIN parts ON parts.page = pages.id "
            "WHERE title = ? ORDER BY parts.source, parts.id",
            (title,),
        )
        if not rows:
            return None
        codec = PageCodec.of_this_thread()
        page = merge_parts([codec.decode(title, row[0]) for row in rows])
        source = rows[0][1] if rows[0][2] else None
        return self._with_resolved_links(page, document_source=source)

    def resolve(self, name: str) -> str | None:
        """The title of the page that `name` leads to: a title, a redirect, a document's path; or one ignoring case."""
        if self._rows("SELECT 1 FROM pages WHERE title = ?", (name,)):
            return name
        folded = name.casefold()
        for query, value in (
            ("SELECT target FROM redirects WHERE title = ? ORDER BY source", name),
            ("SELECT title FROM parts JOIN pages ON pages.id = page WHERE place = ? AND parts.is_document", name),
            ("SELECT title FROM pages WHERE folded = ? ORDER BY title", folded),
            ("SELECT target FROM redirects WHERE folded = ? ORDER BY title, source", folded),
        ):
            names = [row[0] for row in self._rows(query, (value,))]
            ends = self._follow(names)
            if ends:
                return next(ends[name] for name in names if name in ends)
        return None

    def titles(self) -> Iterator[str]:
        """All titles, in the order the pages were added."""
        return (row[0] for row in self._stream("SELECT title FROM pages ORDER BY id"))

    def pages(self) -> Iterator[Page]:
        """All pages, in the order they were added."""
        return (page for page in map(self.page, self.titles()) if page is not None)

    @property
    def search_index(self) -> PageIndex:
        """The index `search`, opened when first asked for; an error that says how to build it where it is missing."""
        with self._lock:
            if self._search_index is None:
                folder = require_index(self.path, SEARCH, version=PageIndex.VERSION)
                self._search_index = PageIndex(folder, titles_by_id=self.titles_by_id)
            return self._search_index

    @property
    def page_vectors(self) -> MappedTermVectors:
        """The index `vectors` of whole pages, opened when first asked for, as `search_index` is."""
        with self._lock:
            if self._page_vectors is None:
                self._page_vectors = self._vectors(lambda segment: segment.pages)
            return self._page_vectors

    @property
    def introduction_vectors(self) -> MappedTermVectors:
        """The index `vectors` of titles and introductions, opened when first asked for, as `search_index` is."""
        with self._lock:
            if self._introduction_vectors is None:
                self._introduction_vectors = self._vectors(lambda segment: segment.introductions)
            return self._introduction_vectors

    def _vectors(self, space: Callable[[Segment], Postings]) -> MappedTermVectors:
        folder = require_index(self.path, VECTORS, version=VERSION)
        return MappedTermVectors(folder, space, titles_by_id=self.titles_by_id)

    def page_ids_by_title(self) -> Iterator[int]:
        """The ids of all pages, in the order of their titles."""
        return (row[0] for row in self._stream("SELECT id FROM pages ORDER BY title"))

    def page_ids(self, *, after: int = 0) -> Iterator[int]:
        """The ids above `after` under which the store keeps the pages; an id is never given to another page."""
        return (row[0] for row in self._stream("SELECT id FROM pages WHERE id > ? ORDER BY id", (after,)))

    def pages_by_id(self, page_ids: Iterable[int]) -> dict[int, Page]:
        """The pages of these ids that are there, with their links as written."""
        parts: dict[int, list[Page]] = {}
        codec = PageCodec.of_this_thread()
        query = "SELECT pages.id, title, body FROM pages JOIN parts ON parts.page = pages.id WHERE pages.id IN"
        for number, title, body in self._lookup(query, page_ids, after="ORDER BY pages.id, parts.source, parts.id"):
            parts.setdefault(number, []).append(codec.decode(title, body))
        return {number: merge_parts(pages) for number, pages in parts.items()}

    def titles_by_id(self, page_ids: Iterable[int]) -> dict[int, str]:
        """The titles of the pages of these ids that are there."""
        return dict(self._lookup("SELECT id, title FROM pages WHERE id IN", page_ids))

    def redirects_to(self, titles: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The redirects that lead to each of the pages, directly or over others, in order."""
        near = set(titles)
        names: set[str] = set()
        for _ in range(_MAX_HOPS - 1):
            query = "SELECT title, target FROM redirects WHERE target IN"
            near = {title for title, _ in self._lookup(query, near)} - names
            if not near:
                break
            names |= near
        found: dict[str, list[str]] = {}
        for name, end in sorted(self._follow(names).items()):
            if name != end:
                found.setdefault(end, []).append(name)
        return {title: tuple(redirects) for title, redirects in found.items()}

    def suggest(self, beginning: str, *, limit: int) -> list[str]:
        """Titles that begin so, ignoring case, in title order."""
        folded = beginning.casefold()
        query = "SELECT title FROM pages WHERE folded >= ? AND folded < ? ORDER BY title LIMIT ?"
        return [row[0] for row in self._rows(query, (folded, folded + "\U0010ffff", limit))]

    def sources(self) -> list[str]:
        """The paths the corpus was built from, in order."""
        return [row[0] for row in self._rows("SELECT path FROM sources ORDER BY id")]

    def page_count(self) -> int:
        """How many pages there are."""
        return int(self._rows("SELECT count(*) FROM pages")[0][0])

    def counts(self) -> CorpusCounts:
        """How much the corpus holds."""
        totals = self._rows(
            "SELECT count(*), total(sentences), total(tables), total(infoboxes), total(cells), total(lists), "
            "total(list_items) FROM pages"
        )[0]
        pages, sentences, tables, infoboxes, cells, lists, items = map(int, totals)
        links, dangling = self._count_links()
        redirects, skipped = (self._rows(f"SELECT count(*) FROM {t}")[0][0] for t in ("redirects", "skips"))  # noqa: S608
        return CorpusCounts(
            pages, sentences, tables, infoboxes, cells, lists, items, links, dangling, redirects, skipped
        )

    def skips(self) -> Iterator[tuple[str, str, str, str]]:
        """Everything that was left out: source, place, what, and why."""
        query = "SELECT path, place, what, reason FROM skips JOIN sources ON sources.id = source ORDER BY skips.id"
        return ((row[0], row[1], row[2], row[3]) for row in self._stream(query))

    def fingerprint(self) -> str:
        """A digest of all content: equal for two corpora that hold the same from the same sources in the same order."""
        digest = hashlib.blake2b(digest_size=16)
        for query in _CONTENT.split(";"):
            for row in self._stream(query):
                digest.update(repr(row).encode())
        return digest.hexdigest()

    def _count_links(self) -> tuple[int, int]:
        """How many links lead to a page of the corpus, and how many do not."""
        joined = "FROM links JOIN pages ON pages.id = links.page WHERE"
        local = int(self._rows(f"SELECT total(count) {joined} {_IS_LOCAL}")[0][0])
        targets = dict(self._rows(f"SELECT target, sum(count) {joined} NOT ({_IS_LOCAL}) GROUP BY target"))
        alive = sum(targets[target] for target in self._follow(targets))
        return local + alive, sum(targets.values()) - alive

    def _with_resolved_links(self, page: Page, *, document_source: int | None) -> Page:
        targets = {link.target for link in page_links(page)}
        if not targets:
            return page
        ends = self._follow(targets)
        if document_source is not None:
            ends |= self._documents(targets, source=document_source)
        if len(ends) == len(targets) and all(ends[target] == target for target in targets):
            return page
        return relink(page, ends)

    def _documents(self, places: Iterable[str], *, source: int) -> dict[str, str]:
        """The titles of the documents of a source at those paths."""
        query = (
            "SELECT place, title FROM parts JOIN pages ON pages.id = page "
            "WHERE parts.is_document AND source = ? AND place IN"
        )
        return dict(self._lookup(query, places, before=(source,)))

    def _follow(self, names: Iterable[str]) -> dict[str, str]:
        """Each name that leads to a page, exactly or over redirects, with that page's title."""
        ends: dict[str, str] = {}
        waiting = {name: name for name in names}
        for _ in range(_MAX_HOPS):
            found = dict(self._lookup("SELECT title, title FROM pages WHERE title IN", waiting.values()))
            ends.update({name: at for name, at in waiting.items() if at in found})
            lost = {name: at for name, at in waiting.items() if at not in found}
            # Of several sources' redirects of one name the first source's holds: it is written last here.
            query = "SELECT title, target FROM redirects WHERE title IN"
            onward = dict(reversed(list(self._lookup(query, lost.values(), after="ORDER BY title, source"))))
            waiting = {name: onward[at] for name, at in lost.items() if at in onward}
            if not waiting:
                break
        return ends

    def _lookup(
        self, query: str, keys: Iterable[str] | Iterable[int], *, before: tuple[object, ...] = (), after: str = ""
    ) -> Iterator[Any]:
        ordered: list[Any] = sorted(set(keys))
        for start in range(0, len(ordered), _CHUNK):
            chunk = ordered[start : start + _CHUNK]
            yield from self._rows(f"{query} ({', '.join('?' * len(chunk))}) {after}", (*before, *chunk))

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        return list(self._stream(query, values))

    def _stream(self, query: str, values: tuple[object, ...] = ()) -> Iterator[Any]:
        try:
            yield from self._connections.current().execute(query, values)
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path / DATABASE} is damaged ({error}); build the corpus again") from None
