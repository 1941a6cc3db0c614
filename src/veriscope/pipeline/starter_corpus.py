"""The starter atlas as a corpus: built once from the package's data into the user's cache."""

import hashlib
import shutil
import time
from pathlib import Path

from veriscope import __version__
from veriscope import corpus as corpora
from veriscope.corpus import FORMAT_VERSION, SEARCH_INDEX_VERSION, Corpus, PlannedSource
from veriscope.errors import BusyError, StoreError
from veriscope.files import cache_folder
from veriscope.starter import STARTER, pages_path, redirects_path

_WAIT_S = 60


def open_corpus(path: Path | str) -> Corpus:
    """The corpus at a path; `starter` is the embedded atlas, unless a folder of that name is there."""
    return open_starter_corpus() if str(path) == STARTER and not Path(path).exists() else Corpus.open(path)


def open_starter_corpus() -> Corpus:
    """The starter atlas, opened; the first call of an installation builds it, in about a second."""
    sources = [_plan_source(pages_path(), "feverous"), _plan_source(redirects_path(), "redirects")]
    versions = f"{FORMAT_VERSION}.{SEARCH_INDEX_VERSION}"
    folder = cache_folder() / f"starter-{__version__}-{versions}-{_fingerprint(sources)}"
    if not folder.is_dir():
        _build(folder, sources)
    try:
        return Corpus.open(folder)
    except StoreError:
        # The folder can be rebuilt, so a damaged one is deleted.
        shutil.rmtree(folder, ignore_errors=True)
        _build(folder, sources)
        return Corpus.open(folder)


def _plan_source(path: Path, format_name: str) -> PlannedSource:
    return PlannedSource(path, format_name, path.stat().st_size)


def _fingerprint(sources: list[PlannedSource]) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for source in sources:
        digest.update(source.path.read_bytes())
    return digest.hexdigest()


def _build(folder: Path, sources: list[PlannedSource]) -> None:
    """Build the corpus, or wait for another process that is building it."""
    deadline = time.monotonic() + _WAIT_S
    while not folder.is_dir():
        try:
            # Restart: another installation may have left an unfinished build of the same atlas, from another path.
            corpora.build_corpus(folder, sources, report=lambda _: None, restart=True)
        except BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
