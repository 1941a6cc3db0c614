"""The journal of a benchmark run: every finished cell at once in a file, so that a stopped run goes on."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from veriscope.corpus.lock import locked
from veriscope.errors import BusyError, InputError, UsageError
from veriscope.pipeline.bench_results import Cell

_SETTINGS = "veriscope_bench"


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was trained once for several cells, and how long that took."""

    prepared: str
    seconds: float


Entry = Cell | Prepared


@dataclass(frozen=True, slots=True)
class BenchJournal:
    """The file beside a run's results; cells of other settings never mix with its own."""

    path: Path
    settings: Mapping[str, object]

    @contextmanager
    def opened(self) -> Iterator[tuple[list[Entry], BinaryIO]]:
        """What is done, and the file to append to; no other process works on it meanwhile."""
        with self._held():
            done = self._repair()
            with self.path.open("ab") as stream:
                if not stream.tell():
                    _write(stream, {_SETTINGS: self.settings})
                yield done, stream

    @contextmanager
    def _held(self) -> Iterator[None]:
        try:
            self.path.touch()
        except OSError as error:
            raise InputError(f"cannot write {self.path}: {(error.strerror or str(error)).lower()}") from None
        try:
            with locked(self.path):
                yield
        except BusyError:
            raise BusyError(f"another process is at work on {self.path}; wait for it to end") from None

    def _repair(self) -> list[Entry]:
        """Cut off a line that was not written to its end; the entries before it."""
        entries: list[Entry] = []
        size, settings = 0, None
        with self.path.open("rb+") as stream:
            for line in stream:
                value = _parsed(line)
                if value is None:
                    break
                size += len(line)
                if settings is None:
                    settings = value.get(_SETTINGS)
                else:
                    entries.append(_entry(value))
            stream.truncate(size)
        if size and settings != json.loads(json.dumps(self.settings)):
            raise UsageError(
                f"{self.path} holds cells of other scenarios or settings; --restart begins anew, or name another file"
            )
        return entries


def append_entry(stream: BinaryIO, entry: Entry) -> None:
    """Write an entry so that it outlives this process."""
    _write(stream, asdict(entry))


def _write(stream: BinaryIO, value: Mapping[str, object]) -> None:
    stream.write(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n")
    stream.flush()


def _parsed(line: bytes) -> dict[str, object] | None:
    if not line.endswith(b"\n"):
        return None
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _entry(value: Mapping[str, object]) -> Entry:
    return msgspec.convert(value, Prepared) if "prepared" in value else msgspec.convert(value, Cell)
