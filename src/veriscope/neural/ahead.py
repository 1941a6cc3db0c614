"""Work done ahead of time in other processes, so that what needs it seldom waits for it."""

import gc
import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Generic, Self, TypeVar

from veriscope.errors import StoreError, VeriscopeError
from veriscope.neural.cores import cores

Made = TypeVar("Made")


class Ahead(Generic[Made]):
    """Makes a thing for each number below `count`; while one is used, each process makes one of the next.

    Every process calls `opened` at once for the function that makes the things, so both have to be known by name.
    The numbers are asked for in rising order, from any number on. After the `with` no process is left.
    """

    def __init__(self, opened: Callable[[], Callable[[int], Made]], *, count: int, workers: int) -> None:
        self._opened, self._count = opened, count
        self._workers = max(1, min(workers, count))
        self._processes: list[BaseProcess] = []
        self._connections: list[Connection] = []
        self._asked = 0

    def __enter__(self) -> Self:
        # A forked process would inherit the locks and the GPU of this one.
        context = multiprocessing.get_context("spawn")
        for _ in range(self._workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, self._opened), daemon=True)
            process.start()
            # With no end of theirs open here, reading says so when the process is gone.
            theirs.close()
            self._processes.append(process)
            self._connections.append(ours)
        return self

    def __call__(self, number: int) -> Made:
        """The thing of this number; waits until it is made."""
        self._ask(number, until=number + self._workers)
        try:
            made: Made | VeriscopeError = self._connections[number % self._workers].recv()
        except (EOFError, ConnectionError):
            raise StoreError("a process that prepares examples ended early: for want of memory, or see above") from None
        if isinstance(made, VeriscopeError):
            raise made
        self._ask(number, until=number + self._workers + 1)
        return made

    def _ask(self, number: int, *, until: int) -> None:
        self._asked = max(self._asked, number)
        while self._asked < min(until, self._count):
            # A process that is gone may have left its reason: reading its answer tells.
            with suppress(ConnectionError):
                self._connections[self._asked % self._workers].send(self._asked)
            self._asked += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for connection in self._connections:
            connection.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()
            process.close()
        self._processes.clear()
        self._connections.clear()


def spare_cores(*, at_most: int) -> int:
    """How many processes can work beside this one."""
    return max(1, min(at_most, cores() - 1))


def _serve(connection: Connection, opened: Callable[[], Callable[[int], Made]]) -> None:
    """Make what is asked for until nobody asks any more."""
    # Who interrupts the training means the process that trains, and that one ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Millions of small values without cycles: looking for cycles takes longer than making them.
    gc.disable()
    try:
        try:
            make = opened()
            while True:
                connection.send(make(connection.recv()))
        except VeriscopeError as error:
            connection.send(error)
    except (EOFError, ConnectionError):
        return
