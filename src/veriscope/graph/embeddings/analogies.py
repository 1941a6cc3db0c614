"""Similar facts of one predicate: the differences between their ends' vectors are close."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.embeddings.embedding import Embedding, Facts
from veriscope.graph.embeddings.rows import Vectors, add_scaled, dot


def analogous_facts(
    embedding: Embedding, fact: NDArray[np.int32], facts: Facts, *, limit: int
) -> list[tuple[int, float]]:
    """The places of the most similar of `facts`, all of the fact's predicate, and their distances, nearest first.

    The pair itself, in either direction, is left out; ties come in the order of `facts`.
    """
    pair, reverse = fact[[0, 2]], fact[[2, 0]]
    others = ~((facts[:, [0, 2]] == pair).all(axis=1) | (facts[:, [0, 2]] == reverse).all(axis=1))
    places = np.flatnonzero(others)
    vectors = Vectors(embedding.entities, embedding.predicates, embedding.normals)
    apart = _distances_apart(vectors, fact, np.ascontiguousarray(facts[places]))
    nearest = np.argsort(apart, kind="stable")[:limit]
    return [(int(places[place]), float(apart[place])) for place in nearest]


@njit(cache=True, nogil=True)
def _distances_apart(vectors: Vectors, fact: NDArray[np.int32], facts: Facts) -> NDArray[np.float64]:
    """Euclidean distances; in TransH within the predicate's hyperplane."""
    apart = np.empty(len(facts))
    own, other = np.empty_like(vectors.entities[0]), np.empty_like(vectors.entities[0])
    own[:] = vectors.entities[fact[2]]
    add_scaled(own, -1, vectors.entities[fact[0]])
    for row in range(len(facts)):
        other[:] = own
        add_scaled(other, 1, vectors.entities[facts[row, 0]])
        add_scaled(other, -1, vectors.entities[facts[row, 2]])
        if vectors.normals.shape[1]:
            normal = vectors.normals[fact[1]]
            add_scaled(other, -dot(normal, other), normal)
        apart[row] = np.sqrt(dot(other, other))
    return apart
