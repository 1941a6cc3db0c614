"""Trains an embedding of a graph and saves it with the graph."""

from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import UsageError
from veriscope.graph import View, numbers_of
from veriscope.graph.embedding_files import save_embedding
from veriscope.graph.embedding_identity import hidden_facts
from veriscope.graph.embedding_settings import EmbeddingSettings
from veriscope.graph.embedding_training import Progress, train_embedding
from veriscope.pipeline.kb_check import read_named_rows
from veriscope.pipeline.starter_kb import kb_folder, open_kb

EMBEDDINGS = "embeddings"


@dataclass(frozen=True, slots=True)
class LeftOutRows:
    """The facts that training is not to see, and the lines of their file that name none."""

    view: View
    rows: int
    problems: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class TrainedEmbedding:
    """Where an embedding was saved, from how many facts it learned, how many were hidden, and its last mean loss."""

    folder: Path
    settings: EmbeddingSettings
    facts: int
    hidden: int
    loss: float


def open_for_training(kb: Path, exclude: Path | None) -> LeftOutRows:
    """The graph without the facts of a file, in both directions."""
    graph = open_kb(kb)
    if exclude is None:
        return LeftOutRows(View.of(graph), 0, ())
    named = read_named_rows(exclude, graph)
    facts = numbers_of(graph, [triple for _, triple in named.triples])
    return LeftOutRows(View.of(graph).without(facts), len(named.file.rows), named.problems)


def train_kb(kb: Path, view: View, settings: EmbeddingSettings, *, name: str, progress: Progress) -> TrainedEmbedding:
    """Train on what the view shows; the embedding appears in the graph's folder when it is whole."""
    folder, losses = embedding_folder(kb, name), list[float]()

    def report(done: int, total: int, loss: float) -> None:
        losses.append(loss)
        progress(done, total, loss)

    embedding = train_embedding(view, settings, progress=report)
    save_embedding(folder, embedding)
    return TrainedEmbedding(folder, settings, len(embedding.seen), len(hidden_facts(view)), losses[-1])


def embedding_folder(kb: Path, name: str) -> Path:
    """Where a graph's embedding of that name lies."""
    if not name or name != Path(name).name or name.startswith("."):
        raise UsageError(f"{name!r} is no name of an embedding; choose one without slashes, such as transe-200")
    return kb_folder(kb) / EMBEDDINGS / name
