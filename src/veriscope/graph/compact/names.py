"""A table of names: id → text, and text → id without a dictionary in memory."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Names:
    """Texts by their id, as bytes laid end to end; `order` lists the ids by the bytes of their text.

    The arrays may be mapped from a file: opening costs nothing, and looking a name up is a binary search.
    """

    letters: NDArray[np.uint8]
    ends: NDArray[np.int64]
    order: NDArray[np.int32]

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Names":
        """A table of texts, all different, whose ids are their places."""
        encoded = [text.encode() for text in texts]
        ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)[1:]
        order = np.array(sorted(range(len(encoded)), key=encoded.__getitem__), dtype=np.int32)
        return cls(np.frombuffer(b"".join(encoded), dtype=np.uint8), ends, order)

    def __len__(self) -> int:
        return len(self.ends)

    def __iter__(self) -> Iterator[str]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> str:
        return self._encoded(number).decode()

    def find(self, text: str) -> int | None:
        """The id of a text."""
        sought = text.encode()
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._encoded(int(self.order[middle])) < sought:
                low = middle + 1
            else:
                high = middle
        if low < len(self) and self._encoded(number := int(self.order[low])) == sought:
            return number
        return None

    def _encoded(self, number: int) -> bytes:
        if not 0 <= number < len(self):
            raise IndexError(number)
        start = int(self.ends[number - 1]) if number else 0
        return self.letters[start : int(self.ends[number])].tobytes()
