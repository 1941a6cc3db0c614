"""How many objects a subject has under a predicate, and how many subjects an object."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact.graph import Graph

# Bordes et al. (NIPS 2013) call a side "one" if one node of the other side has fewer than 1.5 of it on average.
_ONE_BELOW = 1.5

_Places = NDArray[np.int64]
_Predicates = NDArray[np.int32]


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
    both = _subjects_of_both(graph, count)
    columns = facts + literal_facts, subjects + literal_subjects - both, objects + values
    return [Functionality(*row) for row in np.stack(columns, axis=1).tolist()]


def _counts(starts: _Places, predicates: _Predicates, count: int) -> tuple[_Places, _Places]:
    """The edges of each predicate, and the nodes that have one."""
    firsts = predicates[_first_of_each(starts, predicates)]
    return np.bincount(predicates, minlength=count), np.bincount(firsts, minlength=count)


def _first_of_each(starts: _Places, predicates: _Predicates) -> NDArray[np.bool_]:
    """Which edges are the first of their node and predicate; a node's edges are in order of predicate."""
    is_first = np.ones(len(predicates), dtype=np.bool_)
    is_first[1:] = predicates[1:] != predicates[:-1]
    is_first[starts[:-1][starts[:-1] < len(predicates)]] = True
    return is_first


def _subjects_of_both(graph: Graph, count: int) -> _Places:
    """How many nodes have both an entity and a literal value of each predicate."""
    entities = _nodes_and_predicates(graph.out.starts, graph.out.predicates, count)
    literals = _nodes_and_predicates(graph.attributes.starts, graph.attributes.predicates, count)
    both = np.intersect1d(entities, literals, assume_unique=True) % max(1, count)
    return np.bincount(both, minlength=count)


def _nodes_and_predicates(starts: _Places, predicates: _Predicates, count: int) -> _Places:
    """Each node with each of its predicates, as one number."""
    places = np.flatnonzero(_first_of_each(starts, predicates))
    nodes = np.searchsorted(starts, places, side="right") - 1
    return nodes * count + predicates[places]


def _distinct_values(predicates: NDArray[np.int32], values: NDArray[np.int32], count: int) -> NDArray[np.int64]:
    pairs = np.unique((predicates.astype(np.int64) << 32) | values)
    return np.bincount(pairs >> 32, minlength=count).astype(np.int64)
