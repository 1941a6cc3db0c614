"""Walks a folder of documents in order; skips hidden entries, and never follows links or special files."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from veriscope.corpus.sources.records import Skip
from veriscope.errors import InputError

# Names that an operating system leaves and hides there, though they have no dot.
_HIDDEN_NAMES = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini", "CVS"})


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A regular file in a folder; `place` is its path within the folder, with `/`."""

    path: Path
    place: str
    size: int
    modified_ns: int = 0


def walk(folder: Path) -> Iterator[FoundFile | Skip]:
    """The files of a folder and its subfolders, in the order of their paths; only one listing is in memory at once."""
    try:
        waiting = _entries(folder, prefix="")
    except OSError as error:
        raise InputError(f"cannot read {folder}: {reason(error)}") from None
    while waiting:
        place, path = waiting.pop()
        try:
            status = path.lstat()
            if stat.S_ISDIR(status.st_mode):
                waiting += _entries(path, prefix=f"{place}/")
                continue
        except OSError as error:
            yield Skip(place, "file", f"cannot be read: {reason(error)}")
            continue
        if stat.S_ISREG(status.st_mode):
            yield FoundFile(path, place, status.st_size, status.st_mtime_ns)
        elif stat.S_ISLNK(status.st_mode):
            yield Skip(place, "file", "a symbolic link is not followed; give its target as a source of its own")
        else:
            yield Skip(place, "file", "a pipe, socket or device is no document")


def is_hidden(name: str) -> bool:
    """Whether a file or folder is hidden: its name begins with a dot, or an operating system left it."""
    return name.startswith(".") or name in _HIDDEN_NAMES


def label(name: str) -> str:
    """A file name as a place that can be printed and stored: valid Unicode on one line."""
    text = os.fsencode(name).decode(errors="replace")
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def reason(error: OSError) -> str:
    """The operating system's message, in lower case and without the path."""
    return (error.strerror or str(error)).lower()


def _entries(folder: Path, *, prefix: str) -> list[tuple[str, Path]]:
    """The visible entries of a folder in reverse order, to be pushed on a stack."""
    visible = sorted((path for path in folder.iterdir() if not is_hidden(path.name)), reverse=True)
    return [(f"{prefix}{label(path.name)}", path) for path in visible]
