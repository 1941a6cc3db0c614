"""Reads the raw records of the FEVER and FEVEROUS dumps: JSON lines or an SQLite file."""

import sqlite3
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

import msgspec

from veriscope.corpus.sources.records import RawRecord, Skip
from veriscope.errors import InputError
from veriscope.files import OverlongLine, read_lines

SQLITE_MAGIC = b"SQLite format 3\x00"


def is_sqlite(path: Path) -> bool:
    """Whether a file is an SQLite database, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError as error:
        raise InputError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None


def line_records(path: Path) -> Iterator[RawRecord | Skip]:
    """One record per line; blank lines are ignored, overlong ones become skips."""
    for line in read_lines(path):
        place = f"{path.name}:{line.number}"
        if isinstance(line, OverlongLine):
            yield Skip(place, "record", f"the line has {line.size:,} bytes, more than any page")
        elif line.data.strip():
            # Some editors put a byte-order mark at the start of a file; it is not part of the first record.
            data = line.data.removeprefix(BOM_UTF8) if line.number == 1 else line.data
            yield RawRecord(place, data, line.offset)


def sqlite_records(path: Path, *, table: str, columns: tuple[str, ...]) -> Iterator[RawRecord | Skip]:
    """One record per row, in the order of the table's rows, as a JSON object of the columns."""
    size = path.stat().st_size
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    connection.text_factory = bytes
    try:
        total = connection.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 1  # noqa: S608
        query = f"SELECT rowid, {', '.join(columns)} FROM {table} ORDER BY rowid"  # noqa: S608
        for rowid, *values in connection.execute(query):
            offset = min(size, size * rowid // total)
            yield _row_record(f"{path.name}:{rowid}", columns, values, offset=offset)
    except sqlite3.Error as error:
        raise InputError(f"cannot read {path}: {error}; is it whole?") from None
    finally:
        connection.close()


def _row_record(place: str, columns: tuple[str, ...], values: list[object], *, offset: int) -> RawRecord | Skip:
    try:
        texts = [value.decode() if isinstance(value, bytes) else value for value in values]
    except UnicodeDecodeError:
        return Skip(place, "record", "the row is not UTF-8")
    if len(columns) == 1:
        return RawRecord(place, str(texts[0]).encode(), offset)
    return RawRecord(place, msgspec.json.encode(dict(zip(columns, texts, strict=True))), offset)
