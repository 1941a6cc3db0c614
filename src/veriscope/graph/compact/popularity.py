"""How much a graph knows about the two ends of a fact (BUCKLE, section 4.1)."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veriscope.graph.compact.graph import Graph


def popularity_score(subject: ArrayLike, object_: ArrayLike, *, mean: float) -> NDArray[np.float64]:
    """Formula (1) of the paper: from the popularity of a fact's ends, and the mean over its predicate's entities.

    An end without edges makes the score 0, as does a predicate whose entities have none.
    """
    first, second = np.asarray(subject, dtype=np.float64), np.asarray(object_, dtype=np.float64)
    if mean <= 0:
        return np.zeros(np.broadcast(first, second).shape)
    return np.asarray(np.minimum(first, second) * (1 + np.maximum(first, second) / mean))


def mean_popularity(graph: Graph, predicate: int) -> float:
    """The mean number of edges of the entities in a predicate's facts; each entity counts once."""
    facts = graph.facts_of(predicate)
    entities = np.unique(facts[:, [0, 2]])
    return float(graph.popularity()[entities].mean()) if len(entities) else 0.0
