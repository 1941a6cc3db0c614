"""Lets one thread produce what another one uses."""

import threading
from collections.abc import Iterable, Iterator
from queue import Full, Queue
from typing import TypeVar

Item = TypeVar("Item")

_DEPTH = 2
_LOOK_EVERY_S = 0.1


def read_ahead(items: Iterable[Item]) -> Iterator[Item]:
    """The same items, produced a few in advance by another thread; an error is raised in its place."""
    queue: Queue[tuple[Item | None, BaseException | None]] = Queue(maxsize=_DEPTH)
    is_wanted = threading.Event()
    is_wanted.set()

    def put(item: Item | None, error: BaseException | None) -> None:
        while is_wanted.is_set():
            try:
                queue.put((item, error), timeout=_LOOK_EVERY_S)
            except Full:
                continue
            return

    def make() -> None:
        try:
            for item in items:
                put(item, None)
                if not is_wanted.is_set():
                    return
        except BaseException as error:
            put(None, error)
        else:
            put(None, StopIteration())

    thread = threading.Thread(target=make, daemon=True)
    thread.start()
    try:
        while True:
            item, error = queue.get()
            if isinstance(error, StopIteration):
                return
            if error is not None:
                raise error
            yield item  # type: ignore[misc]
    finally:
        is_wanted.clear()
        thread.join()
