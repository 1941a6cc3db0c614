"""A journal: the results of a long run so far, line by line in a file, so that a stopped run can resume."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, BinaryIO

from veriscope.errors import BusyError, InputError, UsageError
from veriscope.files.locks import hold_lock


@dataclass(frozen=True, slots=True)
class Journal:
    """The file of a run; its first line holds the settings, so that results of different settings never mix.

    `kind` is the name of that first line. `mismatch` tells the user what to do with a file of other settings or of
    another kind, which stays as it is.
    """

    path: Path
    kind: str
    settings: Mapping[str, object]
    mismatch: str

    @contextmanager
    def open(self) -> Iterator[tuple[int, BinaryIO]]:
        """How many rows are done, and the file to append to; it is locked against other processes."""
        with self._hold():
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
    def _hold(self) -> Iterator[None]:
        try:
            self.path.touch()
        except OSError as error:
            raise InputError(f"cannot write {self.path}: {(error.strerror or str(error)).lower()}") from None
        try:
            with hold_lock(self.path):
                yield
        except BusyError:
            raise BusyError(f"another process is at work on {self.path}; wait for it to end") from None

    def _repair(self) -> int:
        """Cut off an incomplete last line; returns how many whole rows there are."""
        head = _as_line({self.kind: self.settings})
        with self.path.open("rb+") as stream:
            first = stream.readline()
            if not head.startswith(first):
                raise UsageError(f"{self.path} {self.mismatch}")
            sizes = [len(line) for line in takewhile(_is_whole, stream)] if first == head else []
            stream.truncate(len(head) + sum(sizes) if first == head else 0)
        return len(sizes)


def append_rows(stream: BinaryIO, rows: Iterable[Mapping[str, object]]) -> None:
    """Write rows so that they survive this process; rows lost in a power failure are computed again."""
    stream.writelines(map(_as_line, rows))
    stream.flush()


def _as_line(row: Mapping[str, object]) -> bytes:
    return json.dumps(row, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _is_whole(line: bytes) -> bool:
    """Whether a line is complete and holds an object."""
    try:
        return line.endswith(b"\n") and isinstance(json.loads(line), dict)
    except ValueError:
        return False
