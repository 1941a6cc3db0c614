"""Lines of bytes → the places of the three terms of each statement."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import as_array

# Fills spans, hashes, kinds and odd lines from the bytes; returns how many statements, odd lines and lines there are.
Kernel = Callable[..., tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Statements:
    """The statements of a block of lines, and the odd lines that a kernel could not read.

    A row of `spans` is the start and end of subject, predicate and object in `data`, `hashes` are theirs, and `kinds`
    says what subject and object are. A row of `odd` is the start, end and number, from 0, of an unread line.
    """

    data: NDArray[np.uint8]
    spans: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    kinds: NDArray[np.uint8]
    odd: NDArray[np.int64]
    lines: int

    def __len__(self) -> int:
        return len(self.spans)


def scan_block(kernel: Kernel, block: bytes, *, is_canonical: bool) -> Statements:
    """Run a kernel over a block of whole lines, with room for a statement in each."""
    data = as_array(block)
    most = block.count(b"\n") + 1
    spans, hashes = np.empty((most, 6), dtype=np.int64), np.empty((most, 3), dtype=np.uint64)
    kinds, odd = np.empty((most, 2), dtype=np.uint8), np.empty((most, 3), dtype=np.int64)
    count, odd_count, lines = kernel(data, spans, hashes, kinds, odd, is_canonical)
    return Statements(data, spans[:count], hashes[:count], kinds[:count], odd[:odd_count], lines)
