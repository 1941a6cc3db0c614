"""A lock on a folder that a process holds while it builds there, and that ends with the process."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from veriscope.errors import BusyError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder; an error where another process holds it."""
    # Windows knows no such lock: there two builds of one folder are not kept apart.
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BusyError(f"another process is building {folder}; wait for it to end") from None
        yield
    finally:
        os.close(descriptor)
