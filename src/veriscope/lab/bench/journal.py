"""The journal of a benchmark run: each cell is written as soon as it is measured."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from veriscope.files import Journal, append_rows
from veriscope.lab.bench.results import Cell


@dataclass(frozen=True, slots=True)
class SharedTraining:
    """What was trained once for several cells (`prepared`), and how long that took."""

    prepared: str
    seconds: float


JournalEntry = Cell | SharedTraining


@contextmanager
def open_journal(path: Path, settings: Mapping[str, object]) -> Iterator[tuple[list[JournalEntry], BinaryIO]]:
    """The entries so far, and the file to append to; a journal of other settings is an error."""
    mismatch = "holds cells of other scenarios or settings; --restart starts over, or name another file"
    journal = Journal(path, "veriscope_bench", settings, mismatch)
    with journal.open() as (_, stream):
        yield [_entry(row) for row in journal.rows()], stream


def append_entry(stream: BinaryIO, entry: JournalEntry) -> None:
    """Append an entry; it is on disk when this returns."""
    append_rows(stream, [asdict(entry)])


def _entry(row: Mapping[str, object]) -> JournalEntry:
    return msgspec.convert(row, SharedTraining) if "prepared" in row else msgspec.convert(row, Cell)
