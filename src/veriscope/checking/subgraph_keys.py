"""The features of SFE as numbers: paths, paths with an open step, and steps that one end has."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph import PredicatePath
from veriscope.graph.neighbours import Neighbours

ANY = -1
"""The step of a pattern that any predicate fits, in either direction."""


@dataclass(frozen=True, slots=True)
class SubgraphKeys:
    """Keys in a graph of so many predicates.

    Patterns of steps are numbers above zero, the first step the least significant, as keys of paths are, but with one
    digit more, for the open step. One-sided features are numbers below zero.
    """

    predicates: int

    def of_paths(self, path_keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The patterns that paths (by the keys of `PathFinder`) fit: themselves, and with each step open in turn."""
        base = 2 * self.predicates + 1
        digits, rest = [], path_keys
        while rest.any():
            digits.append(rest % base)
            rest = rest // base
        found = [self._number(digits)]
        for place, digit in enumerate(digits):
            # A path of one step with that step open would say only that the ends are linked.
            is_there = (digit > 0) & (path_keys >= base)
            opened = [each[is_there] for each in digits]
            opened[place] = np.full(int(is_there.sum()), base)
            found.append(self._number(opened))
        return np.concatenate(found)

    def _number(self, digits: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        number = np.zeros(len(digits[0]) if digits else 0, dtype=np.int64)
        for digit in reversed(digits):
            number = number * (2 * self.predicates + 2) + digit
        return number

    def pattern(self, key: int) -> PredicatePath:
        """The steps of a pattern, `ANY` for the open one."""
        base = 2 * self.predicates + 2
        steps = []
        while key:
            key, digit = divmod(key, base)
            steps.append(ANY if digit == base - 1 else digit - 1)
        return tuple(steps)

    def of_ends(self, neighbours: Neighbours, subject: int, predicate: int, object_: int) -> NDArray[np.int64]:
        """The steps that subject and object have, but for the fact's own edges."""
        found = []
        for place, (near, far) in enumerate(((subject, object_), (object_, subject))):
            edges = slice(int(neighbours.starts[near]), int(neighbours.starts[near + 1]))
            steps, nodes = neighbours.steps[edges].astype(np.int64), neighbours.nodes[edges]
            is_own = (nodes == far) & (steps >> 1 == predicate)
            found.append(-1 - steps[~is_own] - place * 2 * self.predicates)
        return np.unique(np.concatenate(found))

    def one_sided(self, key: int) -> tuple[bool, int]:
        """Whether it is the object that has the step, and the step."""
        is_object, step = divmod(-1 - key, 2 * self.predicates)
        return bool(is_object), step
