"""Keeps the term matrices of a corpus on disk: made on first use, and again after pages changed."""

import hashlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from veriscope.corpus.store.connections import DATABASE
from veriscope.corpus.store.index_folders import INDEX_FOLDER
from veriscope.corpus.store.term_matrix import TermMatrix, write_term_matrix
from veriscope.corpus.store.vector_texts import VECTOR_TEXTS, VectorKind
from veriscope.errors import StoreError
from veriscope.files import cache_folder, hold_lock

if TYPE_CHECKING:
    from veriscope.corpus.store.store import Corpus

# Increased whenever the content of the files changes.
_VERSION = 1
# Fewer pages are counted so fast that no message is needed.
_WORTH_A_WORD = 5_000
_TALK_EVERY_S = 10.0
# Another process may be making the matrix, for as long as it takes.
_WAIT_S = float("inf")


def kept_term_matrix(corpus: "Corpus", kind: VectorKind) -> TermMatrix:
    """The matrix for the current state of the corpus: found beside it or in the user's cache, else made there."""
    for home in (_beside(corpus), _in_cache(corpus)):
        folder = home / _name(corpus, kind, home)
        if folder.is_dir():
            return TermMatrix.open(folder)
    home = _beside(corpus) if _is_writable(_beside(corpus)) else _in_cache(corpus)
    try:
        home.mkdir(parents=True, exist_ok=True)
        with hold_lock(home / f"vectors.{kind}", wait_s=_WAIT_S), corpus.snapshot():
            return _make(corpus, kind, home)
    except OSError as error:
        raise StoreError(f"cannot write the term vectors in {home}: {error.strerror or error}") from None


def passing_term_matrix(corpus: "Corpus", kind: VectorKind) -> TermMatrix:
    """The matrix of a corpus in memory; its files are deleted as soon as they are read."""
    with tempfile.TemporaryDirectory(prefix=f"veriscope-{kind}-") as folder:
        write_term_matrix(corpus, Path(folder), VECTOR_TEXTS[kind], report=lambda *_: None)
        return TermMatrix.open(Path(folder), is_mapped=False)


def _make(corpus: "Corpus", kind: VectorKind, home: Path) -> TermMatrix:
    """Make the matrix, unless another process just did, and delete those of earlier states."""
    folder = home / _name(corpus, kind, home)
    if not folder.is_dir():
        with _unfinished_folder(home, kind) as unfinished:
            write_term_matrix(corpus, unfinished, VECTOR_TEXTS[kind], report=_teller(corpus, kind))
            unfinished.rename(folder)
    for old in home.glob(f"vectors.{kind}.*"):
        if old != folder and old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
    return TermMatrix.open(folder)


@contextmanager
def _unfinished_folder(home: Path, kind: VectorKind) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=f"vectors.{kind}.", dir=home))
    try:
        folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _beside(corpus: "Corpus") -> Path:
    return corpus.path / INDEX_FOLDER


def _in_cache(corpus: "Corpus") -> Path:
    return cache_folder() / "vectors" / _digest(str(corpus.path.resolve()))


def _name(corpus: "Corpus", kind: VectorKind, home: Path) -> str:
    """The name of the folder for the corpus in its current state."""
    state = f"{_VERSION} {corpus.state()}"
    if home != _beside(corpus):
        # A new build deletes everything beside a corpus, but not in the cache.
        state += f" {(corpus.path / DATABASE).stat().st_mtime_ns}"
    return f"vectors.{kind}.{_digest(state)}"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _teller(corpus: "Corpus", kind: VectorKind) -> Callable[[int, int], None]:
    """Reports on stderr what is being made, and from time to time the progress."""
    started = last = time.monotonic()
    if corpus.page_count() >= _WORTH_A_WORD:
        sys.stderr.write(f"counting the terms of {corpus.path}, once ({kind}, for TF-IDF)\n")

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _TALK_EVERY_S:
            last = now
            left_s = (now - started) * (total - done) / done
            sys.stderr.write(f"{done:,} of {total:,} pages, about {left_s:.0f} s left\n")

    return tell
