"""Loads the vectors that facts are clustered by, from an embedding of the graph."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import UsageError
from veriscope.graph import Graph, graph_hash, open_embedding


def load_vectors(kb: Path, graph: Graph, name: str) -> NDArray[np.float32]:
    """A vector for each entity, from the embedding of that name in the graph's folder, or at that path."""
    saved = kb / "embeddings" / name
    folder = saved if saved.is_dir() else Path(name)
    if not folder.is_dir():
        names = sorted(path.parent.name for path in kb.glob("embeddings/*/manifest.json"))
        choice = f"choose one of: {', '.join(names)}" if names else f"train one: veriscope kb train {kb}"
        raise UsageError(f"the graph has no embedding {name!r}; {choice}")
    embedding = open_embedding(folder)
    if embedding.graph_hash != graph_hash(graph):
        raise UsageError(f"the embedding at {folder} is of another graph; train one: veriscope kb train {kb}")
    return embedding.entities
