"""What a claim says, as weighted keys that cells, headers and items are matched against."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Claim, TermStatistics
from veriscope.selection.quantifiers import Quantifiers
from veriscope.text import load_words, stem
from veriscope.text.values import is_date, is_value, match_keys

Array = NDArray[np.float32]
_STOP = frozenset(stem(word) for word in load_words("stop_words.txt"))
# A claim of 100 kB is no sentence; its first keys say enough.
_MAX_KEYS = 200


@dataclass(frozen=True, slots=True)
class ClaimKeys:
    """The distinct keys of a claim in order, each with its idf (0 to 1; stop words weigh 0)."""

    index: dict[str, int]
    weights: Array
    are_values: NDArray[np.bool_]
    quantifiers: Quantifiers

    @classmethod
    def of(cls, claim: Claim, statistics: TermStatistics) -> "ClaimKeys":
        """The keys of a claim, weighted by a corpus."""
        keys = list(dict.fromkeys(match_keys(claim.text)))[:_MAX_KEYS]
        return cls(
            {key: number for number, key in enumerate(keys)},
            np.array([_weight(key, statistics) for key in keys], np.float32),
            np.array([is_value(key) for key in keys], np.bool_),
            Quantifiers.of(claim.text),
        )

    def hits(self, text: str) -> list[int]:
        """The numbers of the keys that a text holds, once for each time it does."""
        index = self.index
        return [index[key] for key in match_keys(text) if key in index]

    def mask(self, texts: Iterable[str]) -> NDArray[np.bool_]:
        """Which keys stand in any of the texts."""
        found = np.zeros(len(self.index), np.bool_)
        for text in texts:
            found[self.hits(text)] = True
        return found


def _weight(key: str, statistics: TermStatistics) -> float:
    if key in _STOP:
        return 0.0
    if is_date(key):
        return 1.0
    pages = statistics.page_count()
    rarity = log((pages + 2) / (statistics.frequency(key) + 1)) / log(pages + 2)
    return min(max(rarity, 0.05), 1.0)
