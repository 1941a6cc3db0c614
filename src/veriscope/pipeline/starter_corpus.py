"""The starter atlas as a corpus: built once from the package's data into the user's cache."""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from veriscope import __version__
from veriscope.corpus import FORMAT_VERSION, INDEXES, Corpus, PlannedSource, build_corpus
from veriscope.errors import BusyError, StoreError
from veriscope.starter import pages_path, redirects_path

CACHE_VARIABLE = "VERISCOPE_CACHE"
STARTER = "starter"
_WAIT_S = 60


def open_corpus(path: Path) -> Corpus:
    """The corpus at a path; `starter` is the embedded atlas, unless a folder of that name is there."""
    return open_starter_corpus() if str(path) == STARTER and not path.exists() else Corpus.open(path)


def open_starter_corpus() -> Corpus:
    """The starter atlas, opened; the first call of an installation builds it, in about a second."""
    sources = [_planned(pages_path(), "feverous"), _planned(redirects_path(), "redirects")]
    versions = ".".join(str(version) for version in (FORMAT_VERSION, *(INDEXES[name].version for name in INDEXES)))
    folder = _cache_folder() / f"starter-{__version__}-{versions}-{_fingerprint(sources)}"
    if not folder.is_dir():
        _build(folder, sources)
    try:
        return Corpus.open(folder)
    except StoreError:
        # What can be made anew is made anew.
        shutil.rmtree(folder, ignore_errors=True)
        _build(folder, sources)
        return Corpus.open(folder)


def _planned(path: Path, format_name: str) -> PlannedSource:
    return PlannedSource(path, format_name, path.stat().st_size)


def _fingerprint(sources: list[PlannedSource]) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for source in sources:
        digest.update(source.path.read_bytes())
    return digest.hexdigest()


def _build(folder: Path, sources: list[PlannedSource]) -> None:
    """Build the corpus, or wait for another process that does so right now."""
    deadline = time.monotonic() + _WAIT_S
    while not folder.is_dir():
        try:
            # Begun anew: another installation may have left the same atlas, from another path, unfinished.
            build_corpus(folder, sources, report=lambda _: None, restart=True, indexes=tuple(INDEXES))
        except BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _cache_folder() -> Path:
    """A writable folder for what can be made anew: named by VERISCOPE_CACHE, the system's cache, or a temporary one."""
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
    raise StoreError(f"no folder for the starter corpus can be written ({candidates[0]}); set {CACHE_VARIABLE} to one")


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
