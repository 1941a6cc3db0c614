"""A journal: what a long run has done so far, line by line in a file, so that a stopped run goes on."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, BinaryIO

from veriscope.corpus.lock import locked
from veriscope.errors import BusyError, InputError, UsageError


@dataclass(frozen=True, slots=True)
class Journal:
    """The file of a run, whose first line tells its settings: rows of other settings never mix.

    `kind` is the name of that first line; `mismatch` says what to do with a file of other settings.
    """

    path: Path
    kind: str
    settings: Mapping[str, object]
    mismatch: str

    @contextmanager
    def opened(self) -> Iterator[tuple[int, BinaryIO]]:
        """How many rows are done, and the file to append to; no other process works on it meanwhile."""
        with self._held():
            count = self._repair()
            with self.path.open("ab") as stream:
                if not stream.tell():
                    append_rows(stream, [{self.kind: self.settings}])
                yield count, stream

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows that are done, in order."""
        with self.path.open("rb") as stream:
            for line in islice(stream, 1, None):
                yield json.loads(line)

    def drop(self) -> None:
        """Remove the journal of a run that is done."""
        self.path.unlink()

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

    def _repair(self) -> int:
        """Cut off a line that was not written to its end; how many whole rows stand there."""
        lines, size, settings = 0, 0, None
        with self.path.open("rb+") as stream:
            for line in takewhile(_is_whole, stream):
                settings = settings if lines else json.loads(line).get(self.kind)
                lines, size = lines + 1, size + len(line)
            stream.truncate(size)
        if lines and settings != json.loads(json.dumps(self.settings)):
            raise UsageError(f"{self.path} {self.mismatch}")
        return max(lines - 1, 0)


def append_rows(stream: BinaryIO, rows: Iterable[Mapping[str, object]]) -> None:
    """Write rows so that they outlive this process; what the machine loses with its power is made anew."""
    stream.writelines(json.dumps(row, ensure_ascii=False, allow_nan=False).encode() + b"\n" for row in rows)
    stream.flush()


def _is_whole(line: bytes) -> bool:
    """Whether a line was written to its end and holds an object."""
    try:
        return line.endswith(b"\n") and isinstance(json.loads(line), dict)
    except ValueError:
        return False
