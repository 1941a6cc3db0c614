"""Checks the integrity of a corpus: the database, and each page against its stored fingerprint."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from veriscope.corpus.store.connections import connect_for_reading
from veriscope.corpus.store.indexes import index_problems
from veriscope.corpus.store.manifest import read_manifest
from veriscope.corpus.store.merge import merge_parts
from veriscope.corpus.store.page_codec import PageCodec
from veriscope.corpus.store.prepare import count_elements, count_links, digest_of
from veriscope.corpus.store.schema import DATABASE_INDEXES, FORMAT_VERSION, check_version
from veriscope.errors import StoreError


def verify_corpus(folder: Path) -> Iterator[str]:
    """Each problem of a corpus in one line; empty if there is none."""
    read_manifest(folder)
    with closing(connect_for_reading(folder)) as connection:
        try:
            yield from _database_problems(connection)
            yield from _page_problems(connection)
        except sqlite3.DatabaseError as error:
            yield f"the database cannot be read to its end: {error}"
            return
    yield from index_problems(folder)


def _database_problems(connection: sqlite3.Connection) -> Iterator[str]:
    for (message,) in connection.execute("PRAGMA integrity_check(20)"):
        if message != "ok":
            yield f"database: {message}"
    for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"row {rowid} of {table} names a row of {parent} that is not there"
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    # A corpus of an older format gets the newer indexes when it is next written.
    expected = DATABASE_INDEXES if check_version(connection) == FORMAT_VERSION else {}
    for index in sorted(expected.keys() - names):
        yield f"the index {index} is missing"
    for (path,) in connection.execute("SELECT path FROM sources WHERE NOT done ORDER BY id"):
        yield f"the source {path} was not read to its end"


def _page_problems(connection: sqlite3.Connection) -> Iterator[str]:
    codec = PageCodec.of_this_thread()
    query = "SELECT id, title, folded, sentences, tables, infoboxes, cells, lists, list_items FROM pages ORDER BY id"
    for number, title, folded, *counts in connection.execute(query):
        if folded != title.casefold():
            yield f"the page {title!r} cannot be found ignoring case"
        yield from _content_problems(connection, codec, number, title, counts)


def _content_problems(
    connection: sqlite3.Connection, codec: PageCodec, number: int, title: str, counts: list[int]
) -> Iterator[str]:
    query = "SELECT digest, body FROM parts WHERE page = ? ORDER BY source, id"
    parts = connection.execute(query, (number,)).fetchall()
    if not parts:
        yield f"the page {title!r} has no content"
        return
    if any(digest_of(body) != digest for digest, body in parts):
        yield f"the content of the page {title!r} is not what was stored"
        return
    try:
        page = merge_parts([codec.decode(title, body) for _, body in parts])
    except StoreError as error:
        yield str(error)
        return
    if list(count_elements(page)) != counts:
        yield f"the counts of the page {title!r} are wrong"
    links = connection.execute("SELECT target, count FROM links WHERE page = ? ORDER BY target", (number,)).fetchall()
    if links != count_links(page):
        yield f"the links of the page {title!r} are not those of its content"
