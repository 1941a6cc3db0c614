"""Checks triples by a TransE or TransH embedding: how near a fact is, compared with the same fact with other ends."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.midpoints import midpoints
from veriscope.domain import CheckedTriple, Reason, Triple
from veriscope.errors import StoreError
from veriscope.graph import (
    Embedding,
    EmbeddingSettings,
    Model,
    ShareScorer,
    View,
    analogous_facts,
    hidden_facts,
    node_label,
    numbers_of,
    train_embedding,
    triple_of,
)


class EmbeddingChecker:
    """Scores a triple by its log share among rivals; 0 is midway between its predicate's facts and mixed-up ones.

    The embedding must have been trained without the facts that the view hides.
    """

    def __init__(self, embedding: Embedding, view: View) -> None:
        _require_fit(embedding, view)
        self._embedding = embedding
        self._view = view
        self._shares = ShareScorer.of(embedding, view.facts())
        self._midpoints = midpoints(view, self._shares.scores)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Higher is truer; the reasons are the most similar seen facts of the same predicate."""
        facts = numbers_of(self._view.graph, triples)
        scores = self._shares.scores(facts) - self._midpoints[facts[:, 1]]
        return [
            CheckedTriple(triple, score, self._reasons(fact, limit=reasons) if reasons else ())
            for triple, score, fact in zip(triples, scores.tolist(), facts, strict=True)
        ]

    def _reasons(self, fact: NDArray[np.int32], *, limit: int) -> tuple[Reason, ...]:
        facts = self._view.facts_of(int(fact[1]))
        found = analogous_facts(self._embedding, fact, facts, limit=limit)
        return tuple(self._reason(facts[place], apart) for place, apart in found)

    def _reason(self, fact: NDArray[np.int32], apart: float) -> Reason:
        graph = self._view.graph
        subject, object_ = (node_label(graph, int(fact[end])) for end in (0, 2))
        text = f"like {subject} and {object_} ({apart:.2f} apart)"
        return Reason(text, 1 / (1 + apart), facts=(triple_of(graph, fact),))


def train_checker(model: Model, view: View, *, seed: int = 0) -> EmbeddingChecker:
    """Train an embedding on what the view shows, with the default settings, and check with it."""
    return EmbeddingChecker(train_embedding(view, EmbeddingSettings(model=model, seed=seed)), view)


def _require_fit(embedding: Embedding, view: View) -> None:
    graph = view.graph
    if (len(embedding.entities), len(embedding.predicates)) != (len(graph.nodes), len(graph.predicates)):
        raise StoreError(
            f"the embedding has {len(embedding.entities)} entities and {len(embedding.predicates)} predicates, "
            f"the graph {len(graph.nodes)} and {len(graph.predicates)}; train it anew on this graph"
        )
    leaked = int(embedding.saw(hidden_facts(view)).sum())
    if leaked:
        raise StoreError(
            f"the embedding was trained with {leaked} of the facts that are to be judged; train one without them "
            "(`veriscope kb train --exclude`)"
        )
