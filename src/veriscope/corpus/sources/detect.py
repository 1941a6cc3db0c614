"""Detects the format of a file by its first bytes."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from veriscope.corpus.sources.archives import is_tar, is_zip
from veriscope.corpus.sources.document_text import document_suffix
from veriscope.corpus.sources.file_kinds import kind_of, readable_suffixes
from veriscope.corpus.sources.wiki_records import is_sqlite
from veriscope.errors import InputError
from veriscope.files import OverlongLine, read_lines

ZIM_MAGIC = b"ZIM\x04"
EXPECTED = (
    "a source is FEVER or FEVEROUS pages (.jsonl, .db), tables (.jsonl), a ZIM file, a tar or zip archive, a folder, "
    f"or a document ({readable_suffixes(None)})"
)


def detect_source_format(path: Path) -> str:
    """The name of a file's format; raises `InputError`, saying what the file looks like, if it has none."""
    if kind_of(path.name) == "json":
        return _detect_json(path)
    if kind_of(path.name):
        return "documents"
    if is_zim(path):
        return "zim"
    if is_zip(path) or (not is_sqlite(path) and is_tar(path)):
        return "documents"
    return detect_page_format(path)


def _detect_json(path: Path) -> str:
    """A page format if the first line is a page of it; else its objects are tables, unless they are claims."""
    keys = _first_keys(path)
    is_known = _holds_claims(keys) or any(is_format(keys) for is_format in _SCHEMAS.values())
    is_one_value = document_suffix(path.name) == ".json"
    return "documents" if not is_known and (keys or is_one_value) else _detect_lines(path)


def _holds_claims(keys: frozenset[str]) -> bool:
    return "claim" in keys or keys >= {"table", "statement"}


def detect_page_format(path: Path) -> str:
    """`fever`, `feverous` or `tables`, by the content of a file; raises `InputError` for anything else."""
    return _detect_sqlite(path) if is_sqlite(path) else _detect_lines(path)


def is_zim(path: Path) -> bool:
    """Whether a file is a ZIM archive, by its first bytes."""
    with path.open("rb") as file:
        return file.read(len(ZIM_MAGIC)) == ZIM_MAGIC


def _detect_sqlite(path: Path) -> str:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            names = [str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            columns = {
                name: {str(row[0]) for row in connection.execute("SELECT name FROM pragma_table_info(?)", (name,))}
                for name in ("documents", "wiki")
            }
    except sqlite3.Error as error:
        raise InputError(f"{path} is an SQLite file that cannot be read: {error}; fetch it again") from None
    if columns["documents"] >= {"id", "lines"}:
        return "fever"
    if columns["wiki"] >= {"id", "data"}:
        return "feverous"
    found = ", ".join(sorted(names)[:8]) or "none"
    raise InputError(
        f"{path} is an SQLite file without pages (its tables: {found}); "
        "FEVER's has documents(id, text, lines), FEVEROUS's has wiki(id, data)"
    )


def _detect_lines(path: Path) -> str:
    keys = _first_keys(path)
    for name, is_format in _SCHEMAS.items():
        if is_format(keys):
            return name
    if _holds_claims(keys):
        raise InputError(f"{path} holds claims, not pages; a corpus is built from pages")
    if keys:
        raise InputError(
            f"{path} is JSON lines of another schema (keys: {', '.join(sorted(keys)[:8])}); "
            "FEVER pages have id, text and lines, FEVEROUS pages have title and order, tables have id, header and rows"
        )
    raise InputError(f"cannot tell what {path} is; {EXPECTED}")


_SCHEMAS: dict[str, Callable[[frozenset[str]], bool]] = {
    "fever": lambda keys: keys >= {"id", "text", "lines"},
    "feverous": lambda keys: keys >= {"title", "order"},
    "tables": lambda keys: keys >= {"id", "header", "rows"} or keys >= {"id", "infobox"},
}


def _first_keys(path: Path) -> frozenset[str]:
    """The keys of the JSON object on the first line that is not blank; empty if it is not an object."""
    for line in read_lines(path):
        if isinstance(line, OverlongLine):
            return frozenset()
        if line.data.strip():
            try:
                record = msgspec.json.decode(line.data.removeprefix(b"\xef\xbb\xbf"))
            except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
                return frozenset()
            return frozenset(record) if isinstance(record, dict) else frozenset()
    return frozenset()
