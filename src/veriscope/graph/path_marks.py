"""Notes on nodes that searches take along and that need no wiping between them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Marks(NamedTuple):
    """`places[n]` counts only where `stamps[n]` is as new as the clock says."""

    stamps: NDArray[np.int64]
    places: NDArray[np.int64]
    clock: NDArray[np.int64]


class MarksPool:
    """Lends marks to one search at a time, and makes more where several run at once: each is as large as the graph."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._free: list[Marks] = []

    @contextmanager
    def lend(self) -> Iterator[Marks]:
        """Marks that nobody else has meanwhile."""
        marks = self._take()
        try:
            yield marks
        finally:
            self._free.append(marks)

    def _take(self) -> Marks:
        try:
            return self._free.pop()
        except IndexError:
            size = self._nodes
            return Marks(np.zeros(size, np.int64), np.empty(size, np.int64), np.zeros(1, np.int64))
