"""Builds the search index of a corpus, and updates it when pages change."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from veriscope import __version__
from veriscope.corpus.store.index_folders import (
    INDEX_FOLDER,
    built_indexes,
    discard_unfinished,
    index_folder,
    publish_index,
    unfinished_folder,
)
from veriscope.corpus.store.page_index import SEARCH, SEARCH_INDEX_VERSION
from veriscope.corpus.store.page_index_writer import index_all_pages, index_changed_pages, index_differences
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.writer import CorpusWriter
from veriscope.errors import BusyError
from veriscope.files import hold_lock

_WAIT_S = 60

# Arguments: the pages done so far, and all pages.
PagesDone = Callable[[int, int], None]


def build_index(corpus: Path, *, report: PagesDone, workers: int = 1, rebuild: bool = False) -> bool:
    """Build the search index if it is missing or old, and update it; returns whether it was built.

    The index appears complete or not at all. A build that was killed resumes, unless `rebuild` is set.
    """
    with _indexing(corpus) as (writer, opened):
        if rebuild:
            discard_unfinished(corpus)
        is_due = rebuild or not _is_current(corpus)
        if is_due:
            folder = unfinished_folder(corpus, SEARCH, version=SEARCH_INDEX_VERSION)
            folder.mkdir(exist_ok=True)
            index_all_pages(opened, folder, report=report, workers=workers)
            publish_index(corpus, SEARCH, version=SEARCH_INDEX_VERSION)
        _take_up_changes(writer, opened, report=report, workers=workers)
        writer.publish(__version__)
    return is_due


def update_index(corpus: Path, *, report: PagesDone, workers: int = 1) -> None:
    """Update the search index for the pages that changed."""
    with _indexing(corpus) as (writer, opened):
        _take_up_changes(writer, opened, report=report, workers=workers)


def index_problems(corpus: Path) -> Iterator[str]:
    """The differences between the search index of a corpus and its pages, one per line."""
    version = built_indexes(corpus).get(SEARCH)
    if version is None:
        return
    if version != SEARCH_INDEX_VERSION:
        yield f"the index {SEARCH} has version {version}, which this program does not read: build it again"
        return
    with Corpus.open(corpus) as opened:
        yield from index_differences(opened, index_folder(corpus, SEARCH, version=SEARCH_INDEX_VERSION))


def _is_current(corpus: Path) -> bool:
    return built_indexes(corpus).get(SEARCH) == SEARCH_INDEX_VERSION


@contextmanager
def _indexing(corpus: Path) -> Iterator[tuple[CorpusWriter, Corpus]]:
    """The corpus, locked for indexing; another process waits for a while, then gets an error."""
    folder = corpus / INDEX_FOLDER
    with CorpusWriter(corpus) as writer, Corpus.open(corpus) as opened, ExitStack() as stack:
        folder.mkdir(exist_ok=True)
        try:
            stack.enter_context(hold_lock(folder, wait_s=_WAIT_S))
        except BusyError:
            raise BusyError(
                f"another process is indexing {corpus}; what is changed meanwhile is stored, and searched "
                f"after: veriscope corpus index {corpus}"
            ) from None
        yield writer, opened


def _take_up_changes(writer: CorpusWriter, corpus: Corpus, *, report: PagesDone, workers: int) -> None:
    """Index the changed pages and only then forget the changes, so that a kill at any point loses none."""
    last, page_ids = writer.pending_changes()
    if not page_ids:
        return
    if _is_current(corpus.path):
        folder = index_folder(corpus.path, SEARCH, version=SEARCH_INDEX_VERSION)
        index_changed_pages(corpus, folder, page_ids, report=report, workers=workers)
    # An unfinished index from before these changes cannot resume once they are forgotten.
    discard_unfinished(corpus.path)
    writer.forget_changes(last)
