"""Trains an embedding on the facts that a view shows, visited in random order; several threads use no locks."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import InputError
from veriscope.graph.compact import View
from veriscope.graph.embeddings.draws import Visits
from veriscope.graph.embeddings.embedding import Embedding, Facts, fact_keys
from veriscope.graph.embeddings.identity import facts_hash, graph_hash, hidden_facts
from veriscope.graph.embeddings.losses import Recipe
from veriscope.graph.embeddings.rows import Squares, Vectors
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.transe import train_transe
from veriscope.graph.embeddings.transh import train_transh

# How many facts are visited between two reports of progress.
_STRETCH = 1 << 17
_FIRST_SQUARE = 1e-6
_KERNELS = {"transe": train_transe, "transh": train_transh}

# Visits made, visits in all, mean loss of the last stretch.
Progress = Callable[[int, int, float], None]


def train_embedding(view: View, settings: EmbeddingSettings, *, progress: Progress | None = None) -> Embedding:
    """Train on the seen facts only; `progress` is called every second or so, and may raise to stop."""
    facts = view.facts()
    if not len(facts):
        raise InputError("the graph shows no fact between entities; an embedding needs at least one")
    counts = {"entities": len(view.graph.nodes), "predicates": len(view.graph.predicates)}
    rng = np.random.default_rng(settings.seed)
    vectors = _first_vectors(settings, rng=rng, **counts)
    visits = _first_visits(facts, settings, predicates=counts["predicates"])
    _Trainer(settings, vectors, _first_squares(vectors), rng, progress).run(visits)
    seen = np.sort(fact_keys(facts, **counts))
    return Embedding(settings, *vectors, seen, graph_hash(view.graph), facts_hash(hidden_facts(view)))


@dataclass(frozen=True, slots=True)
class _Trainer:
    settings: EmbeddingSettings
    vectors: Vectors
    squares: Squares
    rng: np.random.Generator
    progress: Progress | None

    def run(self, visits: Visits) -> None:
        """Visit every fact once in each epoch."""
        total, done = len(visits.facts) * self.settings.epochs, 0
        with ThreadPoolExecutor(self.settings.threads) as pool:
            for stretch in self._stretches(len(visits.facts)):
                loss = self._visit(pool, visits, stretch)
                done += len(stretch)
                if self.progress:
                    self.progress(done, total, loss / len(stretch))

    def _stretches(self, facts: int) -> Iterator[NDArray[np.int64]]:
        for _ in range(self.settings.epochs):
            order = self.rng.permutation(facts)
            yield from (order[start : start + _STRETCH] for start in range(0, facts, _STRETCH))

    def _visit(self, pool: ThreadPoolExecutor, visits: Visits, stretch: NDArray[np.int64]) -> float:
        """The sum of the losses of a stretch; its visits are split among the threads."""
        kernel, recipe = _KERNELS[self.settings.model], _recipe(self.settings)
        parts = np.array_split(stretch, self.settings.threads)
        seeds = self.rng.integers(1 << 62, size=len(parts)).tolist()
        runs = [
            (visits._replace(order=part), self.vectors, self.squares, recipe, self.settings.negatives, seed)
            for part, seed in zip(parts, seeds, strict=True)
        ]
        if len(runs) == 1:
            return float(kernel(*runs[0]))
        return sum(pool.map(lambda run: float(kernel(*run)), runs))


def _recipe(settings: EmbeddingSettings) -> Recipe:
    return Recipe(
        settings.norm,
        settings.loss == "margin",
        settings.optimiser == "adagrad",
        settings.has_unit_entities,
        settings.margin,
        settings.temperature,
        settings.rate,
        settings.visits_a_draw,
    )


def _first_vectors(settings: EmbeddingSettings, *, entities: int, predicates: int, rng: np.random.Generator) -> Vectors:
    """Uniformly random; of length 1 if entities must be (Bordes et al. 2013). Normals always are."""
    rows = {"entities": entities, "predicates": predicates, "normals": predicates}
    vectors = {name: _uniform(rng, count, settings.dimension) for name, count in rows.items()}
    if settings.model == "transe":
        vectors["normals"] = np.empty((predicates, 0), dtype=np.float32)
    if settings.has_unit_entities:
        _make_units(vectors["entities"])
        _make_units(vectors["predicates"])
    _make_units(vectors["normals"])
    return Vectors(**vectors)


def _uniform(rng: np.random.Generator, rows: int, dimension: int) -> NDArray[np.float32]:
    drawn = rng.random((rows, dimension), dtype=np.float32)
    drawn *= 2
    drawn -= 1
    drawn /= np.float32(dimension**0.5)
    return drawn


def _make_units(rows: NDArray[np.float32]) -> None:
    rows /= np.maximum(np.sqrt(np.einsum("fd,fd->f", rows, rows)), np.float32(1e-12))[:, None]


def _first_squares(vectors: Vectors) -> Squares:
    return Squares(*(np.full(len(rows), _FIRST_SQUARE, dtype=rows.dtype) for rows in vectors))


def _first_visits(facts: Facts, settings: EmbeddingSettings, *, predicates: int) -> Visits:
    shares = np.full(predicates, 0.5)
    if settings.corruption == "bernoulli":
        shares = subject_shares(facts, predicates=predicates)
    return Visits(np.ascontiguousarray(facts), np.empty(0, dtype=np.int64), shares)


def subject_shares(facts: Facts, *, predicates: int) -> NDArray[np.float64]:
    """By predicate, objects per subject ÷ (objects per subject + subjects per object) (Wang et al. 2014)."""
    subjects = np.bincount(np.unique(facts[:, :2], axis=0)[:, 1], minlength=predicates)
    objects = np.bincount(np.unique(facts[:, 1:], axis=0)[:, 0], minlength=predicates)
    # With n facts: n/subjects ÷ (n/subjects + n/objects).
    return np.where(subjects + objects > 0, objects / np.maximum(subjects + objects, 1), 0.5)
