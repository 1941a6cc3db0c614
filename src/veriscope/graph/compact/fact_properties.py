"""Properties of the data around a fact, without its own edges: popularity, ambiguity, functionality, fitting types."""

from dataclasses import dataclass
from functools import cached_property
from math import log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact.edges import Edges, Groups
from veriscope.graph.compact.view import View

_Pair = tuple[int, int]


class FactProperties(NamedTuple):
    """Properties of a fact, none of which counts the fact itself; shares lie between 0 and 1."""

    subject_popularity: float  # log of the seen edges
    object_popularity: float
    functionality: float  # distinct subjects per fact of the predicate
    inverse_functionality: float  # distinct objects per fact
    other_objects: float  # log of the number of other objects of the subject
    other_subjects: float
    other_predicates: float  # log of the direct edges between the two ends, in either direction
    subject_fit: float  # how well the ends' classes match those of the predicate's other facts
    object_fit: float


@dataclass(frozen=True)
class PropertyReader:
    """Reads the properties of facts in a view."""

    view: View

    def read(self, facts: NDArray[np.int32]) -> NDArray[np.float64]:
        """One row of `FactProperties` for each fact (subject, predicate, object)."""
        rows = [self.of_fact(*fact) for fact in facts.tolist()]
        return np.array(rows, dtype=np.float64).reshape(-1, len(FactProperties._fields))

    def of_fact(self, subject: int, predicate: int, object_: int) -> FactProperties:
        """The properties of one fact; its reverse is left out with it."""
        seen, types = self._seen_facts(predicate), self.view.graph.schema.types
        own = seen.own(subject, object_)
        functionality, inverse = seen.functionality_without(own)
        between = self._between(subject, object_) - sum((pair[0] == subject) + (pair[1] == subject) for pair in own)
        return FactProperties(
            log1p(self._degree(subject) - sum(pair.count(subject) for pair in own)),
            log1p(self._degree(object_) - sum(pair.count(object_) for pair in own)),
            functionality,
            inverse,
            log1p(seen.subjects.get(subject, 0) - sum(pair[0] == subject for pair in own)),
            log1p(seen.objects.get(object_, 0) - sum(pair[1] == object_ for pair in own)),
            log1p(between),
            seen.subject_fit(types, subject, own),
            seen.object_fit(types, object_, own),
        )

    def _degree(self, node: int) -> int:
        return _seen(self.view.graph.out, self.view.out_hidden, node) + _seen(
            self.view.graph.into, self.view.into_hidden, node
        )

    def _between(self, subject: int, object_: int) -> int:
        sides = ((self.view.graph.out, self.view.out_hidden), (self.view.graph.into, self.view.into_hidden))
        found = 0
        for edges, hidden in sides:
            places = edges.of_node(subject)
            found += int(((edges.nodes[places] == object_) & ~hidden[places]).sum())
        return found

    @cached_property
    def _by_predicate(self) -> dict[int, "_SeenFacts"]:
        return {}

    def _seen_facts(self, predicate: int) -> "_SeenFacts":
        if predicate not in self._by_predicate:
            self._by_predicate[predicate] = _SeenFacts.of(self.view, predicate)
        return self._by_predicate[predicate]


@dataclass(frozen=True, slots=True)
class _SeenFacts:
    """The seen facts of a predicate, and how often each class is among their ends."""

    pairs: frozenset[_Pair]
    subjects: dict[int, int]
    objects: dict[int, int]
    subject_classes: NDArray[np.int64]
    object_classes: NDArray[np.int64]

    @classmethod
    def of(cls, view: View, predicate: int) -> "_SeenFacts":
        rows = view.facts_of(predicate)
        types, classes = view.graph.schema.types, len(view.graph.schema.classes)
        return cls(
            frozenset(zip(rows[:, 0].tolist(), rows[:, 2].tolist(), strict=True)),
            _counts(rows[:, 0]),
            _counts(rows[:, 2]),
            _class_counts(types, rows[:, 0], classes),
            _class_counts(types, rows[:, 2], classes),
        )

    def own(self, subject: int, object_: int) -> list[_Pair]:
        """The judged fact and its reverse, if they are seen."""
        return sorted({(subject, object_), (object_, subject)} & self.pairs)

    def functionality_without(self, own: list[_Pair]) -> tuple[float, float]:
        facts = len(self.pairs) - len(own)
        if not facts:
            return 1.0, 1.0
        return (
            (len(self.subjects) - _only_in(own, 0, self.subjects)) / facts,
            (len(self.objects) - _only_in(own, 1, self.objects)) / facts,
        )

    def subject_fit(self, types: Groups, node: int, own: list[_Pair]) -> float:
        mine = types[node]
        others = self.subject_classes[mine] - sum(np.isin(mine, types[pair[0]]) for pair in own)
        return _fit(others, len(self.pairs) - len(own))

    def object_fit(self, types: Groups, node: int, own: list[_Pair]) -> float:
        mine = types[node]
        others = self.object_classes[mine] - sum(np.isin(mine, types[pair[1]]) for pair in own)
        return _fit(others, len(self.pairs) - len(own))


def _only_in(own: list[_Pair], end: int, counts: dict[int, int]) -> int:
    """How many nodes are an end of these facts and of no other."""
    ends = [pair[end] for pair in own]
    return sum(counts[node] == ends.count(node) for node in set(ends))


def _fit(counts: NDArray[np.int64], facts: int) -> float:
    """The mean share of the facts whose end has a class of the node; 0.5 for an untyped node."""
    return float(counts.mean() / facts) if facts and len(counts) else 0.5


def _counts(nodes: NDArray[np.int32]) -> dict[int, int]:
    found, counts = np.unique(nodes, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _class_counts(types: Groups, nodes: NDArray[np.int32], classes: int) -> NDArray[np.int64]:
    members = [types[node] for node in nodes.tolist()]
    joined = np.concatenate(members) if members else np.empty(0, dtype=np.int32)
    return np.bincount(joined, minlength=classes)


def _seen(edges: Edges, hidden: NDArray[np.bool_], node: int) -> int:
    places = edges.of_node(node)
    return int((~hidden[places]).sum())
