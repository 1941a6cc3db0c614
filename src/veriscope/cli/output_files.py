"""Files that a command will write at its end: whether it can is known at its start."""

import os
from pathlib import Path

from veriscope.errors import UsageError


def check_writable(**options: Path | None) -> None:
    """Raise `UsageError` for a file that could not be written after all the work; keywords are the options' names."""
    for name, path in options.items():
        if path is None:
            continue
        if path.is_dir():
            raise UsageError(f"--{name}: {path} is a folder; name a file")
        if not path.resolve().parent.is_dir():
            raise UsageError(f"--{name}: there is no folder {path.resolve().parent}; make it, or name another file")
        if not os.access(path.resolve().parent, os.W_OK):
            raise UsageError(f"--{name}: nothing can be written to {path.resolve().parent}; name another file")
