"""Link prediction: the rank of a fact's true end among all entities, without the ends of other true facts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.errors import InputError
from veriscope.graph import Edges

Facts = NDArray[np.int32]
End = Literal["subject", "object"]
# The facts, and the end to rank → one row for each fact, with a distance for each entity as that end.
Distances = Callable[[Facts, End], NDArray[np.float32]]

HITS = (1, 3, 10)
_BLOCK = 256


@dataclass(frozen=True, slots=True)
class LinkPredictionScores:
    """Over both ends of all facts: the mean of 1/rank, the share of ranks up to k, and the mean rank."""

    facts: int
    mrr: float
    hits: dict[int, float]
    mean_rank: float
    mrr_subjects: float
    mrr_objects: float


def score_link_prediction(
    distances: Distances, facts: Facts, *, known: Facts, entities: int, hits: Sequence[int] = HITS
) -> LinkPredictionScores:
    """Rank both ends of each fact in the filtered setting (Bordes et al. 2013): `known` facts do not compete."""
    if not len(facts):
        raise InputError("no facts to rank; link prediction needs at least one")
    ranks = {end: filtered_ranks(distances, facts, end=end, known=known, entities=entities) for end in _ENDS}
    both = np.concatenate(list(ranks.values()))
    return LinkPredictionScores(
        len(facts),
        float(np.mean(1 / both)),
        {k: float(np.mean(both <= k)) for k in hits},
        float(np.mean(both)),
        *(float(np.mean(1 / ranks[end])) for end in _ENDS),
    )


_ENDS: tuple[End, ...] = ("subject", "object")


def filtered_ranks(distances: Distances, facts: Facts, *, end: End, known: Facts, entities: int) -> NDArray[np.float64]:
    """The rank of the true end of each fact, from 1; ties share the mean of their ranks (the realistic rank)."""
    own, other = (0, 2) if end == "subject" else (2, 0)
    near, labels, far = (np.ascontiguousarray(known[:, column]) for column in (other, 1, own))
    edges = Edges.of(near, labels, far, nodes=entities)
    ranks = [
        _ranks(distances(block, end), block[:, [other, 1, own]], edges.starts, edges.predicates, edges.nodes)
        for block in (facts[start : start + _BLOCK] for start in range(0, len(facts), _BLOCK))
    ]
    return np.concatenate([np.empty(0), *ranks])


@njit(cache=True, nogil=True)
def _ranks(
    distances: NDArray[np.float32],
    facts: Facts,
    starts: NDArray[np.int64],
    predicates: NDArray[np.int32],
    nodes: NDArray[np.int32],
) -> NDArray[np.float64]:
    """One rank for each row of distances; facts are (the fixed end, predicate, the ranked end)."""
    ranks = np.empty(len(facts))
    for row in range(len(facts)):
        kept, predicate, sought = facts[row]
        own = distances[row, sought]
        nearer, equal = 0, 0
        for distance in distances[row]:
            nearer += distance < own
            equal += distance == own
        for place in range(starts[kept], starts[kept + 1]):
            if predicates[place] == predicate and nodes[place] != sought:
                nearer -= distances[row, nodes[place]] < own
                equal -= distances[row, nodes[place]] == own
        ranks[row] = nearer + (equal + 1) / 2
    return ranks
