"""Trains the FEVER paper's perceptron over term frequencies (the `train` extra)."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from veriscope.lab.training.paper_network import PairBatch, fit_pairs, named_parameters
from veriscope.lab.training.train_loop import EpochScores, Plan, Run
from veriscope.lab.training.training_pairs import Pairs, TrainingPair
from veriscope.verdict import FEVER_MLP, LABEL_ORDER, ModelFiles, Settings, TermVector, TermVocabulary

# The columns of all vectors in a row, where each vector begins, and the frequencies.
_Bag = tuple[Tensor, Tensor, Tensor]


@dataclass(frozen=True, slots=True)
class MlpSettings:
    """The settings of Riedel et al. (2017)."""

    words: int = 5000
    hidden: int = 100
    dropout: float = 0.4
    l2: float = 1e-5
    learning_rate: float = 0.01
    batch: int = 500


class _TermNetwork(nn.Module):
    def __init__(self, width: int, settings: MlpSettings, *, seed: int) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        hidden = settings.hidden
        self._dropout = nn.Dropout(settings.dropout)
        weights = {
            "claim": _draw_weights((width, hidden), math.sqrt(6 / (2 * width + 1 + hidden)), generator),
            "body": _draw_weights((width, hidden), math.sqrt(6 / (2 * width + 1 + hidden)), generator),
            "cosine": _draw_weights((hidden,), math.sqrt(6 / (2 * width + 1 + hidden)), generator),
            "hidden_bias": torch.zeros(hidden),
            "out": _draw_weights((hidden, len(LABEL_ORDER)), math.sqrt(6 / (hidden + len(LABEL_ORDER))), generator),
            "out_bias": torch.zeros(len(LABEL_ORDER)),
        }
        self.weights = named_parameters(weights)

    def forward(self, claims: _Bag, bodies: _Bag, cosines: Tensor) -> Tensor:
        hidden = (
            self._sum_rows("claim", claims)
            + self._sum_rows("body", bodies)
            + cosines[:, None] * self.weights["cosine"]
            + self.weights["hidden_bias"]
        )
        logits: Tensor = self._dropout(hidden.relu()) @ self.weights["out"] + self.weights["out_bias"]
        return logits

    def _sum_rows(self, name: str, bag: _Bag) -> Tensor:
        columns, begins, frequencies = bag
        return functional.embedding_bag(columns, self.weights[name], begins, mode="sum", per_sample_weights=frequencies)


class _TermExamples:
    def __init__(self, pairs: Sequence[TrainingPair], vocabulary: TermVocabulary, *, batch: int) -> None:
        self._features = [vocabulary.pair(pair.claim, pair.evidence) for pair in pairs]
        self._labels = [LABEL_ORDER.index(pair.label) for pair in pairs]
        self._batch = batch

    def batches(self, generator: random.Random | None) -> Sequence[Callable[[], PairBatch]]:
        order = list(range(len(self._labels)))
        if generator is not None:
            generator.shuffle(order)
        starts = range(0, len(order), self._batch)
        return [partial(self._make, order[start : start + self._batch]) for start in starts]

    def _make(self, places: Sequence[int]) -> PairBatch:
        chosen = [self._features[place] for place in places]
        inputs = (
            _bag([pair.claim for pair in chosen]),
            _bag([pair.body for pair in chosen]),
            torch.tensor([pair.cosine for pair in chosen], dtype=torch.float32),
        )
        return PairBatch(inputs, torch.tensor([self._labels[place] for place in places]))


def train_fever_mlp(pairs: Pairs, plan: Plan, *, settings: MlpSettings, run: Run) -> tuple[ModelFiles, EpochScores]:
    """The model that was best on the held-out pairs, and the scores of its training."""
    texts = dict.fromkeys(chain.from_iterable((pair.claim, pair.evidence) for pair in pairs.learned))
    vocabulary = TermVocabulary.of(texts, size=settings.words)
    network = _TermNetwork(len(vocabulary.words), settings, seed=plan.seed)
    learned, held_out = (
        _TermExamples(some, vocabulary, batch=settings.batch) for some in (pairs.learned, pairs.held_out)
    )
    optimiser = torch.optim.Adam(network.parameters(), lr=settings.learning_rate, weight_decay=settings.l2)
    fitted = fit_pairs(network, optimiser, (learned, held_out), plan, run)
    arrays = {name: tensor.detach().numpy() for name, tensor in network.weights.items()} | {"idf": vocabulary.idf}
    count = len(pairs.learned)
    kept: Settings = {**asdict(settings), "seed": plan.seed, "pairs": count, "best_epoch": fitted.best_epoch}
    return ModelFiles(FEVER_MLP, kept, vocabulary.words, arrays), fitted


def _bag(vectors: Sequence[TermVector]) -> _Bag:
    begins = np.cumsum([0, *(len(vector.columns) for vector in vectors)])[:-1]
    return (
        torch.from_numpy(np.concatenate([vector.columns for vector in vectors])),
        torch.from_numpy(begins.astype(np.int64)),
        torch.from_numpy(np.concatenate([vector.frequencies for vector in vectors])),
    )


def _draw_weights(shape: tuple[int, ...], bound: float, generator: torch.Generator) -> Tensor:
    return (torch.rand(shape, generator=generator) * 2 - 1) * bound
