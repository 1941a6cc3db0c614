"""Link prediction by embeddings: the rank of a fact's true ends among all entities of a graph."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from veriscope.domain import Triple
from veriscope.errors import UsageError
from veriscope.graph import Graph, View, numbers_of
from veriscope.graph.embedding_ends import end_distances
from veriscope.graph.embedding_settings import MODELS
from veriscope.pipeline.kb_embeddings import EmbeddingShelf
from veriscope.scoring.link_prediction import LinkPredictionScores, score_link_prediction


@dataclass(frozen=True, slots=True)
class RankedMethod:
    """A method's scores of link prediction."""

    method: str
    scores: LinkPredictionScores


def rank_facts(
    graph: Graph, shelf: EmbeddingShelf, method: str, facts: Sequence[Triple], known: Sequence[Triple]
) -> RankedMethod:
    """Rank both ends of each fact, which is hidden from the graph; facts of the graph and known ones are set aside."""
    model = next((each for each in MODELS if each == method), None)
    if model is None:
        raise UsageError(f"{method} gives no ranks; --ranking takes: {', '.join(MODELS)}")
    rows = numbers_of(graph, facts)
    embedding = shelf.embedding(model, View.of(graph).without(rows))
    assert embedding is not None
    scores = score_link_prediction(
        lambda block, end: end_distances(embedding, block, end=end),
        rows,
        known=np.unique(np.concatenate([graph.facts(), rows, numbers_of(graph, known)]), axis=0),
        entities=len(graph.nodes),
    )
    return RankedMethod(method, scores)
