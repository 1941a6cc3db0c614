"""The distances of a fact with one of its ends replaced by every entity."""

from typing import Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.embeddings.embedding import Embedding, Facts, Floats
from veriscope.graph.embeddings.transe import distance


def end_distances(embedding: Embedding, facts: Facts, *, end: Literal["subject", "object"]) -> Floats:
    """One row for each fact: its distances with each entity as that end; the other end and the predicate stay."""
    kept, sign = (facts[:, 0], 1) if end == "object" else (facts[:, 2], -1)
    queries = embedding.entities[kept]
    if not embedding.normals.shape[1]:
        return _to_all(queries + sign * embedding.predicates[facts[:, 1]], embedding.entities, embedding.settings.norm)
    rows = np.empty((len(facts), len(embedding.entities)), dtype=np.float32)
    for predicate in np.unique(facts[:, 1]):
        places = np.flatnonzero(facts[:, 1] == predicate)
        normal = embedding.normals[predicate]
        moved = _project(queries[places], normal) + sign * embedding.predicates[predicate]
        rows[places] = _to_all(moved, _project(embedding.entities, normal), embedding.settings.norm)
    return rows


def _project(rows: Floats, normal: Floats) -> Floats:
    return rows - (rows @ normal)[:, None] * normal


def _to_all(queries: Floats, entities: Floats, norm: int) -> Floats:
    if norm == 1:
        return _l1_to_all(queries, entities)
    squares: Floats = queries @ entities.T
    squares *= -2
    squares += np.einsum("fd,fd->f", queries, queries)[:, None]
    squares += np.einsum("fd,fd->f", entities, entities)
    # Rounding may leave slightly negative squares.
    return np.sqrt(np.maximum(squares, 0, out=squares), out=squares)


@njit(cache=True, nogil=True)
def _l1_to_all(queries: NDArray[np.float32], entities: NDArray[np.float32]) -> NDArray[np.float32]:
    rows = np.empty((len(queries), len(entities)), np.float32)
    for row in range(len(queries)):
        for entity in range(len(entities)):
            rows[row, entity] = distance(queries[row], entities[entity], 1)
    return rows
