"""Embeddings that have not seen the facts to judge: saved with the graph, kept in the cache, or trained now."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from veriscope.checking import EmbeddingChecker
from veriscope.domain import TripleChecker
from veriscope.errors import StoreError
from veriscope.files import cache_folder, hold_lock
from veriscope.graph import (
    Embedding,
    EmbeddingSettings,
    Graph,
    Model,
    View,
    facts_hash,
    graph_hash,
    hidden_facts,
    open_embedding,
    save_embedding,
    train_embedding,
)

_LONGEST_TRAINING_S = 24 * 3600

# Arguments: the model, the visits done so far, and all visits.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class EmbeddingCache:
    """The embeddings of one graph; an embedding that saw a hidden fact is never used.

    If none fits, one is trained on the facts that the view shows, and kept in the user's cache by what was hidden.
    """

    folder: Path
    graph: Graph
    seed: int = 0
    report: Report = lambda *_: None
    may_train: bool = True

    def checker(self, model: Model, view: View) -> TripleChecker | None:
        """A checker that uses an embedding of that model; None if none fits and none may be trained."""
        embedding = self.embedding(model, view)
        return None if embedding is None else EmbeddingChecker(embedding, view)

    def embedding(self, model: Model, view: View) -> Embedding | None:
        """An embedding that has seen no fact that the view hides."""
        folder = self.folder_of(model, view)
        return None if folder is None else open_embedding(folder)

    def folder_of(self, model: Model, view: View) -> Path | None:
        """Returns the embedding's folder; trains one first if it is missing and training is allowed."""
        hidden, identity = hidden_facts(view), graph_hash(self.graph)
        for folder, saved in self._saved_embeddings(model):
            if saved.graph_hash == identity and not saved.saw(hidden).any():
                return folder
        kept = self._cache_path(model, identity, facts_hash(hidden))
        if _is_whole(kept):
            return kept
        if not self.may_train:
            return None
        kept.parent.mkdir(parents=True, exist_ok=True)
        # One process trains; others that need the same embedding wait for it.
        with hold_lock(kept, wait_s=_LONGEST_TRAINING_S):
            if not _is_whole(kept):
                self._train(model, view, kept)
        return kept

    def _train(self, model: Model, view: View, folder: Path) -> None:
        settings = self._settings(model)
        embedding = train_embedding(view, settings, progress=lambda done, total, _: self.report(model, done, total))
        save_embedding(folder, embedding)

    def _saved_embeddings(self, model: Model) -> Iterator[tuple[Path, Embedding]]:
        for manifest in sorted(self.folder.glob("embeddings/*/manifest.json")):
            embedding = open_embedding(manifest.parent)
            if embedding.settings.model == model:
                yield manifest.parent, embedding

    def _settings(self, model: Model) -> EmbeddingSettings:
        return EmbeddingSettings(model=model, seed=self.seed)

    def _cache_path(self, model: Model, identity: str, hidden: str) -> Path:
        settings = json.dumps(asdict(self._settings(model)), sort_keys=True)
        name = hashlib.blake2b(f"{identity} {hidden} {settings}".encode(), digest_size=12).hexdigest()
        return cache_folder() / "embeddings" / f"{model}-{name}"


def _is_whole(folder: Path) -> bool:
    try:
        open_embedding(folder)
    except StoreError:
        return False
    return True
