"""The facts of a predicate that scenarios are made from, in an order that does not change between scenarios."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Triple
from veriscope.graph import Graph, mean_popularity, popularity_score
from veriscope.scenarios.settings import Popularity

Pair = tuple[int, int]
"""Subject and object by their numbers; the object of a literal fact is the number of a value."""


@dataclass(frozen=True)
class FactPool:
    """The facts of a predicate: those with entities or those with literal values, whichever are more.

    `clusters` has the cluster of each fact, numbered by descending size. `left_out` counts the facts of the other kind.
    """

    graph: Graph
    predicate: int
    pairs: NDArray[np.int32]
    is_literal: bool
    left_out: int
    clusters: NDArray[np.int32]
    seed: int

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def name(self) -> str:
        """The predicate's name."""
        return self.graph.predicates[self.predicate]

    @cached_property
    def held(self) -> frozenset[Pair]:
        """Every pair with a fact in the graph."""
        return frozenset(zip(self.pairs[:, 0].tolist(), self.pairs[:, 1].tolist(), strict=True))

    @cached_property
    def popularity(self) -> NDArray[np.float64]:
        """The popularity of each fact (formula 1 of the paper)."""
        return self.popularity_of(self.pairs)

    def popularity_of(self, pairs: NDArray[np.int32]) -> NDArray[np.float64]:
        """The popularity of pairs; the graph need not hold facts for them."""
        if self.is_literal:
            subjects, values = self._literal_popularity
            ends = np.concatenate([subjects[np.unique(self.pairs[:, 0])], values[np.unique(self.pairs[:, 1])]])
            return popularity_score(subjects[pairs[:, 0]], values[pairs[:, 1]], mean=float(ends.mean()))
        degrees, mean = self.graph.popularity(), mean_popularity(self.graph, self.predicate)
        return popularity_score(degrees[pairs[:, 0]], degrees[pairs[:, 1]], mean=mean)

    @cached_property
    def _literal_popularity(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many facts of any kind each node has, and each value: as if values were nodes."""
        attributes = self.graph.attributes
        values = np.bincount(attributes.values, minlength=len(attributes.texts))
        return self.graph.popularity() + np.diff(attributes.starts), values

    def order(self, popularity: Popularity) -> NDArray[np.int64]:
        """The places of all facts in the order to take them; ties in random order."""
        shuffled = np.random.default_rng([self.seed, self.predicate]).permutation(len(self.pairs))
        if popularity == Popularity.RANDOM:
            return shuffled
        sign = -1 if popularity == Popularity.POPULAR else 1
        return shuffled[np.argsort(sign * self.popularity[shuffled], kind="stable")]

    def triple(self, pair: Pair) -> Triple:
        """The triple of a pair, by names."""
        subject, object_ = pair
        objects = self.graph.attributes.texts if self.is_literal else self.graph.nodes
        return Triple(self.graph.nodes[subject], self.graph.predicates[self.predicate], objects[object_])


def pairs_of(graph: Graph, predicate: int) -> tuple[NDArray[np.int32], bool, int]:
    """The pairs of a predicate's facts, whether their objects are literals, and how many are of the other kind."""
    facts, attributes = graph.facts_of(predicate), graph.attributes
    places = np.flatnonzero(attributes.predicates == predicate)
    if len(places) <= len(facts):
        return facts[:, [0, 2]], False, len(places)
    subjects = np.searchsorted(attributes.starts, places, side="right") - 1
    return np.stack([subjects, attributes.values[places]], axis=1).astype(np.int32), True, len(facts)
