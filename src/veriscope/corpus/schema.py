"""The tables of `pages.sqlite`, as numbered migrations: append, never change one."""

import sqlite3

from veriscope.errors import StoreError

MIGRATIONS = (
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    -- `records` counts what was read of a source so far; `done` once all of it was.
    CREATE TABLE sources (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, format TEXT NOT NULL, size INTEGER NOT NULL,
        modified_ns INTEGER NOT NULL, keep_flagged INTEGER NOT NULL,
        records INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0
    );
    -- A page is made of the parts that the sources hold under its title, merged in the order of source and id.
    -- The counts here and in `links` are those of the merged page.
    CREATE TABLE pages (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, folded TEXT NOT NULL,
        sentences INTEGER NOT NULL, tables INTEGER NOT NULL, infoboxes INTEGER NOT NULL, cells INTEGER NOT NULL,
        lists INTEGER NOT NULL, list_items INTEGER NOT NULL
    );
    CREATE TABLE parts (
        id INTEGER PRIMARY KEY, page INTEGER NOT NULL REFERENCES pages(id),
        source INTEGER NOT NULL REFERENCES sources(id), place TEXT NOT NULL, digest BLOB NOT NULL,
        body BLOB NOT NULL
    );
    CREATE TABLE redirects (
        title TEXT PRIMARY KEY, folded TEXT NOT NULL, target TEXT NOT NULL,
        source INTEGER NOT NULL REFERENCES sources(id)
    ) WITHOUT ROWID;
    -- `target` is the title as the link names it; a reader resolves it through pages and redirects.
    CREATE TABLE links (
        page INTEGER NOT NULL REFERENCES pages(id), target TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (page, target)
    ) WITHOUT ROWID;
    CREATE TABLE skips (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES sources(id), place TEXT NOT NULL,
        what TEXT NOT NULL, reason TEXT NOT NULL
    );
    """,
)
INDEXES = (
    "CREATE INDEX IF NOT EXISTS pages_folded ON pages(folded)",
    "CREATE INDEX IF NOT EXISTS redirects_folded ON redirects(folded)",
    "CREATE INDEX IF NOT EXISTS parts_page ON parts(page, source)",
    "CREATE INDEX IF NOT EXISTS parts_source ON parts(source)",
    "CREATE INDEX IF NOT EXISTS links_target ON links(target)",
)
FORMAT_VERSION = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a writable database up to `FORMAT_VERSION`."""
    version = check_version(connection)
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def check_version(connection: sqlite3.Connection) -> int:
    """The version of a database; an error where it is newer than this program."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > FORMAT_VERSION:
        raise StoreError(
            f"the corpus has format version {version}, this program reads up to {FORMAT_VERSION}: upgrade veriscope"
        )
    return version
