"""Where what can be made anew is kept: the user's cache."""

import os
import sys
import tempfile
from pathlib import Path

from veriscope.errors import StoreError

CACHE_VARIABLE = "VERISCOPE_CACHE"


def cache_folder() -> Path:
    """A writable folder: named by VERISCOPE_CACHE, the system's cache, or a temporary one."""
    candidates = [_system_cache() / "veriscope", Path(tempfile.gettempdir()) / f"veriscope-{_user()}"]
    if os.environ.get(CACHE_VARIABLE):
        candidates = [Path(os.environ[CACHE_VARIABLE])]
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


def _system_cache() -> Path:
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir()))
    return Path.home() / ".cache"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
