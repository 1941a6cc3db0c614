"""A lock on a file or folder, held by a process while it works there and released when the process ends."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from veriscope.errors import BusyError


@contextmanager
def hold_lock(path: Path, *, wait_s: float = 0) -> Iterator[None]:
    """Hold the path; raises an error if another process holds it and does not release it in time."""
    # Most commands hold no lock, and this import takes longer than a small command.
    from filelock import FileLock, Timeout  # noqa: PLC0415

    place = path.with_name(f"{path.name}.lock")
    lock = FileLock(place, timeout=wait_s)
    try:
        lock.acquire()
    except Timeout:
        raise BusyError(f"another process is building {path}; wait for it to end") from None
    try:
        yield
    finally:
        # A process that waits for a deleted lock file tries again with a new one; Windows keeps open files.
        with suppress(OSError):
            place.unlink()
        lock.release()
