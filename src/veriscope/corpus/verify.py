"""The integrity check of a corpus: every byte that a reader would rely on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from veriscope.corpus.manifest import read_manifest
from veriscope.corpus.merge import merge_parts
from veriscope.corpus.page_codec import PageCodec
from veriscope.corpus.prepare import count_elements, count_links, digest_of
from veriscope.corpus.store import connect_for_reading
from veriscope.errors import StoreError

_Row = tuple[int, str, int, int, int, int, int, int]


def verify_corpus(folder: Path) -> Iterator[str]:
    """Each problem of a corpus in one line; none when it is whole."""
    manifest = read_manifest(folder)
    with closing(connect_for_reading(folder)) as connection:
        try:
            yield from _database_problems(connection)
            yield from _page_problems(connection)
            pages = connection.execute("SELECT count(*) FROM pages").fetchone()[0]
        except sqlite3.DatabaseError as error:
            yield f"the database cannot be read to its end: {error}"
            return
    if pages != manifest.pages:
        yield f"the manifest counts {manifest.pages:,} pages, the database {pages:,}"


def _database_problems(connection: sqlite3.Connection) -> Iterator[str]:
    for (message,) in connection.execute("PRAGMA integrity_check(20)"):
        if message != "ok":
            yield f"database: {message}"
    for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"row {rowid} of {table} names a row of {parent} that is not there"


def _page_problems(connection: sqlite3.Connection) -> Iterator[str]:
    codec = PageCodec()
    query = "SELECT id, title, sentences, tables, infoboxes, cells, lists, list_items FROM pages ORDER BY id"
    for row in connection.execute(query):
        yield from _one_page(connection, codec, row)


def _one_page(connection: sqlite3.Connection, codec: PageCodec, row: _Row) -> Iterator[str]:
    number, title, *counts = row
    parts = connection.execute(
        "SELECT digest, body FROM parts WHERE page = ? ORDER BY source, id", (number,)
    ).fetchall()
    if not parts:
        yield f"the page {title!r} has no content"
        return
    if any(digest_of(body) != digest for digest, body in parts):
        yield f"the content of the page {title!r} is not what was stored"
        return
    try:
        page = merge_parts(codec.decode(title, body) for _, body in parts)
    except StoreError as error:
        yield str(error)
        return
    if list(count_elements(page)) != counts:
        yield f"the counts of the page {title!r} are wrong"
    links = connection.execute("SELECT target, count FROM links WHERE page = ? ORDER BY target", (number,)).fetchall()
    if links != count_links(page):
        yield f"the links of the page {title!r} are not those of its content"
