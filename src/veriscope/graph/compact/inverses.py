"""Which predicates are inverse: `parent` and `child`, or `spouse` and itself."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact.graph import Graph

# Predicates are inverse if the product of their two shares is at least this. A graph may hold few facts both ways
# (`parent` and `child` in DBpedia: 0.07); if one merely implies the other (`capital` and `country`), a share is tiny.
_LEAST_PRODUCT = 0.03


@dataclass(frozen=True)
class Inverses:
    """Recognises inverse predicates by the facts that a graph holds both ways; counted on first use."""

    graph: Graph

    def are_inverse(self, one: int, other: int) -> bool:
        """Whether (s, one, o) and (o, other, s) say the same; a symmetric predicate is its own inverse."""
        key = min(one, other), max(one, other)
        if key not in self._known:
            self._known[key] = self._share(one, other) * self._share(other, one) >= _LEAST_PRODUCT
        return self._known[key]

    def _share(self, one: int, other: int) -> float:
        """The share of the facts (s, one, o) for which (o, other, s) is a fact too."""
        facts = self._pairs(one)
        subjects, objects = np.divmod(facts, len(self.graph.nodes))
        found = np.isin(objects * len(self.graph.nodes) + subjects, self._pairs(other), assume_unique=True)
        return float(found.mean()) if len(facts) else 0.0

    def _pairs(self, predicate: int) -> NDArray[np.int64]:
        if predicate not in self._known_pairs:
            facts = self.graph.facts_of(predicate).astype(np.int64)
            self._known_pairs[predicate] = facts[:, 0] * len(self.graph.nodes) + facts[:, 2]
        return self._known_pairs[predicate]

    @cached_property
    def _known(self) -> dict[tuple[int, int], bool]:
        return {}

    @cached_property
    def _known_pairs(self) -> dict[int, NDArray[np.int64]]:
        return {}
