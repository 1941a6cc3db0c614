"""A claim as weighted keys, which cells, headers and items are matched against."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Claim, TermStatistics
from veriscope.selection.quantifiers import Quantifiers
from veriscope.text import is_date, is_value, load_words, match_keys, stem

Array = NDArray[np.float32]
_STOP = frozenset(stem(word) for word in load_words("stop_words.txt"))
# A claim of 100 kB is not a sentence; its first keys are enough.
_MAX_KEYS = 200
ROOT = 5
_ROOT_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class ClaimKeys:
    """The distinct keys of a claim in order, then the roots of its long words, each with a weight.

    A long word shares its idf (0 to 1; stop words weigh 0) with its root, so that `Australian` matches `Australia` in
    part.
    """

    index: dict[str, int]
    roots: dict[str, int]
    weights: Array
    are_values: NDArray[np.bool_]
    quantifiers: Quantifiers

    @classmethod
    def of(cls, claim: Claim, statistics: TermStatistics) -> "ClaimKeys":
        """The keys of a claim, weighted by the statistics of a corpus."""
        keys = list(dict.fromkeys(match_keys(claim.text)))[:_MAX_KEYS]
        idf = [_weight(key, statistics) for key in keys]
        of_roots: dict[str, float] = {}
        for place, key in enumerate(keys):
            if idf[place] > 0 and (found := root(key)):
                of_roots[found] = max(of_roots.get(found, 0.0), _ROOT_SHARE * idf[place])
                idf[place] *= 1 - _ROOT_SHARE
        return cls(
            {key: number for number, key in enumerate(keys)},
            {found: number for number, found in enumerate(of_roots, start=len(keys))},
            np.array([*idf, *of_roots.values()], np.float32),
            np.array([is_value(key) for key in keys] + [False] * len(of_roots), np.bool_),
            Quantifiers.of(claim.text),
        )

    def hits(self, text: str) -> list[int]:
        """The numbers of the keys and roots that a text holds."""
        index, roots = self.index, self.roots
        keys = match_keys(text)
        exact = [index[key] for key in keys if key in index]
        return exact + [roots[key[:ROOT]] for key in keys if key[:ROOT] in roots]

    def fraction(self, text: str) -> float:
        """The share of a text's distinct keys that the claim contains, as they are or by their root."""
        keys = frozenset(match_keys(text))
        return sum(key in self.index or key[:ROOT] in self.roots for key in keys) / max(len(keys), 1)

    def mask(self, texts: Iterable[str]) -> NDArray[np.bool_]:
        """Which keys and roots occur in any of the texts."""
        found = np.zeros(len(self.weights), np.bool_)
        for text in texts:
            found[self.hits(text)] = True
        return found


def root(key: str) -> str:
    """The beginning that the forms of a long word share; empty for short words and values."""
    return key[:ROOT] if len(key) >= ROOT and key.isalpha() else ""


def _weight(key: str, statistics: TermStatistics) -> float:
    if key in _STOP:
        return 0.0
    if is_date(key):
        return 1.0
    pages = statistics.page_count()
    rarity = log((pages + 2) / (statistics.frequency(key) + 1)) / log(pages + 2)
    return min(max(rarity, 0.05), 1.0)
