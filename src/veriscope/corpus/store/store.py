"""The corpus store, read-only: finds pages by title, resolves names, follows links."""

import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from veriscope.corpus.store.connections import DATABASE, ReadingConnections
from veriscope.corpus.store.homes import CorpusHome, FolderHome
from veriscope.corpus.store.links import page_links, relink
from veriscope.corpus.store.manifest import read_manifest
from veriscope.corpus.store.merge import merge_parts
from veriscope.corpus.store.page_codec import PageCodec
from veriscope.corpus.store.page_index import PageIndex
from veriscope.corpus.store.term_vectors import CorpusTermVectors
from veriscope.domain import Page
from veriscope.errors import StoreError

_MAX_HOPS = 5
_CHUNK = 500
# A link from a document to another document of its source, by path.
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
    """The size of a corpus. Infoboxes are tables too; `links` lead to a page of it, `dangling_links` do not."""

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


class PageOrigin(NamedTuple):
    """The file or folder that a page was read from, and its place in there."""

    source: Path
    place: str


class Corpus:
    """A corpus, open for reading: a folder, or texts in memory (`corpus_of_texts`). Threads may share it.

    Processes may share a folder, and read while another one writes.
    """

    def __init__(self, home: CorpusHome) -> None:
        self.home = home
        self.path = home.path
        self._connections = ReadingConnections(home.connect)
        self._lock = threading.Lock()
        # The pages that each thread has read within a snapshot.
        self._read = threading.local()
        self._search_index: PageIndex | None = None
        self._page_vectors: CorpusTermVectors | None = None
        self._introduction_vectors: CorpusTermVectors | None = None

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Open a corpus folder; this loads nothing."""
        corpus = cls(FolderHome(Path(path)))
        read_manifest(corpus.path)
        corpus._connections.current()
        return corpus

    def close(self) -> None:
        """Release the files, or the memory."""
        self._connections.close()
        self.home.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within the block, all reads of this thread see one state of the corpus, whatever a writer does meanwhile.

        A page that is read again is not decoded again.
        """
        connection = self._connections.current()
        connection.execute("BEGIN")
        self._read.pages = {}
        try:
            yield
        finally:
            self._read.pages = None
            connection.execute("ROLLBACK")

    def page(self, title: str) -> Page | None:
        """The page of that exact title with its links resolved; links to no page of the corpus are dropped."""
        kept: dict[str, Page | None] | None = getattr(self._read, "pages", None)
        if kept is None:
            return self._decode(title)
        if title not in kept:
            kept[title] = self._decode(title)
        return kept[title]

    def _decode(self, title: str) -> Page | None:
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

    def origin(self, title: str) -> PageOrigin | None:
        """Where the page of that exact title was read; None if there is none, or it was put together from several."""
        query = "SELECT path, place FROM pages JOIN parts ON parts.page = pages.id JOIN sources ON sources.id = source "
        rows = self._rows(f"{query} WHERE title = ?", (title,))
        return PageOrigin(Path(rows[0][0]), rows[0][1]) if len(rows) == 1 else None

    def resolve(self, name: str) -> str | None:
        """The title of the page that `name` leads to, as a title, a redirect or a document's path, or ignoring case."""
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
        """The index `search`, opened on first use; if it is missing, raises an error that says how to build it."""
        with self._lock:
            if self._search_index is None:
                self._search_index = PageIndex(self.home.open_index(self), titles_by_id=self.titles_by_id)
            return self._search_index

    @property
    def page_vectors(self) -> CorpusTermVectors:
        """Term vectors of whole pages, opened on first use, and made if they are missing."""
        with self._lock:
            if self._page_vectors is None:
                self._page_vectors = CorpusTermVectors(self, "pages")
            return self._page_vectors

    @property
    def introduction_vectors(self) -> CorpusTermVectors:
        """Term vectors of titles and introductions, opened on first use, and made if they are missing."""
        with self._lock:
            if self._introduction_vectors is None:
                self._introduction_vectors = CorpusTermVectors(self, "introductions")
            return self._introduction_vectors

    def last_change(self) -> int:
        """The number of the last change since the corpus was built; 0 if there was none."""
        # A corpus of the first format does not have this table.
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'"):
            return 0
        rows = self._rows("SELECT seq FROM sqlite_sequence WHERE name = 'page_changes'")
        return int(rows[0][0]) if rows else 0

    def state(self) -> str:
        """A text that differs between two states of the corpus; it can be computed without reading pages."""
        sources = self._rows("SELECT path, size, fingerprint, records, made FROM sources ORDER BY id")
        last_part = self._rows("SELECT max(id) FROM parts")[0][0]
        return repr((self.last_change(), last_part, sources))

    def page_ids_by_title(self) -> Iterator[int]:
        """The ids of all pages, in the order of their titles."""
        return (row[0] for row in self._stream("SELECT id FROM pages ORDER BY title"))

    def page_ids(self, *, after: int = 0) -> Iterator[int]:
        """The page ids above `after`; an id is never given to another page."""
        return (row[0] for row in self._stream("SELECT id FROM pages WHERE id > ? ORDER BY id", (after,)))

    def pages_by_id(self, page_ids: Iterable[int]) -> dict[int, Page]:
        """The existing pages among these ids, with their links as written."""
        parts: dict[int, list[Page]] = {}
        codec = PageCodec.of_this_thread()
        query = "SELECT pages.id, title, body FROM pages JOIN parts ON parts.page = pages.id WHERE pages.id IN"
        for number, title, body in self._lookup(query, page_ids, after="ORDER BY pages.id, parts.source, parts.id"):
            parts.setdefault(number, []).append(codec.decode(title, body))
        return {number: merge_parts(pages) for number, pages in parts.items()}

    def titles_by_id(self, page_ids: Iterable[int]) -> dict[int, str]:
        """The titles of the existing pages among these ids."""
        return dict(self._lookup("SELECT id, title FROM pages WHERE id IN", page_ids))

    def redirects_to(self, titles: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The redirects that lead to each of the pages, directly or through others, in order."""
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
        """Titles with that beginning, ignoring case, in title order."""
        folded = beginning.casefold()
        query = "SELECT title FROM pages WHERE folded >= ? AND folded < ? ORDER BY title LIMIT ?"
        return [row[0] for row in self._rows(query, (folded, folded + "\U0010ffff", limit))]

    def sources(self) -> list[str]:
        """The paths the corpus was built from, in order."""
        return [row[0] for row in self._rows("SELECT path FROM sources ORDER BY id")]

    def page_count(self) -> int:
        """How many pages the corpus has."""
        return int(self._rows("SELECT count(*) FROM pages")[0][0])

    def counts(self) -> CorpusCounts:
        """The size of the corpus."""
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
        """The titles of a source's documents at those paths."""
        query = (
            "SELECT place, title FROM parts JOIN pages ON pages.id = page "
            "WHERE parts.is_document AND source = ? AND place IN"
        )
        return dict(self._lookup(query, places, before=(source,)))

    def _follow(self, names: Iterable[str]) -> dict[str, str]:
        """Each name that leads to a page, exactly or through redirects, with that page's title."""
        ends: dict[str, str] = {}
        waiting = {name: name for name in names}
        for _ in range(_MAX_HOPS):
            found = dict(self._lookup("SELECT title, title FROM pages WHERE title IN", waiting.values()))
            ends.update({name: at for name, at in waiting.items() if at in found})
            lost = {name: at for name, at in waiting.items() if at not in found}
            # If several sources redirect the same name, the first source counts: it is written last here.
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
