"""The user's cache, for files that can be rebuilt."""

import os
import tempfile
from pathlib import Path

from veriscope.errors import StoreError

CACHE_VARIABLE = "VERISCOPE_CACHE"


def cache_folder() -> Path:
    """A writable folder: the one in VERISCOPE_CACHE, the system's cache, or a temporary one."""
    candidates = _candidates()
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise StoreError(
        f"no folder for the starter corpus and graph can be written ({candidates[0]}); set {CACHE_VARIABLE} to one"
    )


def _candidates() -> list[Path]:
    if os.environ.get(CACHE_VARIABLE):
        return [Path(os.environ[CACHE_VARIABLE])]
    from platformdirs import user_cache_path  # noqa: PLC0415 - a named folder needs none of it

    user = str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return [user_cache_path("veriscope", appauthor=False), Path(tempfile.gettempdir()) / f"veriscope-{user}"]
