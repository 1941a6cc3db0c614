"""Lines of bytes → where the three terms of each statement are."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Statements:
    """The statements of a block of lines, and the lines that hold none that could be read at once.

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
