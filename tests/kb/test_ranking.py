"""Link prediction over a graph, by vectors whose ranks are told by hand."""

import numpy as np
import pytest

from veriscope.domain import Triple
from veriscope.errors import UsageError
from veriscope.graph import Graph
from veriscope.graph.embeddings.embedding import Embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.kb.ranking import rank_facts

# The predicate leads 1 to the right on a line, where a, b, c and d stand at 0, 0.7, 1.2 and 1.1.
GRAPH = Graph.of([("a", "next", "b"), ("a", "next", "d"), ("c", "next", "d")])
PLACES = [[0.0], [0.7], [1.2], [1.1]]


class LineShelf:
    """Has one embedding, and notes what was hidden of the graph."""

    def __init__(self):
        self.hidden = []

    def embedding(self, _, view):
        self.hidden.append(int(view.out_hidden.sum()))
        settings = EmbeddingSettings(dimension=1, norm=1)
        places, step = np.array(PLACES, dtype=np.float32), np.ones((1, 1), dtype=np.float32)
        return Embedding(
            settings, places, step, np.empty((1, 0), dtype=np.float32), np.empty(0, dtype=np.int64), "", ""
        )


def test_facts_of_the_graph_and_known_ones_are_no_rivals_and_the_ranked_ones_are_hidden():
    embeddings, asked = LineShelf(), [Triple("a", "next", "b")]
    # From a one step leads to 1: d, which is a fact, is 0.1 off, c 0.2, b 0.3. A step before b, a is nearest.
    ranked = rank_facts(GRAPH, embeddings, "transe", asked, [])
    assert (ranked.scores.mrr_objects, ranked.scores.mrr_subjects) == (0.5, 1.0)
    known = rank_facts(GRAPH, embeddings, "transe", asked, [Triple("a", "next", "c")])
    assert (known.scores.mrr_objects, known.scores.mrr_subjects) == (1.0, 1.0)
    assert embeddings.hidden == [1, 1]


def test_a_method_without_vectors_gives_no_ranks():
    with pytest.raises(UsageError, match="kl gives no ranks; --ranking takes: transe, transh"):
        rank_facts(GRAPH, LineShelf(), "kl", [Triple("a", "next", "b")], [])
