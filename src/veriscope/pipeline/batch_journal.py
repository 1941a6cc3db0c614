"""The journal of a batch: what is done so far, in a file beside the target, so that a killed run goes on."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO, NamedTuple

from veriscope.corpus.lock import locked
from veriscope.datasets import JsonObject, write_json_lines
from veriscope.errors import BusyError, InputError, UsageError

_SETTINGS = "veriscope_batch"


class Done(NamedTuple):
    """What was made of a line of the claims: the row to write, and the label, or the problem where there is none."""

    line: int
    label: str
    problem: str
    row: JsonObject


@dataclass(frozen=True, slots=True)
class Journal:
    """The journal file of a target, and the settings of its run: rows of other settings never mix."""

    path: Path
    settings: JsonObject

    @contextmanager
    def opened(self) -> Iterator[tuple[int, BinaryIO]]:
        """How many rows are done, and the file to append to; no other process works on it meanwhile."""
        with self._held():
            count = self._repair()
            with self.path.open("ab") as stream:
                if not count and not stream.tell():
                    stream.write(_line({_SETTINGS: self.settings}))
                    stream.flush()
                yield count, stream

    def rows(self) -> Iterator[Done]:
        """The rows that are done, in order."""
        with self.path.open("rb") as stream:
            next(stream)
            for line in stream:
                yield Done(**json.loads(line))

    def write(self, target: Path) -> None:
        """Write the rows to the target, which appears whole."""
        write_json_lines(target, (done.row for done in self.rows()))

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
        rows, size, settings = -1, 0, None
        with self.path.open("rb+") as stream:
            for line in _whole_lines(stream):
                settings = settings or json.loads(line).get(_SETTINGS)
                rows, size = rows + 1, size + len(line)
            stream.truncate(size)
        if size and settings != self.settings:
            raise UsageError(
                f"{self.path} was begun with other claims or settings; finish that run, or begin anew with --restart"
            )
        return max(rows, 0)


def append(stream: BinaryIO, done: Iterable[Done]) -> None:
    """Write rows so that they outlive this process; what the machine loses with its power is made anew."""
    stream.writelines(_line(dict(row._asdict())) for row in done)
    stream.flush()


def _whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines up to the first that is cut short or damaged."""
    return takewhile(lambda line: line.endswith(b"\n") and _is_json(line), stream)


def _is_json(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _line(value: JsonObject) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n"
