"""Streams a source through worker processes, in order."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from veriscope.corpus.plan import PlannedSource
from veriscope.corpus.prepare import PreparedBatch, prepare
from veriscope.corpus.records import RawRecord, Skip
from veriscope.corpus.source_formats import format_of
from veriscope.errors import StoreError

_BATCH_RECORDS = 250
_BATCH_BYTES = 2**21
_BATCHES_PER_WORKER = 3

T = TypeVar("T")


@contextmanager
def worker_pool(workers: int) -> Iterator[Executor | None]:
    """Worker processes that end with this one, however it ends; none for a single worker."""
    if workers <= 1:
        yield None
        return
    # Spawned, not forked: a fork of a program with threads (a progress bar) can lock up.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker)
    try:
        _start_all(pool, workers)
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_all(pool: Executor, workers: int) -> None:
    """Start the workers with interrupts held back: one that came between would leave a worker half started."""
    with _interrupts_held_back():
        for future in [pool.submit(int) for _ in range(workers)]:
            future.result()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """An interrupt that comes inside is delivered at the end; processes started inside never see one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    # The mask is what new processes inherit; the handler is needed because another thread may take the signal.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if sys.platform != "win32" else None
    try:
        yield
    finally:
        if sys.platform != "win32" and before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


def prepared_batches(
    source: PlannedSource, pool: Executor | None, *, workers: int, skip: int
) -> Iterator[PreparedBatch]:
    """The batches of a source in order, without its first `skip` records."""
    source_format = format_of(source)
    batches = _batches(islice(source_format.records(source.path), skip, None))
    if pool is None:
        yield from (prepare(source_format, batch) for batch in batches)
        return
    try:
        yield from in_order(pool, prepare, ((source_format, batch) for batch in batches), workers=workers)
    except BrokenProcessPool:
        raise StoreError(
            f"a worker process died while reading {source.path} (out of memory?); run the command again, "
            "with --workers 1 if it happens again"
        ) from None


def in_order(
    pool: Executor, function: Callable[..., T], calls: Iterable[tuple[object, ...]], *, workers: int
) -> Iterator[T]:
    """The results of the calls in order; only a few are made ahead of the one asked for."""
    waiting: deque[Future[T]] = deque()
    for arguments in calls:
        waiting.append(pool.submit(function, *arguments))
        if len(waiting) > workers * _BATCHES_PER_WORKER:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _batches(records: Iterator[RawRecord | Skip]) -> Iterator[list[RawRecord | Skip]]:
    batch: list[RawRecord | Skip] = []
    size = 0
    for record in records:
        batch.append(record)
        size += len(record.payload) if isinstance(record, RawRecord) else 0
        if len(batch) >= _BATCH_RECORDS or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
