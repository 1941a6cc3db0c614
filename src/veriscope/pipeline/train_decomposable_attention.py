"""Trains decomposable attention with the settings of the FEVER paper (the `train` extra)."""

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from veriscope.pipeline.torch_training import Batch, Fitted, Tensors, TrainingPlan, TrainingRun, fit
from veriscope.pipeline.training_pairs import Pairs, TrainingPair
from veriscope.verdict.decomposable_attention import DECOMPOSABLE_ATTENTION, LAYERS
from veriscope.verdict.label_probabilities import LABEL_ORDER
from veriscope.verdict.model_files import ModelFiles, Settings
from veriscope.verdict.word_vectors import PADDING, WordVectors

_MASK_SIZE = 1 << 22


@dataclass(frozen=True, slots=True)
class AttentionSettings:
    """Those of the paper's AllenNLP model; `max_tokens` cuts the longest evidence while learning, to save time."""

    hidden: int = 200
    dropout: float = 0.2
    learning_rate: float = 0.01
    batch: int = 32
    max_tokens: int = 100


class AttentionNetwork:
    """The network of Parikh et al. (2016) without attention within a sentence; the word vectors stay as they are."""

    def __init__(self, vectors: NDArray[np.floating], settings: AttentionSettings, *, seed: int) -> None:
        self._settings = settings
        self._vectors = torch.from_numpy(vectors.astype(np.float32))
        self.weights = _initial_weights(vectors.shape[1], settings.hidden, seed=seed)
        drawn = torch.rand(_MASK_SIZE, generator=torch.Generator().manual_seed(seed))
        self._mask = (drawn >= settings.dropout).float() / (1 - settings.dropout)

    def logits(self, inputs: tuple[Any, ...], *, dropout: bool) -> Any:  # noqa: ANN401 - torch has no types here
        """One number a label for each pair of rows of words, padded at the end."""
        asked, said = (self._embed(rows) for rows in inputs)
        no_claim, no_text = ((rows == PADDING) for rows in inputs)
        similarity = self._two_layers(asked, "attend", dropout) @ self._two_layers(said, "attend", dropout).transpose(
            1, 2
        )
        to_text = similarity.masked_fill(no_text[:, None, :], -1e9).softmax(dim=2) @ said
        to_claim = similarity.transpose(1, 2).masked_fill(no_claim[:, None, :], -1e9).softmax(dim=2) @ asked
        compared = [
            self._two_layers(torch.cat([own, other], dim=2), "compare", dropout)
            .masked_fill(absent[:, :, None], 0)
            .sum(1)
            for own, other, absent in ((asked, to_text, no_claim), (said, to_claim, no_text))
        ]
        hidden = self._thinned(self._layer(torch.cat(compared, dim=1), "aggregate_1").relu(), dropout)
        return self._layer(hidden, "aggregate_2")

    def optimiser(self) -> Any:  # noqa: ANN401
        """AdaGrad, as in both papers."""
        return torch.optim.Adagrad(self.weights.values(), lr=self._settings.learning_rate)

    def _embed(self, rows: Any) -> Any:  # noqa: ANN401
        return self._layer(self._vectors[rows], "project")

    def _two_layers(self, values: Any, name: str, dropout: bool) -> Any:  # noqa: ANN401, FBT001
        for part in (1, 2):
            values = self._thinned(self._layer(values, f"{name}_{part}").relu(), dropout)
        return values

    def _thinned(self, values: Any, dropout: bool) -> Any:  # noqa: ANN401, FBT001
        """Dropout; the mask is a piece of one long draw, for drawing it anew takes a third of all the time."""
        size = values.numel()
        if not dropout:
            return values
        if size >= _MASK_SIZE:
            return functional.dropout(values, self._settings.dropout)
        begin = int(torch.randint(0, _MASK_SIZE - size, (1,)))
        return values * self._mask[begin : begin + size].view(values.shape)

    def _layer(self, values: Any, name: str) -> Any:  # noqa: ANN401
        return values @ self.weights[name] + self.weights[f"{name}_bias"]


class AttentionExamples:
    """Pairs as rows of words, in batches of like lengths."""

    def __init__(self, pairs: Sequence[TrainingPair], words: WordVectors, settings: AttentionSettings) -> None:
        self._claims = [words.rows(pair.claim, limit=settings.max_tokens) for pair in pairs]
        self._texts = [words.rows(pair.evidence, limit=settings.max_tokens) for pair in pairs]
        self._labels = [LABEL_ORDER.index(pair.label) for pair in pairs]
        self._batch = settings.batch

    def batches(self, generator: random.Random | None) -> Sequence[Callable[[], Batch]]:
        """Every pair once; those of a batch are about equally long, and the batches come in any order."""
        # Random parts of a length keep the batches from being the same in every epoch.
        noise = [generator.random() if generator is not None else 0.0 for _ in self._labels]
        lengths = [len(text) * (1 + 0.1 * part) for text, part in zip(self._texts, noise, strict=True)]
        order = sorted(range(len(lengths)), key=lambda place: lengths[place])
        groups = [order[start : start + self._batch] for start in range(0, len(order), self._batch)]
        if generator is not None:
            generator.shuffle(groups)
        return [partial(self._make, group) for group in groups]

    def _make(self, places: Sequence[int]) -> Batch:
        inputs = tuple(_padded([rows[place] for place in places]) for rows in (self._claims, self._texts))
        return Batch(inputs, torch.tensor([self._labels[place] for place in places]))


def train_decomposable_attention(
    pairs: Pairs, plan: TrainingPlan, *, settings: AttentionSettings, words: WordVectors, run: TrainingRun
) -> tuple[ModelFiles, Fitted]:
    """The model that was best on what is held out, and how the training went."""
    network = AttentionNetwork(words.vectors, settings, seed=plan.seed)
    learned, held_out = (AttentionExamples(some, words, settings) for some in (pairs.learned, pairs.held_out))
    fitted = fit(network, learned, held_out, plan, run)
    arrays = {name: tensor.numpy() for name, tensor in fitted.weights.items()} | {"vectors": words.vectors}
    count = len(pairs.learned)
    kept: Settings = {**asdict(settings), "seed": plan.seed, "pairs": count, "best_epoch": fitted.best_epoch}
    return ModelFiles(DECOMPOSABLE_ATTENTION, kept, words.words, arrays), fitted


def _initial_weights(width: int, hidden: int, *, seed: int) -> Tensors:
    """Normal by Glorot and Bengio (2010), as in AllenNLP's settings; no bias at first."""
    generator = torch.Generator().manual_seed(seed)
    sizes = dict(
        zip(
            LAYERS,
            [(width, hidden), *[(hidden, hidden)] * 2, (2 * hidden, hidden), (hidden, hidden), (2 * hidden, hidden),
             (hidden, len(LABEL_ORDER))],
            strict=True,
        )
    )  # fmt: skip
    weights: Tensors = {}
    for name, (read, written) in sizes.items():
        weights[name] = torch.randn(read, written, generator=generator) * (2 / (read + written)) ** 0.5
        weights[f"{name}_bias"] = torch.zeros(written)
    return {name: tensor.requires_grad_() for name, tensor in weights.items()}


def _padded(rows: Sequence[NDArray[np.int32]]) -> Any:  # noqa: ANN401
    filled = np.full((len(rows), max(map(len, rows))), PADDING, np.int64)
    for place, row in enumerate(rows):
        filled[place, : len(row)] = row
    return torch.from_numpy(filled)
