"""A lock beside a folder that a process holds while it builds there, and that ends with the process."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from veriscope.errors import StoreError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold `FOLDER.lock`; an error where another process holds it."""
    path = folder.with_name(f"{folder.name}.lock")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _acquire(descriptor, folder)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, folder: Path) -> None:
    # Windows has no such lock: there two builds of one folder are not kept apart.
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"another process is building {folder}; wait for it to end") from None
