"""The rows of a batch: what became of each line of the claims, kept in a journal until the target is written."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from veriscope.datasets import JsonObject, write_json_lines
from veriscope.pipeline.journal import Journal, append_rows


class Done(NamedTuple):
    """What was made of a line of the claims: the row to write, and the label, or the problem where there is none."""

    line: int
    label: str
    problem: str
    row: JsonObject


def batch_journal(path: Path, settings: JsonObject) -> Journal:
    """The journal of a batch."""
    mismatch = "was begun with other claims or settings; finish that run, or begin anew with --restart"
    return Journal(path, "veriscope_batch", settings, mismatch)


def done_rows(journal: Journal) -> Iterator[Done]:
    """The rows that are done, in order."""
    return (Done(**row) for row in journal.rows())


def append(stream: BinaryIO, done: Iterable[Done]) -> None:
    """Write rows to the file of an open journal."""
    append_rows(stream, (row._asdict() for row in done))


def write_target(journal: Journal, target: Path) -> None:
    """Write the rows to the target, which appears whole."""
    write_json_lines(target, (done.row for done in done_rows(journal)))
