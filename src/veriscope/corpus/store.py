"""The corpus store, read-only: pages by title, names resolved, links followed."""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from veriscope.corpus.links import page_links, relink
from veriscope.corpus.manifest import read_manifest
from veriscope.corpus.merge import merge_parts
from veriscope.corpus.page_codec import PageCodec
from veriscope.corpus.schema import check_version
from veriscope.domain import Page
from veriscope.errors import StoreError

DATABASE = "pages.sqlite"
_MAX_HOPS = 5
_CHUNK = 500


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
    """A corpus folder, opened for reading. Several processes may read while one writes."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._codec = PageCodec()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a corpus folder; nothing is loaded."""
        read_manifest(path)
        connection = connect_for_reading(path)
        check_version(connection)
        return cls(path, connection)

    def close(self) -> None:
        """Release the files."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within the block every read sees one state of the corpus, whatever a writer does meanwhile."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK")

    def page(self, title: str) -> Page | None:
        """The page of that exact title, its links resolved: those that lead to no page of the corpus are left out."""
        rows = self._rows(
            "SELECT parts.body FROM pages JOIN parts ON parts.page = pages.id WHERE title = ? "
            "ORDER BY parts.source, parts.id",
            (title,),
        )
        if not rows:
            return None
        page = merge_parts(self._codec.decode(title, body) for (body,) in rows)
        return self._with_resolved_links(page)

    def resolve(self, name: str) -> str | None:
        """The title of the page that `name` leads to: a title, a redirect, or either ignoring case."""
        for column, value in (("title", name), ("folded", name.casefold())):
            # `column` is one of the two words above.
            rows = self._rows(f"SELECT title FROM pages WHERE {column} = ? ORDER BY title LIMIT 1", (value,))  # noqa: S608
            if not rows:
                rows = self._rows(f"SELECT target FROM redirects WHERE {column} = ? ORDER BY title LIMIT 1", (value,))  # noqa: S608
                rows = [(end,) for (target,) in rows for end in self._follow([target]).values()]
            if rows:
                return str(rows[0][0])
        return None

    def titles(self) -> Iterator[str]:
        """All titles, in the order the pages were added."""
        for (title,) in self._connection.execute("SELECT title FROM pages ORDER BY id"):
            yield title

    def pages(self) -> Iterator[Page]:
        """All pages, in the order they were added."""
        for title in self.titles():
            page = self.page(title)
            if page is not None:
                yield page

    def suggest(self, beginning: str, *, limit: int) -> list[str]:
        """Titles that begin so, ignoring case, in title order."""
        folded = beginning.casefold()
        query = "SELECT title FROM pages WHERE folded >= ? AND folded < ? ORDER BY title LIMIT ?"
        return [row[0] for row in self._rows(query, (folded, folded + "\U0010ffff", limit))]

    def sources(self) -> Iterator[str]:
        """The paths the corpus was built from, in order."""
        for (path,) in self._connection.execute("SELECT path FROM sources ORDER BY id"):
            yield path

    def links_to(self, title: str) -> list[str]:
        """The titles of the pages that link to a page, in title order."""
        rows = self._rows(
            "SELECT DISTINCT pages.title FROM links JOIN pages ON pages.id = links.page "
            "WHERE target = ?1 OR target IN (SELECT title FROM redirects WHERE target = ?1) ORDER BY pages.title",
            (title,),
        )
        return [row[0] for row in rows]

    def counts(self) -> CorpusCounts:
        """How much the corpus holds."""
        totals = self._rows(
            "SELECT count(*), total(sentences), total(tables), total(infoboxes), total(cells), total(lists), "
            "total(list_items) FROM pages"
        )[0]
        all_links = self._rows("SELECT total(count) FROM links")[0][0]
        targets = dict(self._rows("SELECT target, sum(count) FROM links GROUP BY target"))
        alive = sum(targets[target] for target in self._follow(list(targets)))
        redirects, skipped = (self._rows(f"SELECT count(*) FROM {t}")[0][0] for t in ("redirects", "skips"))  # noqa: S608
        pages, sentences, tables, infoboxes, cells, lists, items = map(int, totals)
        dangling = int(all_links) - alive
        return CorpusCounts(
            pages, sentences, tables, infoboxes, cells, lists, items, alive, dangling, redirects, skipped
        )

    def skips(self) -> Iterator[tuple[str, str, str, str]]:
        """Everything that was left out: source, place, what, and why."""
        yield from self._connection.execute(
            "SELECT sources.path, place, what, reason FROM skips JOIN sources ON sources.id = source ORDER BY skips.id"
        )

    def fingerprint(self) -> str:
        """A digest of all content, in an order of its own: equal for two corpora that hold the same."""
        digest = hashlib.blake2b(digest_size=16)
        for query in (
            "SELECT title, source, place, digest FROM parts JOIN pages ON pages.id = page ORDER BY 1, 2, parts.id",
            "SELECT title, target FROM redirects ORDER BY title",
            "SELECT title, target, count FROM links JOIN pages ON pages.id = page ORDER BY title, target",
            "SELECT title, sentences, tables, infoboxes, cells, lists, list_items FROM pages ORDER BY title",
            "SELECT place, what, reason FROM skips ORDER BY source, place, what, reason",
        ):
            for row in self._connection.execute(query):
                digest.update(repr(row).encode())
        return digest.hexdigest()

    def _with_resolved_links(self, page: Page) -> Page:
        targets = {link.target for link in page_links(page)}
        if not targets:
            return page
        ends = self._follow(sorted(targets))
        if len(ends) == len(targets) and all(ends[target] == target for target in targets):
            return page
        return relink(page, ends)

    def _follow(self, names: Sequence[str]) -> dict[str, str]:
        """Each name that leads to a page, exactly or over redirects, with that page's title."""
        ends: dict[str, str] = {}
        waiting = {name: name for name in names}
        for _ in range(_MAX_HOPS):
            found = self._lookup("SELECT title, title FROM pages WHERE title IN", set(waiting.values()))
            ends.update({name: at for name, at in waiting.items() if at in found})
            lost = {name: at for name, at in waiting.items() if at not in found}
            onward = self._lookup("SELECT title, target FROM redirects WHERE title IN", set(lost.values()))
            waiting = {name: onward[at] for name, at in lost.items() if at in onward}
            if not waiting:
                break
        return ends

    def _lookup(self, query: str, names: Iterable[str]) -> dict[str, str]:
        ordered, found = sorted(names), {}
        for start in range(0, len(ordered), _CHUNK):
            chunk = ordered[start : start + _CHUNK]
            found.update(dict(self._rows(f"{query} ({', '.join('?' * len(chunk))})", tuple(chunk))))
        return found

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path / DATABASE} is damaged ({error}); build the corpus again") from None


def connect_for_reading(folder: Path) -> sqlite3.Connection:
    """Open the database of a corpus; where its folder cannot be written, so no lock can be shared, as it lies."""
    database = folder / DATABASE
    uri = database.resolve().as_uri()
    for options in ("mode=ro", "mode=ro&immutable=1"):
        connection = sqlite3.connect(f"{uri}?{options}", uri=True, check_same_thread=False, isolation_level=None)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.DatabaseError as error:
            connection.close()
            problem = error
        else:
            return connection
    raise StoreError(f"cannot open {database}: {problem}; build the corpus again")
