"""Trains an embedding of a graph and saves it with the graph."""

from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import UsageError
from veriscope.graph import EmbeddingSettings, Progress, View, hidden_facts, numbers_of, save_embedding, train_embedding
from veriscope.kb.check_file import read_named_rows
from veriscope.pipeline import kb_folder, open_kb

EMBEDDINGS = "embeddings"


@dataclass(frozen=True, slots=True)
class LeftOutRows:
    """The graph without the facts that training must not see, and the bad lines of their file."""

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
    """Train on what the view shows; the embedding appears in the graph's folder when it is complete."""
    folder, losses = embedding_folder(kb, name), list[float]()

    def report(done: int, total: int, loss: float) -> None:
        losses.append(loss)
        progress(done, total, loss)

    embedding = train_embedding(view, settings, progress=report)
    save_embedding(folder, embedding)
    return TrainedEmbedding(folder, settings, len(embedding.seen), len(hidden_facts(view)), losses[-1])


def embedding_folder(kb: Path, name: str) -> Path:
    """The folder of a graph's embedding with that name."""
    if not name or name != Path(name).name or name.startswith("."):
        raise UsageError(f"{name!r} is not a name for an embedding; choose one without slashes, such as transe-200")
    return kb_folder(kb) / EMBEDDINGS / name
