"""Work off calls in worker processes, where there are some, each result as soon as it is there."""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from veriscope.errors import StoreError

_Result = TypeVar("_Result")


def as_ready(
    work: Callable[..., _Result], calls: Sequence[tuple[object, ...]], pool: Executor | None, *, ahead: int
) -> Iterator[_Result]:
    """The result of each call, in the order of completion; few are handed out ahead, so that an interrupt ends soon."""
    if pool is None:
        yield from (work(*call) for call in calls)
        return
    waiting: set[Future[_Result]] = set()
    try:
        for call in calls:
            waiting.add(pool.submit(work, *call))
            if len(waiting) >= ahead:
                waiting = yield from _finished(waiting)
        while waiting:
            waiting = yield from _finished(waiting)
    except BrokenProcessPool:
        raise StoreError("a worker process died (out of memory?); run the command again with --workers 1") from None


def _finished(waiting: set[Future[_Result]]) -> Generator[_Result, None, set[Future[_Result]]]:
    done, left = wait(waiting, return_when=FIRST_COMPLETED)
    yield from (future.result() for future in done)
    return left
