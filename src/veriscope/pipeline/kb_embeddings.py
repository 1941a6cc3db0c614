"""Embeddings that have not seen what is judged: saved with the graph, kept in the cache, or trained now."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from veriscope.checking import EmbeddingChecker
from veriscope.domain import TripleChecker
from veriscope.errors import StoreError
from veriscope.graph import Graph, View
from veriscope.graph.embedding import Embedding
from veriscope.graph.embedding_files import open_embedding, save_embedding
from veriscope.graph.embedding_identity import facts_hash, graph_hash, hidden_facts
from veriscope.graph.embedding_settings import EmbeddingSettings, Model
from veriscope.graph.embedding_training import train_embedding
from veriscope.pipeline.cache_folder import cache_folder

# The model, and how many visits of how many are made.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class EmbeddingShelf:
    """The embeddings of one graph; one that saw a hidden fact is never taken.

    Where none fits, one is trained on what the view shows, and kept in the user's cache by what was hidden.
    """

    folder: Path
    graph: Graph
    seed: int = 0
    report: Report = lambda *_: None
    may_train: bool = True

    def checker(self, model: Model, view: View) -> TripleChecker | None:
        """A checker by an embedding of that model; nothing where none fits and none may be trained."""
        embedding = self.embedding(model, view)
        return None if embedding is None else EmbeddingChecker(embedding, view)

    def embedding(self, model: Model, view: View) -> Embedding | None:
        """One that has seen no fact that the view hides."""
        folder = self.folder_of(model, view)
        return None if folder is None else open_embedding(folder)

    def folder_of(self, model: Model, view: View) -> Path | None:
        """Where such an embedding is; one is trained where none is, and where that is allowed."""
        hidden, identity = hidden_facts(view), graph_hash(self.graph)
        for folder, saved in self._saved(model):
            if saved.graph_hash == identity and not saved.saw(hidden).any():
                return folder
        kept = self._kept_at(model, identity, facts_hash(hidden))
        if _is_whole(kept):
            return kept
        if not self.may_train:
            return None
        settings = self._settings(model)
        embedding = train_embedding(view, settings, progress=lambda done, total, _: self.report(model, done, total))
        save_embedding(kept, embedding)
        return kept

    def _saved(self, model: Model) -> Iterator[tuple[Path, Embedding]]:
        for manifest in sorted(self.folder.glob("embeddings/*/manifest.json")):
            embedding = open_embedding(manifest.parent)
            if embedding.settings.model == model:
                yield manifest.parent, embedding

    def _settings(self, model: Model) -> EmbeddingSettings:
        return EmbeddingSettings(model=model, seed=self.seed)

    def _kept_at(self, model: Model, identity: str, hidden: str) -> Path:
        settings = json.dumps(asdict(self._settings(model)), sort_keys=True)
        name = hashlib.blake2b(f"{identity} {hidden} {settings}".encode(), digest_size=12).hexdigest()
        return cache_folder() / "embeddings" / f"{model}-{name}"


def _is_whole(folder: Path) -> bool:
    try:
        open_embedding(folder)
    except StoreError:
        return False
    return True
