"""Trains the FEVER paper's perceptron over term frequencies (the `train` extra)."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from veriscope.pipeline.torch_training import Batch, Fitted, TrainingPlan, TrainingRun, fit
from veriscope.pipeline.training_pairs import Pairs, TrainingPair
from veriscope.verdict.fever_mlp import FEVER_MLP
from veriscope.verdict.label_probabilities import LABEL_ORDER
from veriscope.verdict.model_files import ModelFiles, Settings
from veriscope.verdict.term_frequencies import TermVector, TermVocabulary


@dataclass(frozen=True, slots=True)
class MlpSettings:
    """Those of Riedel et al. (2017)."""

    words: int = 5000
    hidden: int = 100
    dropout: float = 0.4
    l2: float = 1e-5
    learning_rate: float = 0.01
    batch: int = 500


class _TermNetwork:
    def __init__(self, width: int, settings: MlpSettings, *, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        hidden = settings.hidden
        self._settings = settings
        self.weights = {
            "claim": _drawn((width, hidden), math.sqrt(6 / (2 * width + 1 + hidden)), generator),
            "body": _drawn((width, hidden), math.sqrt(6 / (2 * width + 1 + hidden)), generator),
            "cosine": _drawn((hidden,), math.sqrt(6 / (2 * width + 1 + hidden)), generator),
            "hidden_bias": torch.zeros(hidden),
            "out": _drawn((hidden, len(LABEL_ORDER)), math.sqrt(6 / (hidden + len(LABEL_ORDER))), generator),
            "out_bias": torch.zeros(len(LABEL_ORDER)),
        }
        for tensor in self.weights.values():
            tensor.requires_grad_()

    def logits(self, inputs: tuple[Any, ...], *, dropout: bool) -> Any:  # noqa: ANN401 - torch has no types here
        claims, bodies, cosines = inputs
        hidden = (
            self._summed("claim", claims)
            + self._summed("body", bodies)
            + cosines[:, None] * self.weights["cosine"]
            + self.weights["hidden_bias"]
        )
        kept = functional.dropout(hidden.relu(), self._settings.dropout, training=dropout)
        return kept @ self.weights["out"] + self.weights["out_bias"]

    def optimiser(self) -> Any:  # noqa: ANN401
        settings = self._settings
        return torch.optim.Adam(self.weights.values(), lr=settings.learning_rate, weight_decay=settings.l2)

    def _summed(self, name: str, bag: tuple[Any, Any, Any]) -> Any:  # noqa: ANN401
        columns, begins, frequencies = bag
        return functional.embedding_bag(columns, self.weights[name], begins, mode="sum", per_sample_weights=frequencies)


class _TermExamples:
    def __init__(self, pairs: Sequence[TrainingPair], vocabulary: TermVocabulary, *, batch: int) -> None:
        self._features = [vocabulary.pair(pair.claim, pair.evidence) for pair in pairs]
        self._labels = [LABEL_ORDER.index(pair.label) for pair in pairs]
        self._batch = batch

    def batches(self, generator: random.Random | None) -> Sequence[Callable[[], Batch]]:
        order = list(range(len(self._labels)))
        if generator is not None:
            generator.shuffle(order)
        starts = range(0, len(order), self._batch)
        return [partial(self._make, order[start : start + self._batch]) for start in starts]

    def _make(self, places: Sequence[int]) -> Batch:
        chosen = [self._features[place] for place in places]
        inputs = (
            _bag([pair.claim for pair in chosen]),
            _bag([pair.body for pair in chosen]),
            torch.tensor([pair.cosine for pair in chosen], dtype=torch.float32),
        )
        return Batch(inputs, torch.tensor([self._labels[place] for place in places]))


def train_fever_mlp(
    pairs: Pairs, plan: TrainingPlan, *, settings: MlpSettings, run: TrainingRun
) -> tuple[ModelFiles, Fitted]:
    """The model that was best on what is held out, and how the training went."""
    texts = dict.fromkeys(chain.from_iterable((pair.claim, pair.evidence) for pair in pairs.learned))
    vocabulary = TermVocabulary.of(texts, size=settings.words)
    network = _TermNetwork(len(vocabulary.words), settings, seed=plan.seed)
    learned, held_out = (
        _TermExamples(some, vocabulary, batch=settings.batch) for some in (pairs.learned, pairs.held_out)
    )
    fitted = fit(network, learned, held_out, plan, run)
    arrays = {name: tensor.numpy() for name, tensor in fitted.weights.items()} | {"idf": vocabulary.idf}
    count = len(pairs.learned)
    kept: Settings = {**asdict(settings), "seed": plan.seed, "pairs": count, "best_epoch": fitted.best_epoch}
    return ModelFiles(FEVER_MLP, kept, vocabulary.words, arrays), fitted


def _bag(vectors: Sequence[TermVector]) -> tuple[Any, Any, Any]:
    """The vectors one after another, and where each begins."""
    begins = np.cumsum([0, *(len(vector.columns) for vector in vectors)])[:-1]
    return (
        torch.from_numpy(np.concatenate([vector.columns for vector in vectors])),
        torch.from_numpy(begins.astype(np.int64)),
        torch.from_numpy(np.concatenate([vector.frequencies for vector in vectors])),
    )


def _drawn(shape: tuple[int, ...], bound: float, generator: Any) -> Any:  # noqa: ANN401
    return (torch.rand(shape, generator=generator) * 2 - 1) * bound
