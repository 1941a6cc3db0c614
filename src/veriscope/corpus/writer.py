"""The corpus store, writable: one writer at a time, each change in one transaction."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from veriscope.corpus.manifest import Manifest, write_manifest
from veriscope.corpus.merge import merge_parts
from veriscope.corpus.page_codec import PageCodec
from veriscope.corpus.plan import PlannedSource
from veriscope.corpus.prepare import PreparedBatch, PreparedPage, count_elements, count_links, digest_of
from veriscope.corpus.records import Redirect
from veriscope.corpus.schema import FORMAT_VERSION, INDEXES, migrate
from veriscope.corpus.store import DATABASE
from veriscope.errors import StoreError

_WAIT_S = 60


class CorpusWriter:
    """Changes a corpus folder. Use `begin` and `commit` around what must be seen together."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._codec = PageCodec()
        try:
            self._db = sqlite3.connect(folder / DATABASE, timeout=_WAIT_S, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA cache_size = -65536")
            migrate(self._db)
        except sqlite3.Error as error:
            raise StoreError(f"cannot write {folder / DATABASE}: {error}") from None
        self._touched: set[int] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._db.close()

    def begin(self) -> None:
        """Start a change; waits for another writer, then gives up with a clear error."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            raise StoreError(f"another process is writing {self.folder}; try again when it is done") from None

    def commit(self) -> None:
        """Make the change visible."""
        self._db.execute("COMMIT")

    def rollback(self) -> None:
        """Forget the change."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._touched.clear()

    def register(self, source: PlannedSource) -> tuple[int, int, bool]:
        """Note a source; its number, how many of its records are stored, and whether that is all of them."""
        self._db.execute(
            "INSERT INTO sources (path, format, size, modified_ns, keep_flagged) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (path) DO NOTHING",
            (str(source.path), source.format, source.size, source.modified_ns, source.keep_flagged),
        )
        row = self._db.execute("SELECT id, records, done FROM sources WHERE path = ?", (str(source.path),)).fetchone()
        return row[0], row[1], bool(row[2])

    def planned_sources(self) -> list[PlannedSource]:
        """The sources noted so far, in order."""
        rows = self._db.execute(
            "SELECT path, format, size, modified_ns, keep_flagged FROM sources ORDER BY id"
        ).fetchall()
        return [PlannedSource(Path(row[0]), row[1], row[2], row[3], keep_flagged=bool(row[4])) for row in rows]

    def write(self, source: int, batch: PreparedBatch) -> None:
        """Store a batch of a source, and how far that source has come."""
        for page in batch.pages:
            self._write_page(source, page)
        self._write_redirects(source, batch.redirects)
        self._db.executemany(
            "INSERT INTO skips (source, place, what, reason) VALUES (?, ?, ?, ?)",
            [(source, skip.place, skip.what, skip.reason) for skip in batch.skips],
        )
        self._db.execute("UPDATE sources SET records = records + ? WHERE id = ?", (batch.records, source))

    def finish_source(self, source: int) -> None:
        """Note that a source was read to its end."""
        self._db.execute("UPDATE sources SET done = 1 WHERE id = ?", (source,))

    def clear_source(self, source: PlannedSource) -> int:
        """Take all that a source gave out of the corpus, to read it anew; how many pages that touches."""
        number, _, _ = self.register(source)
        self._db.execute(
            "UPDATE sources SET format = ?, size = ?, modified_ns = ?, keep_flagged = ?, records = 0, done = 0 "
            "WHERE id = ?",
            (source.format, source.size, source.modified_ns, source.keep_flagged, number),
        )
        return self._drop_parts("source = ?", (number,))

    def remove_source(self, path: Path) -> int:
        """Take a source and all that it gave out of the corpus; how many pages that touches."""
        row = self._db.execute("SELECT id FROM sources WHERE path = ?", (str(path),)).fetchone()
        if row is None:
            known = ", ".join(str(source.path) for source in self.planned_sources())
            raise StoreError(f"the corpus has no source {path}; its sources are: {known}")
        touched = self._drop_parts("source = ?", (row[0],))
        self._db.execute("DELETE FROM sources WHERE id = ?", (row[0],))
        return touched

    def remove_page(self, title: str) -> None:
        """Take a page and its redirects out of the corpus."""
        row = self._db.execute("SELECT id FROM pages WHERE title = ?", (title,)).fetchone()
        if row is None:
            raise StoreError(f"the corpus has no page {title!r}; `veriscope corpus show` finds a title by another name")
        self._drop_parts("page = ?", (row[0],))
        self._db.execute("DELETE FROM redirects WHERE target = ?", (title,))

    def settle(self) -> None:
        """Bring the counts and links of the pages touched since `begin` up to date."""
        for page in sorted(self._touched):
            self._refresh(page)
        self._touched.clear()

    def settle_all(self) -> None:
        """After a build, in pieces that a kill may separate: make the indexes, bring all merged pages up to date."""
        for statement in INDEXES:
            self._db.execute(statement)
        rows = self._db.execute("SELECT page FROM parts GROUP BY page HAVING count(*) > 1").fetchall()
        self._touched = {row[0] for row in rows}
        self.settle()

    def empty_sources(self) -> list[tuple[str, str]]:
        """The sources that gave no page, each with the reason of its first skip."""
        query = """
            SELECT path, (SELECT reason FROM skips WHERE skips.source = sources.id ORDER BY id LIMIT 1) FROM sources
            WHERE NOT EXISTS (SELECT 1 FROM parts WHERE parts.source = sources.id)
              AND NOT EXISTS (SELECT 1 FROM redirects WHERE redirects.source = sources.id)
        """
        return [(path, reason or "it is empty") for path, reason in self._db.execute(query)]

    def publish(self, version: str) -> None:
        """Write the manifest after a change, and fold what can be of the write-ahead log into the database."""
        pages = self._db.execute("SELECT count(*) FROM pages").fetchone()[0]
        sources = tuple(str(source.path) for source in self.planned_sources())
        # Passive: it must not wait for readers, who may hold a snapshot for as long as they like.
        self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        write_manifest(self.folder, Manifest(FORMAT_VERSION, version, sources, pages))

    def _write_page(self, source: int, page: PreparedPage) -> None:
        title = self._free_title(source, page) if page.is_document else page.title
        existing = self._db.execute("SELECT id FROM pages WHERE title = ?", (title,)).fetchone()
        if existing:
            number: int = existing[0]
            self._touched.add(number)
        else:
            number = self._insert_page(title, page)
        self._db.execute(
            "INSERT INTO parts (page, source, place, digest, body) VALUES (?, ?, ?, ?, ?)",
            (number, source, page.place, digest_of(page.body), page.body),
        )
        if page.is_document:
            self._write_redirects(source, [Redirect(page.place, title)])

    def _insert_page(self, title: str, page: PreparedPage) -> int:
        cursor = self._db.execute(
            "INSERT INTO pages (title, folded, sentences, tables, infoboxes, cells, lists, list_items) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (title, title.casefold(), *page.counts),
        )
        number = cursor.lastrowid or 0
        if page.links:
            self._db.executemany("INSERT INTO links VALUES (?, ?, ?)", [(number, *link) for link in page.links])
        return number

    def _free_title(self, source: int, page: PreparedPage) -> str:
        """The title of a document; where another document bears it already, with its path behind it."""
        root = Path(self._db.execute("SELECT path FROM sources WHERE id = ?", (source,)).fetchone()[0])
        for title in (page.title, f"{page.title} ({page.place})", f"{page.title} ({root.name}/{page.place})"):
            if not self._db.execute("SELECT 1 FROM pages WHERE title = ?", (title,)).fetchone():
                return title
        return f"{page.title} ({root}/{page.place})"

    def _write_redirects(self, source: int, redirects: Iterable[Redirect]) -> None:
        self._db.executemany(
            "INSERT INTO redirects (title, folded, target, source) VALUES (?, ?, ?, ?) ON CONFLICT (title) DO NOTHING",
            [(r.title, r.title.casefold(), r.target, source) for r in redirects if r.title != r.target],
        )

    def _drop_parts(self, condition: str, values: tuple[object, ...]) -> int:
        touched = {row[0] for row in self._db.execute(f"SELECT page FROM parts WHERE {condition}", values)}  # noqa: S608
        self._db.execute(f"DELETE FROM parts WHERE {condition}", values)  # noqa: S608
        if condition.startswith("source"):
            self._db.execute("DELETE FROM redirects WHERE source = ?", values)
            self._db.execute("DELETE FROM skips WHERE source = ?", values)
        for page in sorted(touched):
            self._refresh(page)
        return len(touched)

    def _refresh(self, number: int) -> None:
        """Recount a page from its parts; a page without parts goes."""
        row = self._db.execute("SELECT title FROM pages WHERE id = ?", (number,)).fetchone()
        bodies = self._db.execute("SELECT body FROM parts WHERE page = ? ORDER BY source, id", (number,)).fetchall()
        self._db.execute("DELETE FROM links WHERE page = ?", (number,))
        if not bodies:
            self._db.execute("DELETE FROM pages WHERE id = ?", (number,))
            return
        page = merge_parts(self._codec.decode(row[0], body) for (body,) in bodies)
        self._db.execute(
            "UPDATE pages SET sentences = ?, tables = ?, infoboxes = ?, cells = ?, lists = ?, list_items = ? "
            "WHERE id = ?",
            (*count_elements(page), number),
        )
        self._db.executemany("INSERT INTO links VALUES (?, ?, ?)", [(number, *link) for link in count_links(page)])
