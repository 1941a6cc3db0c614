"""The rows of a batch: the result of each line, kept in a journal until the target is written."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from veriscope.files import Journal, JsonObject, SheetCell, append_rows, sheet_suffix, write_json_lines, write_sheet
from veriscope.pipeline.submissions import TABLE_COLUMNS


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
    """Write the rows to the target, all at once: as a spreadsheet if its name asks for one, else as JSON lines."""
    if sheet_suffix(target):
        rows = ([cast(SheetCell, done.row[name]) for name in TABLE_COLUMNS] for done in done_rows(journal))
        write_sheet(target, TABLE_COLUMNS, rows)
        return
    write_json_lines(target, (done.row for done in done_rows(journal)))
