"""Which classes the subjects and the objects of a predicate have, and how well a node fits there."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact.edges import Groups
from veriscope.graph.compact.graph import Graph

_MOST_FACTS = 2000


class End(IntEnum):
    """An end of a fact."""

    SUBJECT = 0
    OBJECT = 1


@dataclass(frozen=True, slots=True)
class EndTypes:
    """`shares[end, predicate, class]`: the share of a predicate's facts whose end has a class.

    For a predicate with more than 2,000 facts, 2,000 evenly spaced ones are used.
    """

    shares: NDArray[np.float32]

    @classmethod
    def of(cls, graph: Graph) -> "EndTypes":
        """The classes at the ends of a graph's facts; literal facts have subjects only."""
        predicates, classes = len(graph.predicates), len(graph.schema.classes)
        shares = np.zeros((2, predicates, classes), dtype=np.float32)
        for predicate in range(predicates):
            for end, nodes in enumerate(_ends(graph, predicate)):
                shares[end, predicate] = _shares(graph.schema.types, nodes, classes)
        return cls(shares)

    def fits(self, types: Groups, node: int, end: End) -> NDArray[np.float32]:
        """How well a node fits that end of each predicate: the mean share over its classes; one half if it has none."""
        mine = types[node]
        if not len(mine):
            return np.full(self.shares.shape[1], 0.5, dtype=np.float32)
        fits: NDArray[np.float32] = self.shares[end][:, mine].mean(axis=1)
        return fits


def _ends(graph: Graph, predicate: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Subjects and objects of a predicate's facts, or of a sample of them if there are very many."""
    places = _some(np.flatnonzero(graph.out.predicates == predicate))
    subjects = np.searchsorted(graph.out.starts, places, side="right") - 1
    own = _some(np.flatnonzero(graph.attributes.predicates == predicate))
    literal = np.searchsorted(graph.attributes.starts, own, side="right") - 1
    return np.concatenate([subjects, literal]), graph.out.nodes[places].astype(np.int64)


def _some(places: NDArray[np.int64]) -> NDArray[np.int64]:
    return places if len(places) <= _MOST_FACTS else places[np.linspace(0, len(places) - 1, _MOST_FACTS, dtype=int)]


def _shares(types: Groups, nodes: NDArray[np.int64], classes: int) -> NDArray[np.float64]:
    members = [types[node] for node in nodes.tolist()]
    joined = np.concatenate(members) if members else np.empty(0, dtype=np.int32)
    return np.bincount(joined, minlength=classes) / max(1, len(nodes))
