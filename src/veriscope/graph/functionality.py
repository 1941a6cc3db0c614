"""How many objects a subject has under a predicate, and how many subjects an object."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.graph import Graph

# Bordes et al. (NIPS 2013) call a side "one" where fewer than 1.5 of it go with one of the other side, on average.
_ONE_BELOW = 1.5


@dataclass(frozen=True, slots=True)
class Functionality:
    """The facts of a predicate, its distinct subjects and its distinct objects, entities or literal values."""

    facts: int
    subjects: int
    objects: int

    @property
    def functionality(self) -> float:
        """Distinct subjects for each fact: 1 where every subject has one object; 0 for a predicate without facts."""
        return self.subjects / self.facts if self.facts else 0.0

    @property
    def inverse_functionality(self) -> float:
        """Distinct objects for each fact: 1 where every object has one subject; 0 for a predicate without facts."""
        return self.objects / self.facts if self.facts else 0.0

    @property
    def kind(self) -> str:
        """`one-to-one`, `many-to-one` (many subjects have one object), `one-to-many` or `many-to-many`."""
        left = "one" if self.facts < _ONE_BELOW * self.objects else "many"
        right = "one" if self.facts < _ONE_BELOW * self.subjects else "many"
        return f"{left}-to-{right}"


def functionalities(graph: Graph) -> list[Functionality]:
    """The functionality of every predicate, by its number; facts with literal values count too."""
    count = len(graph.predicates)
    facts, subjects = _counts(graph.out.starts, graph.out.predicates, count)
    _, objects = _counts(graph.into.starts, graph.into.predicates, count)
    attributes = graph.attributes
    literal_facts, literal_subjects = _counts(attributes.starts, attributes.predicates, count)
    values = _distinct_values(attributes.predicates, attributes.values, count)
    both = _subjects_of_both(
        graph.out.starts, graph.out.predicates, attributes.starts, attributes.predicates, np.zeros(count, np.int64)
    )
    columns = facts + literal_facts, subjects + literal_subjects - both, objects + values
    return [Functionality(*row) for row in np.stack(columns, axis=1).tolist()]


@njit(cache=True, nogil=True)
def _counts(
    starts: NDArray[np.int64], predicates: NDArray[np.int32], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The edges of each predicate, and the nodes that have one."""
    edges, nodes = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    for node in range(len(starts) - 1):
        last = -1
        for place in range(starts[node], starts[node + 1]):
            predicate = predicates[place]
            edges[predicate] += 1
            if predicate != last:
                nodes[predicate] += 1
                last = predicate
    return edges, nodes


@njit(cache=True, nogil=True)
def _subjects_of_both(
    starts: NDArray[np.int64],
    predicates: NDArray[np.int32],
    other_starts: NDArray[np.int64],
    other_predicates: NDArray[np.int32],
    both: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The nodes that have both an entity and a literal value of a predicate; both lists are in order of predicate."""
    for node in range(len(starts) - 1):
        first, second = starts[node], other_starts[node]
        last = -1
        while first < starts[node + 1] and second < other_starts[node + 1]:
            left, right = predicates[first], other_predicates[second]
            if left == right and left != last:
                both[left] += 1
                last = left
            if left <= right:
                first += 1
            else:
                second += 1
    return both


def _distinct_values(predicates: NDArray[np.int32], values: NDArray[np.int32], count: int) -> NDArray[np.int64]:
    pairs = np.unique((predicates.astype(np.int64) << 32) | values)
    return np.bincount(pairs >> 32, minlength=count).astype(np.int64)
