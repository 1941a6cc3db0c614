"""Gives work to worker processes, and returns the results in order or as they come."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from typing import TypeVar

from veriscope.errors import StoreError

_AHEAD = 16

_Call = TypeVar("_Call")
_Result = TypeVar("_Result")


def cores() -> int:
    """The cores available to the process, not all cores of the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerPool:
    """Worker processes, started with their first work."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._executor: Executor | None = None

    def submit(self, work: Callable[..., _Result], *arguments: object) -> Future[_Result]:
        """Hand out work; the function and its arguments are sent to another process."""
        if self._executor is None:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - most runs need none

            # Spawned, not forked: a fork of a program with threads (a progress bar) can lock up.
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self.count, mp_context=context, initializer=_start_worker)
            _start_all(self._executor, self.count)
        return self._executor.submit(work, *arguments)

    def close(self) -> None:
        """End the processes; work that has not begun is dropped."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def worker_pool(workers: int) -> Iterator[WorkerPool | None]:
    """Worker processes that end with this one, however it ends; None for a single worker."""
    if workers <= 1:
        yield None
        return
    pool = WorkerPool(workers)
    try:
        yield pool
    finally:
        pool.close()


def in_order(
    work: Callable[[_Call], _Result], calls: Iterable[_Call], pool: WorkerPool | None, *, ahead: int = _AHEAD
) -> Iterator[_Result]:
    """The result of each call, in order; each worker gets a few calls in advance."""
    if pool is None:
        yield from map(work, calls)
        return
    waiting: deque[Future[_Result]] = deque()
    with _reporting_deaths():
        for call in calls:
            waiting.append(pool.submit(work, call))
            if len(waiting) > ahead * pool.count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def as_ready(
    work: Callable[[_Call], _Result], calls: Iterable[_Call], pool: WorkerPool | None, *, ahead: int = _AHEAD
) -> Iterator[_Result]:
    """The result of each call as soon as it is ready; each worker gets a few calls in advance."""
    if pool is None:
        yield from map(work, calls)
        return
    waiting: set[Future[_Result]] = set()
    with _reporting_deaths():
        for call in calls:
            waiting.add(pool.submit(work, call))
            if len(waiting) >= ahead * pool.count:
                waiting = yield from _yield_finished(waiting)
        while waiting:
            waiting = yield from _yield_finished(waiting)


def _yield_finished(waiting: set[Future[_Result]]) -> Generator[_Result, None, set[Future[_Result]]]:
    done, left = wait(waiting, return_when=FIRST_COMPLETED)
    yield from (future.result() for future in done)
    return left


@contextmanager
def _reporting_deaths() -> Iterator[None]:
    try:
        yield
    except BrokenExecutor:
        raise StoreError(
            "a worker process died (out of memory?); run the command again, with --workers 1 if it happens again"
        ) from None


def _start_all(pool: Executor, workers: int) -> None:
    """Start the workers with interrupts held back: an interrupt in between would leave a worker half started."""
    with _interrupts_held_back():
        for future in [pool.submit(int) for _ in range(workers)]:
            future.result()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Deliver an interrupt that comes inside at the end; processes started inside never see one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    # New processes inherit the mask. The handler is needed because another thread may take the signal.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if sys.platform != "win32" else None
    try:
        yield
    finally:
        if sys.platform != "win32" and before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
