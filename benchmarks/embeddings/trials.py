"""One training of an embedding, timed, and how well it ranks."""

import argparse
import time
from dataclasses import replace

import numpy as np
from measurements import Report
from splits import Splits

from veriscope.graph import Graph, View
from veriscope.graph.embeddings.embedding import Embedding
from veriscope.graph.embeddings.ends import end_distances
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.training import train_embedding
from veriscope.scoring.link_prediction import score_link_prediction


def trained(view: View, settings: EmbeddingSettings, asked: argparse.Namespace) -> tuple[Embedding, Report]:
    """An embedding, and what an epoch took: seconds as they passed and as the processor was used."""
    if asked.sample:
        settings = replace(settings, epochs=1)
    # Kernels are compiled before the clock runs.
    train_embedding(View.of(Graph.of([("a", "p", "b")])), replace(settings, epochs=1))
    started, used = time.perf_counter(), time.process_time()
    embedding = train_embedding(view, settings)
    passed, used = time.perf_counter() - started, time.process_time() - used
    return embedding, {
        "epochs": settings.epochs,
        "s": round(passed, 2),
        "processor_s": round(used, 2),
        "epoch_s": round(passed / settings.epochs, 3),
        "epoch_processor_s": round(used / settings.epochs, 3),
    }


def ranked(embedding: Embedding, splits: Splits, part: str, asked: argparse.Namespace, *, most: int = 0) -> Report:
    """Filtered link prediction on a part, or on so many facts of it."""
    facts = splits.parts[part]
    most = asked.sample or most
    if most:
        facts = facts[np.random.default_rng(0).permutation(len(facts))[:most]]
    scores = score_link_prediction(
        lambda block, end: end_distances(embedding, block, end=end),
        facts,
        known=splits.known,
        entities=len(embedding.entities),
    )
    return {
        "facts": scores.facts,
        "mrr": round(scores.mrr, 4),
        **{f"hits_at_{k}": round(share, 4) for k, share in scores.hits.items()},
        "mean_rank": round(scores.mean_rank, 1),
    }
