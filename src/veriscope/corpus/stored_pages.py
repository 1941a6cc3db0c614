"""Pages as an index reads them: by id, in batches that worker processes may take."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from veriscope.corpus.store import Corpus
from veriscope.corpus.stream import in_order, worker_pool
from veriscope.domain import Page
from veriscope.errors import StoreError

_BATCH = 250
# Below this many pages starting a worker takes longer than the work.
_WORTH_A_WORKER = 2000

T = TypeVar("T")


class StoredPage(NamedTuple):
    """A page with its id in the store and the redirects that lead to it, in order; its links are as written."""

    id: int
    page: Page
    redirects: tuple[str, ...]


def digest_pages(
    corpus: Corpus, page_ids: Sequence[int], function: Callable[[list[StoredPage]], T], *, workers: int
) -> Iterator[tuple[Sequence[int], T]]:
    """The page ids in batches, each with what `function` makes of its pages, in order.

    Pages that are gone are left out of a batch. With several workers `function` runs in their processes: it must
    be one that they can import.
    """
    batches = [page_ids[start : start + _BATCH] for start in range(0, len(page_ids), _BATCH)]
    with worker_pool(workers if len(page_ids) >= _WORTH_A_WORKER else 1) as pool:
        if pool is None:
            results: Iterator[T] = (function(read_pages(corpus, batch)) for batch in batches)
        else:
            calls = ((corpus.path, function, batch) for batch in batches)
            results = in_order(pool, _digest, calls, workers=workers)
        try:
            yield from zip(batches, results, strict=True)
        except BrokenProcessPool:
            raise StoreError(
                f"a worker process died while indexing {corpus.path} (out of memory?); run `veriscope corpus index`, "
                "with --workers 1 if it happens again"
            ) from None


def read_pages(corpus: Corpus, page_ids: Sequence[int]) -> list[StoredPage]:
    """The pages of these ids that are there, in the order of their ids, as one state of the corpus."""
    with corpus.snapshot():
        pages = corpus.pages_by_id(page_ids)
        redirects = corpus.redirects_to([page.title for page in pages.values()])
    return [StoredPage(number, page, redirects.get(page.title, ())) for number, page in sorted(pages.items())]


def page_ids_after(corpus: Corpus, last: int) -> "array[int]":
    """The ids of all pages above `last`, in order: eight bytes each, since there may be millions."""
    return array("q", corpus.page_ids(after=last))


def _digest(path: Path, function: Callable[[list[StoredPage]], T], page_ids: Sequence[int]) -> T:
    return function(read_pages(_opened(path), page_ids))


@lru_cache(maxsize=1)
def _opened(path: Path) -> Corpus:
    """The corpus as this worker process keeps it open."""
    return Corpus.open(path)
