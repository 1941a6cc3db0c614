"""The cells of a benchmark run, each kept in a journal as soon as it is there."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from veriscope.pipeline.bench_results import Cell
from veriscope.pipeline.journal import Journal, append_rows


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was trained once for several cells, and how long that took."""

    prepared: str
    seconds: float


Entry = Cell | Prepared


@contextmanager
def opened_journal(path: Path, settings: Mapping[str, object]) -> Iterator[tuple[list[Entry], BinaryIO]]:
    """What is done, and the file to append to; cells of other settings never mix with its own."""
    mismatch = "holds cells of other scenarios or settings; --restart begins anew, or name another file"
    journal = Journal(path, "veriscope_bench", settings, mismatch)
    with journal.opened() as (_, stream):
        yield [_entry(row) for row in journal.rows()], stream


def append_entry(stream: BinaryIO, entry: Entry) -> None:
    """Write an entry so that it outlives this process."""
    append_rows(stream, [asdict(entry)])


def _entry(row: Mapping[str, object]) -> Entry:
    return msgspec.convert(row, Prepared) if "prepared" in row else msgspec.convert(row, Cell)
