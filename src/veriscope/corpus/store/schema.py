"""The tables of `pages.sqlite`, as numbered migrations: once released, only append, never change one."""

import sqlite3

from veriscope.errors import StoreError

MIGRATIONS = (
    """
    -- `records` counts what was read of a source so far, `made` the pages and redirects that came of it;
    -- `done` tells that all of it was read.
    CREATE TABLE sources (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, format TEXT NOT NULL, size INTEGER NOT NULL,
        fingerprint TEXT NOT NULL, keep_flagged INTEGER NOT NULL,
        records INTEGER NOT NULL DEFAULT 0, made INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0
    );
    -- A page is made of the parts that the sources hold under its title, merged in the order of source and id; a
    -- document has one part. The counts here and in `links` are those of the merged page.
    CREATE TABLE pages (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, folded TEXT NOT NULL, is_document INTEGER NOT NULL,
        sentences INTEGER NOT NULL, tables INTEGER NOT NULL, infoboxes INTEGER NOT NULL, cells INTEGER NOT NULL,
        lists INTEGER NOT NULL, list_items INTEGER NOT NULL
    );
    CREATE TABLE parts (
        id INTEGER PRIMARY KEY, page INTEGER NOT NULL REFERENCES pages(id),
        source INTEGER NOT NULL REFERENCES sources(id), is_document INTEGER NOT NULL, place TEXT NOT NULL,
        digest BLOB NOT NULL, body BLOB NOT NULL
    );
    CREATE TABLE redirects (
        title TEXT NOT NULL, source INTEGER NOT NULL REFERENCES sources(id), folded TEXT NOT NULL,
        target TEXT NOT NULL, PRIMARY KEY (title, source)
    ) WITHOUT ROWID;
    -- `target` is what the link names; a reader resolves it through documents, pages and redirects.
    CREATE TABLE links (
        page INTEGER NOT NULL REFERENCES pages(id), target TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (page, target)
    ) WITHOUT ROWID;
    CREATE TABLE skips (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES sources(id), place TEXT NOT NULL,
        what TEXT NOT NULL, reason TEXT NOT NULL
    );
    """,
    """
    -- The pages that changed, in order, and that the indexes beside the database have not taken up yet.
    CREATE TABLE page_changes (number INTEGER PRIMARY KEY AUTOINCREMENT, page INTEGER NOT NULL);
    -- The highest id that a page ever had: none is given twice, since an index may still know it.
    CREATE TABLE last_page (id INTEGER NOT NULL);
    INSERT INTO last_page VALUES (0);
    """,
)
DATABASE_INDEXES = {
    "pages_folded": "pages(folded)",
    "redirects_folded": "redirects(folded)",
    "redirects_target": "redirects(target)",
    "parts_page": "parts(page, source)",
    "parts_source": "parts(source)",
    "parts_place": "parts(place, source) WHERE is_document",
}
FORMAT_VERSION = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a writable database up to `FORMAT_VERSION`."""
    version = check_version(connection)
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def make_indexes(connection: sqlite3.Connection) -> None:
    """Make the indexes that are missing; a build does this last, since filling them at once is faster."""
    for name, columns in DATABASE_INDEXES.items():
        connection.execute(f"CREATE INDEX IF NOT EXISTS {name} ON {columns}")


def check_version(connection: sqlite3.Connection) -> int:
    """The version of a database; raises an error if it is newer than this program."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > FORMAT_VERSION:
        raise StoreError(
            f"the corpus has format version {version}, this program reads up to {FORMAT_VERSION}: upgrade veriscope"
        )
    return version
