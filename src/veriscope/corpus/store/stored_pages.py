"""Pages in the form that indexes read: by id, in batches that worker processes can take."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from veriscope.corpus.store.store import Corpus
from veriscope.domain import Page
from veriscope.files import in_order, worker_pool

_BATCH = 250
_BATCHES_PER_WORKER = 3
# With fewer pages, starting a worker takes longer than the work.
_WORTH_A_WORKER = 2000

T = TypeVar("T")


class StoredPage(NamedTuple):
    """A page with its id in the store and the redirects to it, in order; its links are as written."""

    id: int
    page: Page
    redirects: tuple[str, ...]


def digest_pages(
    corpus: Corpus, page_ids: Sequence[int], function: Callable[[list[StoredPage]], T], *, workers: int
) -> Iterator[tuple[Sequence[int], T]]:
    """The page ids in batches, each with the result of `function` for its pages, in order.

    Pages that are gone are left out of a batch. With several workers, `function` runs in their processes, so they must
    be able to import it.
    """
    batches = [page_ids[start : start + _BATCH] for start in range(0, len(page_ids), _BATCH)]
    with worker_pool(workers if len(page_ids) >= _WORTH_A_WORKER else 1) as pool:
        if pool is None:
            results: Iterator[T] = (function(read_pages(corpus, batch)) for batch in batches)
        else:
            results = in_order(partial(_digest, corpus.path, function), batches, pool, ahead=_BATCHES_PER_WORKER)
        yield from zip(batches, results, strict=True)


def read_pages(corpus: Corpus, page_ids: Sequence[int]) -> list[StoredPage]:
    """The existing pages among these ids, in order of id, in one state of the corpus."""
    with corpus.snapshot():
        pages = corpus.pages_by_id(page_ids)
        redirects = corpus.redirects_to([page.title for page in pages.values()])
    return [StoredPage(number, page, redirects.get(page.title, ())) for number, page in sorted(pages.items())]


def page_ids_after(corpus: Corpus, last: int) -> "array[int]":
    """The ids of all pages above `last`, in order; an array of eight bytes each, since there may be millions."""
    return array("q", corpus.page_ids(after=last))


def _digest(path: Path, function: Callable[[list[StoredPage]], T], page_ids: Sequence[int]) -> T:
    return function(read_pages(_open_corpus(path), page_ids))


@lru_cache(maxsize=1)
def _open_corpus(path: Path) -> Corpus:
    """The corpus that this worker process keeps open."""
    return Corpus.open(path)
