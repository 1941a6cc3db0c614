"""Trains decomposable attention with the settings of the FEVER paper (the `train` extra)."""

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from veriscope.lab.training.paper_network import PairBatch, fit_pairs, named_parameters
from veriscope.lab.training.train_loop import EpochScores, Plan, Run
from veriscope.lab.training.training_pairs import Pairs, TrainingPair
from veriscope.verdict import DECOMPOSABLE_ATTENTION, LABEL_ORDER, LAYERS, PADDING, ModelFiles, Settings, WordVectors

_MASK_SIZE = 1 << 22


@dataclass(frozen=True, slots=True)
class AttentionSettings:
    """The settings of the paper's AllenNLP model; `max_tokens` shortens long texts in training, to save time."""

    hidden: int = 200
    dropout: float = 0.2
    learning_rate: float = 0.01
    batch: int = 32
    max_tokens: int = 100


class AttentionNetwork(nn.Module):
    """The network of Parikh et al. (2016) without attention within a sentence; word vectors are not trained."""

    def __init__(self, vectors: NDArray[np.floating], settings: AttentionSettings, *, seed: int) -> None:
        super().__init__()
        self._dropout = settings.dropout
        self._vectors = torch.from_numpy(vectors.astype(np.float32))
        self.weights = named_parameters(_initial_weights(vectors.shape[1], settings.hidden, seed=seed))
        drawn = torch.rand(_MASK_SIZE, generator=torch.Generator().manual_seed(seed))
        self._mask = (drawn >= settings.dropout).float() / (1 - settings.dropout)

    def forward(self, claims: Tensor, texts: Tensor) -> Tensor:
        """One logit for each label and pair of word rows, which are padded at the end."""
        asked, said = self._embed(claims), self._embed(texts)
        no_claim, no_text = claims == PADDING, texts == PADDING
        similarity = self._two_layers(asked, "attend") @ self._two_layers(said, "attend").transpose(1, 2)
        to_text = similarity.masked_fill(no_text[:, None, :], -1e9).softmax(dim=2) @ said
        to_claim = similarity.transpose(1, 2).masked_fill(no_claim[:, None, :], -1e9).softmax(dim=2) @ asked
        compared = [
            self._two_layers(torch.cat([own, other], dim=2), "compare").masked_fill(absent[:, :, None], 0).sum(1)
            for own, other, absent in ((asked, to_text, no_claim), (said, to_claim, no_text))
        ]
        hidden = self._drop_out(self._layer(torch.cat(compared, dim=1), "aggregate_1").relu())
        return self._layer(hidden, "aggregate_2")

    def _embed(self, rows: Tensor) -> Tensor:
        return self._layer(self._vectors[rows], "project")

    def _two_layers(self, values: Tensor, name: str) -> Tensor:
        for part in (1, 2):
            values = self._drop_out(self._layer(values, f"{name}_{part}").relu())
        return values

    def _drop_out(self, values: Tensor) -> Tensor:
        """Dropout with a mask from one long random draw: drawing a new mask each time takes a third of the time."""
        size = values.numel()
        if not self.training:
            return values
        if size >= _MASK_SIZE:
            return functional.dropout(values, self._dropout)
        begin = int(torch.randint(0, _MASK_SIZE - size, (1,)))
        return values * self._mask[begin : begin + size].view(values.shape)

    def _layer(self, values: Tensor, name: str) -> Tensor:
        weighted: Tensor = values @ self.weights[name] + self.weights[f"{name}_bias"]
        return weighted


class AttentionExamples:
    """Pairs as rows of words, in batches of similar lengths."""

    def __init__(self, pairs: Sequence[TrainingPair], words: WordVectors, settings: AttentionSettings) -> None:
        self._claims = [words.rows(pair.claim, limit=settings.max_tokens) for pair in pairs]
        self._texts = [words.rows(pair.evidence, limit=settings.max_tokens) for pair in pairs]
        self._labels = [LABEL_ORDER.index(pair.label) for pair in pairs]
        self._batch = settings.batch

    def batches(self, generator: random.Random | None) -> Sequence[Callable[[], PairBatch]]:
        """Every pair once; pairs of a batch are about equally long, and a generator shuffles the batches."""
        # Random noise in the lengths makes the batches differ between epochs.
        noise = [generator.random() if generator is not None else 0.0 for _ in self._labels]
        lengths = [len(text) * (1 + 0.1 * part) for text, part in zip(self._texts, noise, strict=True)]
        order = sorted(range(len(lengths)), key=lambda place: lengths[place])
        groups = [order[start : start + self._batch] for start in range(0, len(order), self._batch)]
        if generator is not None:
            generator.shuffle(groups)
        return [partial(self._make, group) for group in groups]

    def _make(self, places: Sequence[int]) -> PairBatch:
        inputs = tuple(_pad_rows([rows[place] for place in places]) for rows in (self._claims, self._texts))
        return PairBatch(inputs, torch.tensor([self._labels[place] for place in places]))


def train_decomposable_attention(
    pairs: Pairs, plan: Plan, *, settings: AttentionSettings, words: WordVectors, run: Run
) -> tuple[ModelFiles, EpochScores]:
    """The model that was best on the held-out pairs, and the scores of its training."""
    network = AttentionNetwork(words.vectors, settings, seed=plan.seed)
    learned, held_out = (AttentionExamples(some, words, settings) for some in (pairs.learned, pairs.held_out))
    # AdaGrad, as in both papers.
    optimiser = torch.optim.Adagrad(network.parameters(), lr=settings.learning_rate)
    fitted = fit_pairs(network, optimiser, (learned, held_out), plan, run)
    arrays = {name: tensor.detach().numpy() for name, tensor in network.weights.items()} | {"vectors": words.vectors}
    count = len(pairs.learned)
    kept: Settings = {**asdict(settings), "seed": plan.seed, "pairs": count, "best_epoch": fitted.best_epoch}
    return ModelFiles(DECOMPOSABLE_ATTENTION, kept, words.words, arrays), fitted


def _initial_weights(width: int, hidden: int, *, seed: int) -> dict[str, Tensor]:
    """Normal weights by Glorot and Bengio (2010), as in AllenNLP's settings; the biases begin at zero."""
    generator = torch.Generator().manual_seed(seed)
    sizes = dict(
        zip(
            LAYERS,
            [(width, hidden), *[(hidden, hidden)] * 2, (2 * hidden, hidden), (hidden, hidden), (2 * hidden, hidden),
             (hidden, len(LABEL_ORDER))],
            strict=True,
        )
    )  # fmt: skip
    weights: dict[str, Tensor] = {}
    for name, (read, written) in sizes.items():
        weights[name] = torch.randn(read, written, generator=generator) * (2 / (read + written)) ** 0.5
        weights[f"{name}_bias"] = torch.zeros(written)
    return weights


def _pad_rows(rows: Sequence[NDArray[np.int32]]) -> Tensor:
    filled = np.full((len(rows), max(map(len, rows))), PADDING, np.int64)
    for place, row in enumerate(rows):
        filled[place, : len(row)] = row
    return torch.from_numpy(filled)
