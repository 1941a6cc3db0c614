"""Writes the search index of a corpus, from scratch or for the pages that changed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import tantivy

from veriscope.corpus.store.indexed_terms import IndexedFields, indexed_fields
from veriscope.corpus.store.open_index import OpenIndex
from veriscope.corpus.store.page_index import PageIndex
from veriscope.corpus.store.page_index_fields import PAGE, schema
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.stored_pages import digest_pages, page_ids_after
from veriscope.errors import StoreError

_HEAP_BYTES = 300_000_000
# The least that tantivy accepts; a segment is written whenever it is full.
_MEMORY_HEAP_BYTES = 15_000_000
# The most that a killed build loses. Each commit makes a segment, and every segment slows queries down.
_COMMIT_PAGES = 500_000


def index_all_pages(corpus: Corpus, folder: Path, *, report: Callable[[int, int], None], workers: int) -> None:
    """Index all pages of a corpus into a folder, one document per page.

    Starts after the last page that an earlier call committed to the folder.
    """
    total = corpus.page_count()
    with _writing(folder) as (index, writer):
        page_ids = page_ids_after(corpus, _last_page(index))
        done = committed = total - len(page_ids)
        for asked, batch in digest_pages(corpus, page_ids, indexed_fields, workers=workers):
            for fields in batch:
                writer.add_document(_document(fields))
            done += len(asked)
            report(done, total)
            if done - committed >= _COMMIT_PAGES:
                writer.commit()
                committed = done


def index_changed_pages(
    corpus: Corpus,
    folder: Path,
    page_ids: Sequence[int],
    *,
    report: Callable[[int, int], None],
    workers: int,
) -> None:
    """Index these new, changed or removed pages again; readers see the whole change at once.

    The call may be repeated for the same pages after a kill.
    """
    done = 0
    with _writing(folder) as (_, writer):
        for asked, batch in digest_pages(corpus, page_ids, indexed_fields, workers=workers):
            for page_id in asked:
                writer.delete_documents_by_term(PAGE, page_id)
            for fields in batch:
                writer.add_document(_document(fields))
            done += len(asked)
            report(done, len(page_ids))


def index_in_memory(corpus: Corpus) -> tantivy.Index:
    """An index of all pages of a corpus that is on no disk."""
    index = tantivy.Index(schema())
    writer = index.writer(_MEMORY_HEAP_BYTES, 1)
    for _, batch in digest_pages(corpus, page_ids_after(corpus, 0), indexed_fields, workers=1):
        for fields in batch:
            writer.add_document(_document(fields))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def index_differences(corpus: Corpus, folder: Path) -> Iterator[str]:
    """The differences between an index and the pages of its corpus, one per line."""
    index = PageIndex(OpenIndex(folder), titles_by_id=corpus.titles_by_id)
    indexed, stored = index.page_ids(), sorted(corpus.page_ids())
    if indexed == stored:
        return
    missing, extra = sorted(set(stored) - set(indexed)), sorted(set(indexed) - set(stored))
    for title in list(corpus.titles_by_id(missing).values())[:20]:
        yield f"the search index lacks the page {title!r}"
    if extra:
        yield f"the search index holds {len(extra)} pages that the corpus does not have"
    if not missing and not extra:
        yield f"the search index holds {len(indexed) - len(stored)} pages twice"


@contextmanager
def _writing(folder: Path) -> Iterator[tuple[tantivy.Index, tantivy.IndexWriter]]:
    """The index of the folder and its writer, committed at the end; after an error the last commit stays."""
    try:
        index = tantivy.Index(schema(), str(folder))
        writer = index.writer(_HEAP_BYTES, 1)
        yield index, writer
        writer.commit()
        writer.wait_merging_threads()
        for path in folder.glob("*.json"):
            # tantivy makes these two files readable only for their owner, unlike all others.
            path.chmod(0o644)
    except (OSError, ValueError) as error:
        raise StoreError(f"cannot write the search index {folder}: {error}") from None


def _last_page(index: tantivy.Index) -> int:
    """The highest indexed page; 0 if there is none."""
    index.reload()
    found = index.searcher().search(tantivy.Query.all_query(), limit=1, count=False, order_by_field=PAGE)
    return int(found.hits[0][0]) if found.hits else 0


def _document(fields: IndexedFields) -> tantivy.Document:
    return tantivy.Document.from_dict(fields._asdict())
