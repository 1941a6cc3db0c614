"""The corpus store, writable: one writer at a time, each change in one transaction."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from veriscope.corpus.sources import PlannedSource, Redirect, Skip
from veriscope.corpus.store.connections import DATABASE, MEMORY
from veriscope.corpus.store.index_folders import built_indexes
from veriscope.corpus.store.manifest import Manifest, write_manifest
from veriscope.corpus.store.merge import merge_parts
from veriscope.corpus.store.page_changes import PageChanges
from veriscope.corpus.store.page_codec import PageCodec
from veriscope.corpus.store.prepare import PreparedBatch, PreparedPage, count_elements, count_links, digest_of
from veriscope.corpus.store.schema import FORMAT_VERSION, make_indexes, migrate
from veriscope.errors import StoreError

_WAIT_S = 60


class CorpusWriter:
    """Changes a corpus folder, or fills a new database in memory if the folder is `MEMORY`.

    Put `begin` and `commit` around changes that readers must see together.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._database = MEMORY if folder == MEMORY else folder / DATABASE
        self._codec = PageCodec()
        self._touched: set[int] = set()
        self._changes: PageChanges | None = None
        self._last_page = 0
        with self._reporting_errors():
            self._db = sqlite3.connect(self._database, timeout=_WAIT_S, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA cache_size = -65536")
            migrate(self._db)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._db.close()

    def begin(self) -> None:
        """Start a change; waits for another writer, then gives up with an error."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise StoreError(f"another process is writing {self.folder}; try again when it is done") from None
            raise StoreError(f"cannot write {self.folder}: {error}") from None

    def commit(self) -> None:
        """Make the change visible."""
        with self._reporting_errors():
            self._db.execute("COMMIT")

    def keep(self) -> None:
        """Save what an interrupted build has written so far, if possible."""
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("COMMIT")

    def rollback(self) -> None:
        """Drop the change, if there is one."""
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        self._touched.clear()
        self._changes = None

    def note_changes(self) -> None:
        """Until `settle`, note for the indexes which pages change, and never reuse a page id."""
        with self._reporting_errors():
            # A corpus of an older format lacks an index that this needs.
            make_indexes(self._db)
            self._changes = PageChanges(self._db)
        query = "SELECT max(last_page.id, coalesce((SELECT max(id) FROM pages), 0)) FROM last_page"
        self._last_page = self._run(query)[0][0]

    def pending_changes(self) -> tuple[int, list[int]]:
        """The pages that the indexes must read again, in order, and the number of the last change among them."""
        rows = self._run("SELECT page, max(number) FROM page_changes GROUP BY page ORDER BY page")
        return max((row[1] for row in rows), default=0), [row[0] for row in rows]

    def forget_changes(self, last: int) -> None:
        """Drop the changes up to the number `last`, once every index includes them."""
        self._run("DELETE FROM page_changes WHERE number <= ?", (last,))

    def register(self, source: PlannedSource) -> tuple[int, int, bool]:
        """Note a source; returns its number, how many of its records are stored, and whether these are all."""
        self._run(
            "INSERT INTO sources (path, format, size, fingerprint, keep_flagged) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (path) DO NOTHING",
            (str(source.path), source.format, source.size, source.fingerprint, source.keep_flagged),
        )
        row = self._run("SELECT id, records, done FROM sources WHERE path = ?", (str(source.path),))[0]
        return row[0], row[1], bool(row[2])

    def planned_sources(self) -> list[PlannedSource]:
        """The sources noted so far, in order."""
        rows = self._run("SELECT path, format, size, fingerprint, keep_flagged FROM sources ORDER BY id")
        return [PlannedSource(Path(row[0]), row[1], row[2], row[3], keep_flagged=bool(row[4])) for row in rows]

    def write(self, source: int, batch: PreparedBatch) -> None:
        """Store a batch of a source, and how far that source has come; an interrupted write stores nothing."""
        self._run("SAVEPOINT batch")
        try:
            for page in batch.pages:
                self._write_page(source, page)
            for redirect in batch.redirects:
                self._write_redirect(source, redirect)
            for skip in batch.skips:
                self._write_skip(source, skip)
            made = len(batch.pages) + len(batch.redirects)
            self._run(
                "UPDATE sources SET records = records + ?, made = made + ? WHERE id = ?", (batch.records, made, source)
            )
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK TO batch")
            raise
        finally:
            with suppress(sqlite3.Error):
                self._db.execute("RELEASE batch")

    def finish_source(self, source: int) -> bool:
        """Note that a source was read to its end; returns whether any page came of it."""
        self._run("UPDATE sources SET done = 1 WHERE id = ?", (source,))
        return bool(self._run("SELECT made FROM sources WHERE id = ?", (source,))[0][0])

    def first_skip(self, source: int) -> str:
        """Why the first skipped item of a source was skipped."""
        rows = self._run("SELECT reason FROM skips WHERE source = ? ORDER BY id LIMIT 1", (source,))
        return str(rows[0][0]) if rows else "it is empty"

    def clear_source(self, source: PlannedSource) -> None:
        """Remove everything that a source gave, in order to read it again."""
        number, _, _ = self.register(source)
        self._run(
            "UPDATE sources SET format = ?, size = ?, fingerprint = ?, keep_flagged = ?, records = 0, made = 0, "
            "done = 0 WHERE id = ?",
            (source.format, source.size, source.fingerprint, source.keep_flagged, number),
        )
        self._drop_source(number)

    def remove_source(self, path: Path) -> int:
        """Remove a source, or all sources in a folder; returns how many pages change."""
        known = self.planned_sources()
        named = [source for source in known if source.path.is_relative_to(path)]
        if not named:
            names = ", ".join(str(source.path) for source in known)
            raise StoreError(f"the corpus has no source {path}; its sources are: {names}")
        touched = 0
        for source in named:
            number, _, _ = self.register(source)
            touched += self._drop_source(number)
            self._run("DELETE FROM sources WHERE id = ?", (number,))
        return touched

    def remove_page(self, title: str) -> None:
        """Remove a page; its redirects then lead nowhere until it comes back."""
        rows = self._run("SELECT id FROM pages WHERE title = ?", (title,))
        if not rows:
            raise StoreError(f"the corpus has no page {title!r}; `veriscope corpus show` finds a title by another name")
        self._run("DELETE FROM parts WHERE page = ?", rows[0])
        self._refresh(rows[0][0])

    def settle(self) -> None:
        """Update the counts and links of the pages touched since `begin`."""
        for page in sorted(self._touched):
            self._refresh(page)
        self._touched.clear()
        if self._changes is not None:
            with self._reporting_errors():
                self._changes.store()
            self._run("UPDATE last_page SET id = ?", (self._last_page,))

    def settle_all(self) -> None:
        """Make the indexes and update all merged pages, at the end of a build."""
        with self._reporting_errors():
            make_indexes(self._db)
        rows = self._run("SELECT page FROM parts GROUP BY page HAVING count(*) > 1")
        self._touched = {row[0] for row in rows}
        self.settle()

    def publish(self, version: str) -> None:
        """Write the manifest after a change, and move as much as possible of the write-ahead log into the database."""
        pages = self._run("SELECT count(*) FROM pages")[0][0]
        sources = tuple(str(source.path) for source in self.planned_sources())
        # Passive: it must not wait for readers, which may hold a snapshot for any time.
        self._run("PRAGMA wal_checkpoint(PASSIVE)")
        indexes = built_indexes(self.folder)
        write_manifest(self.folder, Manifest(FORMAT_VERSION, version, sources, pages, indexes))

    def image(self) -> bytes:
        """The whole database, to be read from memory."""
        return self._db.serialize()

    def _write_page(self, source: int, page: PreparedPage) -> None:
        title = self._document_title(source, page) if page.is_document else page.title
        existing = self._run("SELECT id, is_document FROM pages WHERE title = ?", (title,))
        if existing and existing[0][1]:
            # The encyclopedia's page keeps its title, whichever comes first.
            self._move_document(existing[0][0], title)
            existing = []
        number = existing[0][0] if existing else self._insert_page(title, page)
        if existing:
            self._touched.add(number)
        self._run(
            "INSERT INTO parts (page, source, is_document, place, digest, body) VALUES (?, ?, ?, ?, ?, ?)",
            (number, source, page.is_document, page.place, digest_of(page.body), page.body),
        )

    def _insert_page(self, title: str, page: PreparedPage) -> int:
        with self._reporting_errors():
            cursor = self._db.execute(
                "INSERT INTO pages (id, title, folded, is_document, sentences, tables, infoboxes, cells, lists, "
                "list_items) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (self._new_id(title), title, title.casefold(), page.is_document, *page.counts),
            )
            number = cursor.lastrowid or 0
            if page.links:
                self._db.executemany("INSERT INTO links VALUES (?, ?, ?)", [(number, *link) for link in page.links])
        return number

    def _new_id(self, title: str) -> int | None:
        """The id for a new page, noted; during a build the database chooses it."""
        if self._changes is None:
            return None
        self._last_page += 1
        self._changes.page(self._last_page, title)
        return self._last_page

    def _document_title(self, source: int, page: PreparedPage) -> str:
        """The title of a document; if a page has it already, with the document's path added."""
        root = Path(self._run("SELECT path FROM sources WHERE id = ?", (source,))[0][0])
        return self._free_title(page.title, place=page.place, root=root)

    def _move_document(self, number: int, title: str) -> None:
        row = self._run("SELECT place, path FROM parts JOIN sources ON sources.id = source WHERE page = ?", (number,))[
            0
        ]
        moved = self._free_title(title, place=row[0], root=Path(row[1]))
        self._run("UPDATE pages SET title = ?, folded = ? WHERE id = ?", (moved, moved.casefold(), number))
        if self._changes is not None:
            self._changes.page(number, title, moved)

    def _free_title(self, title: str, *, place: str, root: Path) -> str:
        for free in (title, f"{title} ({place})", f"{title} ({root.name}/{place})"):
            if not self._run("SELECT 1 FROM pages WHERE title = ?", (free,)):
                return free
        return f"{title} ({root}/{place})"

    def _write_redirect(self, source: int, redirect: Redirect) -> None:
        if redirect.title == redirect.target:
            return
        known = self._run("SELECT target FROM redirects WHERE title = ? AND source = ?", (redirect.title, source))
        if known and known[0][0] != redirect.target:
            reason = f"the same source lets it lead to {known[0][0]!r}"
            self._write_skip(source, Skip(f"{redirect.title} → {redirect.target}", "redirect", reason))
        elif not known:
            self._run(
                "INSERT INTO redirects (title, source, folded, target) VALUES (?, ?, ?, ?)",
                (redirect.title, source, redirect.title.casefold(), redirect.target),
            )
            if self._changes is not None:
                self._changes.names((redirect.title, redirect.target))

    def _write_skip(self, source: int, skip: Skip) -> None:
        self._run(
            "INSERT INTO skips (source, place, what, reason) VALUES (?, ?, ?, ?)",
            (source, skip.place, skip.what, skip.reason),
        )

    def _drop_source(self, source: int) -> int:
        touched = [row[0] for row in self._run("SELECT DISTINCT page FROM parts WHERE source = ?", (source,))]
        if self._changes is not None:
            for ends in self._run("SELECT title, target FROM redirects WHERE source = ?", (source,)):
                self._changes.names(ends)
        for table in ("parts", "redirects", "skips"):
            self._run(f"DELETE FROM {table} WHERE source = ?", (source,))  # noqa: S608
        for page in touched:
            self._refresh(page)
        return len(touched)

    def _refresh(self, number: int) -> None:
        """Recount a page from its parts; a page without parts is removed."""
        rows = self._run("SELECT title FROM pages WHERE id = ?", (number,))
        bodies = self._run("SELECT body FROM parts WHERE page = ? ORDER BY source, id", (number,))
        self._run("DELETE FROM links WHERE page = ?", (number,))
        if self._changes is not None:
            self._changes.page(number, *(() if bodies else rows[0]))
        if not bodies:
            self._run("DELETE FROM pages WHERE id = ?", (number,))
            return
        page = merge_parts([self._codec.decode(rows[0][0], body) for (body,) in bodies])
        self._run(
            "UPDATE pages SET sentences = ?, tables = ?, infoboxes = ?, cells = ?, lists = ?, list_items = ? "
            "WHERE id = ?",
            (*count_elements(page), number),
        )
        for link in count_links(page):
            self._run("INSERT INTO links VALUES (?, ?, ?)", (number, *link))

    def _run(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._write_error(error) from None

    def _write_error(self, error: sqlite3.Error) -> StoreError:
        return StoreError(f"cannot write {self._database}: {error}")

    @contextmanager
    def _reporting_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._write_error(error) from None
