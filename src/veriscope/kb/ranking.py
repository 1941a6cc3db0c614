"""Link prediction by embeddings: the rank of a fact's true ends among all entities of a graph."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from veriscope.domain import Triple
from veriscope.errors import UsageError
from veriscope.graph import MODELS, Graph, View, end_distances, numbers_of
from veriscope.pipeline import EmbeddingCache
from veriscope.scoring import LinkPredictionScores, score_link_prediction


@dataclass(frozen=True, slots=True)
class RankedMethod:
    """A method's scores of link prediction."""

    method: str
    scores: LinkPredictionScores


def rank_facts(
    graph: Graph, embeddings: EmbeddingCache, method: str, facts: Sequence[Triple], known: Sequence[Triple]
) -> RankedMethod:
    """Rank both ends of each fact while the graph hides it; other facts of the graph and known ones are not ranked."""
    model = next((each for each in MODELS if each == method), None)
    if model is None:
        raise UsageError(f"{method} gives no ranks; --ranking takes: {', '.join(MODELS)}")
    rows = numbers_of(graph, facts)
    embedding = embeddings.embedding(model, View.of(graph).without(rows))
    assert embedding is not None
    scores = score_link_prediction(
        lambda block, end: end_distances(embedding, block, end=end),
        rows,
        known=np.unique(np.concatenate([graph.facts(), rows, numbers_of(graph, known)]), axis=0),
        entities=len(graph.nodes),
    )
    return RankedMethod(method, scores)
