"""The indexes of a corpus: which there are, how they are built, and how changes of the pages reach them."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

from veriscope import __version__
from veriscope.corpus.index_folders import (
    INDEX_FOLDER,
    built_indexes,
    discard_unfinished,
    index_folder,
    put_in_place,
    unfinished_folder,
)
from veriscope.corpus.lock import locked
from veriscope.corpus.page_index import SEARCH
from veriscope.corpus.page_index_writer import SearchIndexKind
from veriscope.corpus.store import Corpus
from veriscope.corpus.vector_index import VectorIndexKind
from veriscope.corpus.vector_segments import VECTORS
from veriscope.corpus.writer import CorpusWriter
from veriscope.errors import BusyError, UsageError

_WAIT_S = 60
_POLL_S = 0.05

# How many pages of how many are done; and the same after the name of the index.
PagesDone = Callable[[int, int], None]
IndexReport = Callable[[str, int, int], None]


class IndexKind(Protocol):
    """One kind of index. `pipeline` and users know it by its name in `INDEXES`."""

    @property
    def version(self) -> int:
        """Raised whenever what the index holds changes: an index of another version is built anew."""

    def build(self, corpus: Corpus, folder: Path, *, report: PagesDone, workers: int) -> None:
        """Index all pages of the corpus into the folder.

        The folder exists; it is empty, or holds what an earlier call left that was killed: go on there or begin anew.
        """

    def update(self, corpus: Corpus, folder: Path, page_ids: Sequence[int], *, report: PagesDone, workers: int) -> None:
        """Bring a whole index up to date with these pages, which are new, changed or gone.

        May be called again for the same pages after a kill; readers in other processes see the index before or after.
        """

    def problems(self, corpus: Corpus, folder: Path) -> Iterator[str]:
        """Where the index and the pages of the corpus differ, each in one line."""


INDEXES: dict[str, IndexKind] = {SEARCH: SearchIndexKind(), VECTORS: VectorIndexKind()}
# What every corpus is built with.
DEFAULT_INDEXES = (SEARCH,)


def build_indexes(
    corpus: Path, names: Sequence[str], *, report: IndexReport, workers: int = 1, rebuild: bool = False
) -> list[str]:
    """Build those of the named indexes that are missing or old, and bring all up to date; which were built.

    Each appears whole or not at all; one whose building was killed is taken up where it ended, unless `rebuild`.
    """
    check_index_names(names)
    with _indexing(corpus) as (writer, opened):
        if rebuild:
            discard_unfinished(corpus)
        built = built_indexes(corpus)
        missing = [name for name in names if rebuild or built.get(name) != INDEXES[name].version]
        for name in missing:
            folder = unfinished_folder(corpus, name, version=INDEXES[name].version)
            folder.mkdir(exist_ok=True)
            INDEXES[name].build(opened, folder, report=partial(report, name), workers=workers)
            put_in_place(corpus, name, version=INDEXES[name].version)
        _take_up_changes(writer, opened, report=report, workers=workers)
        writer.publish(__version__)
    return missing


def update_indexes(corpus: Path, *, report: IndexReport, workers: int = 1) -> None:
    """Let the indexes that a corpus has take up the changes of its pages."""
    with _indexing(corpus) as (writer, opened):
        _take_up_changes(writer, opened, report=report, workers=workers)


def index_problems(corpus: Path) -> Iterator[str]:
    """Where the indexes of a corpus and its pages differ, each in one line."""
    with Corpus.open(corpus) as opened:
        for name, version in built_indexes(corpus).items():
            if name in INDEXES and version == INDEXES[name].version:
                yield from INDEXES[name].problems(opened, index_folder(corpus, name, version=version))
            else:
                yield f"the index {name} has version {version}, which this program does not read: build it again"


def check_index_names(names: Sequence[str]) -> None:
    """Refuse a name that no index has."""
    for name in names:
        if name not in INDEXES:
            raise UsageError(f"no index named {name!r}; choose one of: {', '.join(sorted(INDEXES))}")


@contextmanager
def _indexing(corpus: Path) -> Iterator[tuple[CorpusWriter, Corpus]]:
    """The corpus, held for indexing: others wait for a while, then are told."""
    folder = corpus / INDEX_FOLDER
    with CorpusWriter(corpus) as writer, Corpus.open(corpus) as opened, ExitStack() as stack:
        folder.mkdir(exist_ok=True)
        deadline = time.monotonic() + _WAIT_S
        while True:
            try:
                stack.enter_context(locked(folder))
                break
            except BusyError:
                if time.monotonic() > deadline:
                    raise BusyError(
                        f"another process is indexing {corpus}; what is changed meanwhile is stored, and searched "
                        f"after: veriscope corpus index {corpus}"
                    ) from None
                time.sleep(_POLL_S)
        yield writer, opened


def _take_up_changes(writer: CorpusWriter, corpus: Corpus, *, report: IndexReport, workers: int) -> None:
    """Update every whole index; only then are the changes forgotten, so that a kill at any point loses none."""
    last, page_ids = writer.pending_changes()
    if not page_ids:
        return
    for name, version in built_indexes(corpus.path).items():
        if name in INDEXES and version == INDEXES[name].version:
            folder = index_folder(corpus.path, name, version=version)
            INDEXES[name].update(corpus, folder, page_ids, report=partial(report, name), workers=workers)
    # An index that was begun before these changes cannot go on once they are forgotten.
    discard_unfinished(corpus.path)
    writer.forget_changes(last)
