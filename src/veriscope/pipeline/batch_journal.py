"""The rows of a batch: the result of each line, kept in a journal until the target is written."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from veriscope.files import Journal, JsonObject, append_rows, write_json_lines


class CheckedRow(NamedTuple):
    """The result of one line of the claims: the row to write, and the label, or the problem if there is no label."""

    line: int
    label: str
    problem: str
    row: JsonObject


def batch_journal(path: Path, settings: JsonObject) -> Journal:
    """The journal of a batch."""
    mismatch = "was begun with other claims or settings; finish that run, or start over with --restart"
    return Journal(path, "veriscope_batch", settings, mismatch)


def done_rows(journal: Journal) -> Iterator[CheckedRow]:
    """The rows that are done, in order."""
    return (CheckedRow(**row) for row in journal.rows())


def append(stream: BinaryIO, done: Iterable[CheckedRow]) -> None:
    """Write rows to the file of an open journal."""
    append_rows(stream, (row._asdict() for row in done))


def write_target(journal: Journal, target: Path) -> None:
    """Write the rows to the target, all at once."""
    write_json_lines(target, (done.row for done in done_rows(journal)))
