"""Opens graphs; the starter KB is built once from the package's data into the user's cache."""

import hashlib
import shutil
from pathlib import Path

from veriscope import __version__
from veriscope.errors import StoreError, UsageError
from veriscope.files import cache_folder
from veriscope.graph import FORMAT_VERSION, Graph, build_graph, open_graph, plan_graph
from veriscope.starter import STARTER, kb_path


def open_kb(path: Path | str) -> Graph:
    """The graph at a path; `starter` is the embedded KB, unless a folder of that name is there."""
    return open_graph(kb_folder(path))


def kb_folder(path: Path | str) -> Path:
    """The folder that a path means; for `starter` that of the embedded KB, which is built if it is missing."""
    path = Path(path)
    return starter_kb_folder() if str(path) == STARTER and not path.exists() else path


def starter_kb_folder() -> Path:
    """The starter KB's folder, complete; the first call of an installation builds it, in about a second."""
    fingerprint = hashlib.blake2b(kb_path().read_bytes(), digest_size=6).hexdigest()
    folder = cache_folder() / f"starter-kb-{__version__}-{FORMAT_VERSION}-{fingerprint}"
    try:
        if folder.is_dir():
            open_graph(folder)
            return folder
    except StoreError:
        # The folder can be rebuilt, so a damaged one is deleted.
        shutil.rmtree(folder, ignore_errors=True)
    try:
        build_graph(folder, plan_graph([kb_path()]))
    except (StoreError, UsageError):
        # Another process may have built it meanwhile; then this succeeds.
        open_graph(folder)
    return folder
