"""An embedding: a vector for each entity and predicate, which give each fact a distance."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.embeddings.settings import EmbeddingSettings

Floats = NDArray[np.float32]
Facts = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Embedding:
    """Vectors of `settings.dimension` numbers, one row for each entity and predicate of a graph.

    Only TransH has `normals`: in TransE their rows are empty. `seen` holds the key of every fact that training saw, in
    ascending order. `graph_hash` identifies the graph whose numbers it uses, `left_out_hash` what was hidden from it.
    """

    settings: EmbeddingSettings
    entities: Floats
    predicates: Floats
    normals: Floats
    seen: NDArray[np.int64]
    graph_hash: str
    left_out_hash: str

    def distances(self, facts: Facts) -> Floats:
        """How far each fact is from holding: ‖s + p − o‖, in TransH between the projections."""
        difference = self.predicates[facts[:, 1]] - self.differences(facts)
        if self.settings.norm == 1:
            distances: Floats = np.abs(difference).sum(axis=1)
        else:
            distances = np.sqrt(np.einsum("fd,fd->f", difference, difference))
        return distances

    def differences(self, facts: Facts) -> Floats:
        """Object minus subject of each fact, in TransH between the projections; similar for similar facts."""
        subjects, predicates, objects = facts.T
        difference: Floats = self.entities[objects] - self.entities[subjects]
        if self.normals.shape[1]:
            normals = self.normals[predicates]
            difference -= np.einsum("fd,fd->f", difference, normals)[:, None] * normals
        return difference

    def saw(self, facts: Facts) -> NDArray[np.bool_]:
        """Which facts, or their reverses, training saw: their scores judge nothing."""
        return self._has_seen(facts) | self._has_seen(facts[:, ::-1])

    def _has_seen(self, facts: Facts) -> NDArray[np.bool_]:
        if not len(self.seen):
            return np.zeros(len(facts), dtype=np.bool_)
        keys = fact_keys(facts, entities=len(self.entities), predicates=len(self.predicates))
        places = np.minimum(np.searchsorted(self.seen, keys), len(self.seen) - 1)
        found: NDArray[np.bool_] = self.seen[places] == keys
        return found


def fact_keys(facts: Facts, *, entities: int, predicates: int) -> NDArray[np.int64]:
    """One number for each fact (subject, predicate, object), ascending as the facts are."""
    subjects, labels, objects = facts.astype(np.int64).T
    keys: NDArray[np.int64] = (subjects * predicates + labels) * entities + objects
    return keys
