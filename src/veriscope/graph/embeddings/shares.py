"""The share of a fact among its rivals: the same fact with another end that the predicate has been seen with.

A distance by itself says little: some entities are near to everything. What counts is how much nearer a fact is than
the same fact with another subject or object. The score is log p(o | s, p) + log p(s | p, o), with p proportional to
exp(−distance).
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import Edges, Groups, inner_kernel
from veriscope.graph.embeddings.embedding import Embedding, Facts
from veriscope.graph.embeddings.rows import Number, Row, Vectors, add_scaled, dot
from veriscope.graph.embeddings.transe import distance
from veriscope.graph.embeddings.transh import projected_distance

# This many rivals are as good as all of them: see benchmarks/embeddings.
_RIVALS = 1000
_LARGEST = 600.0  # exp of it is still finite
_SEED = 1


class SeenFacts(NamedTuple):
    """The seen facts, by one of their ends, as in `Edges`."""

    starts: NDArray[np.int64]
    predicates: NDArray[np.int32]
    nodes: NDArray[np.int32]


class Side(NamedTuple):
    """One end of facts: the entities seen there, by predicate, and the seen facts by their other end."""

    starts: NDArray[np.int64]
    rivals: NDArray[np.int32]
    seen: SeenFacts


@dataclass(frozen=True, slots=True)
class ShareScorer:
    """Scores facts by their shares among rivals; seen facts are not rivals of each other."""

    embedding: Embedding
    subjects: Side
    objects: Side

    @classmethod
    def of(cls, embedding: Embedding, facts: Facts) -> "ShareScorer":
        """Draws rivals from the seen facts."""
        rng = np.random.default_rng(_SEED)
        subjects, labels, objects = (np.ascontiguousarray(column) for column in facts.T)
        nodes, predicates = len(embedding.entities), len(embedding.predicates)
        return cls(
            embedding,
            _side(labels, subjects, Edges.of(objects, labels, subjects, nodes=nodes), predicates, rng),
            _side(labels, objects, Edges.of(subjects, labels, objects, nodes=nodes), predicates, rng),
        )

    def scores(self, facts: Facts) -> NDArray[np.float64]:
        """The logarithm of the share among facts with another object, plus the same for the subject; at most 0."""
        vectors = Vectors(self.embedding.entities, self.embedding.predicates, self.embedding.normals)
        settings = self.embedding.settings
        measure = _Measure(vectors, settings.norm, settings.temperature)
        scores: NDArray[np.float64] = _log_shares(np.ascontiguousarray(facts), measure, self.subjects, self.objects)
        return scores


def _side(
    labels: NDArray[np.int32], ends: NDArray[np.int32], known: Edges, predicates: int, rng: np.random.Generator
) -> Side:
    groups = Groups.of(labels, ends, count=predicates)
    kept = [_some(groups[predicate], rng) for predicate in range(predicates)]
    starts = np.cumsum([0, *map(len, kept)], dtype=np.int64)
    return Side(
        starts,
        np.concatenate([*kept, np.empty(0, dtype=np.int32)]),
        SeenFacts(known.starts, known.predicates, known.nodes),
    )


def _some(members: NDArray[np.int32], rng: np.random.Generator) -> NDArray[np.int32]:
    if len(members) <= _RIVALS:
        return members
    return np.sort(rng.choice(members, _RIVALS, replace=False))


class _Measure(NamedTuple):
    vectors: Vectors
    norm: int
    sharpness: float


@njit(cache=True, nogil=True)
def _log_shares(facts: Facts, measure: _Measure, subjects: Side, objects: Side) -> NDArray[np.float64]:
    scores = np.empty(len(facts))
    query = np.empty_like(measure.vectors.entities[0])
    for row in range(len(facts)):
        subject, predicate, object_ = facts[row]
        _fill_query(query, measure.vectors, subject, predicate, 1)
        scores[row] = _log_share(measure, objects, subject, predicate, object_, query)
        _fill_query(query, measure.vectors, object_, predicate, -1)
        scores[row] += _log_share(measure, subjects, object_, predicate, subject, query)
    return scores


@inner_kernel
def _log_share(measure: _Measure, side: Side, anchor: int, predicate: int, own: int, query: Row) -> float:
    start, end = _predicate_range(side.seen, anchor, predicate)
    own_distance = _distance(measure, query, own, predicate)
    total = 0.0
    for place in range(side.starts[predicate], side.starts[predicate + 1]):
        rival = side.rivals[place]
        if rival != own and not _holds(side.seen.nodes, start, end, rival):
            nearer = own_distance - _distance(measure, query, rival, predicate)
            total += math.exp(min(measure.sharpness * nearer, _LARGEST))
    return -math.log1p(total)


@inner_kernel
def _fill_query(query: Row, vectors: Vectors, anchor: int, predicate: int, sign: int) -> None:
    query[:] = vectors.entities[anchor]
    if vectors.normals.shape[1]:
        normal = vectors.normals[predicate]
        add_scaled(query, -dot(normal, query), normal)
    add_scaled(query, sign, vectors.predicates[predicate])


@inner_kernel
def _distance(measure: _Measure, query: Row, entity: int, predicate: int) -> Number:
    vectors = measure.vectors
    if vectors.normals.shape[1]:
        return projected_distance(query, vectors.entities[entity], vectors.normals[predicate], measure.norm)
    return distance(query, vectors.entities[entity], measure.norm)


@inner_kernel
def _predicate_range(seen: SeenFacts, anchor: int, predicate: int) -> tuple[int, int]:
    """The range of the seen facts of a predicate at a node."""
    start, end = seen.starts[anchor], seen.starts[anchor + 1]
    first = _lower_bound(seen.predicates, start, end, predicate)
    return first, _lower_bound(seen.predicates, first, end, predicate + 1)


@inner_kernel
def _holds(values: NDArray[np.int32], start: int, end: int, sought: int) -> bool:
    """Whether a sorted stretch holds a value."""
    found = _lower_bound(values, start, end, sought)
    return found < end and values[found] == sought


@inner_kernel
def _lower_bound(values: NDArray[np.int32], start: int, end: int, sought: int) -> int:
    while start < end:
        middle = (start + end) // 2
        if values[middle] < sought:
            start = middle + 1
        else:
            end = middle
    return start
