"""Works off chunks of work in order, in worker processes where there are some."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from veriscope.errors import StoreError

_WAITING = 32

_Chunk = TypeVar("_Chunk")
_Result = TypeVar("_Result")


def in_order(work: Callable[[_Chunk], _Result], chunks: Sequence[_Chunk], pool: Executor | None) -> Iterator[_Result]:
    """The result of each chunk; few are handed out ahead, so that an interrupt ends the work soon."""
    if pool is None:
        yield from map(work, chunks)
        return
    waiting: deque[Future[_Result]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > _WAITING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise StoreError("a worker process died (out of memory?); run the command again with --workers 1") from None
