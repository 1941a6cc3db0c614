"""Trains the bias model that reads nothing but the claim: logistic regression over n-grams, in numpy."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.pipeline.training_pairs import ClaimTexts
from veriscope.verdict.claim_only import CLAIM_ONLY, claim_ngrams, known_columns
from veriscope.verdict.label_probabilities import LABEL_ORDER
from veriscope.verdict.model_files import ModelFiles, Settings


@dataclass(frozen=True, slots=True)
class ClaimOnlySettings:
    """An n-gram counts when so many claims have it; AdaGrad takes steps of a batch, with a ridge penalty."""

    min_claims: int = 5
    epochs: int = 10
    batch: int = 256
    learning_rate: float = 0.1
    l2: float = 1e-5


class _Bags(NamedTuple):
    """The columns of all claims one after another, and where each claim's begin."""

    columns: NDArray[np.int64]
    begins: NDArray[np.int64]
    labels: NDArray[np.int64]


def train_claim_only(claims: Sequence[ClaimTexts], settings: ClaimOnlySettings, *, seed: int) -> ModelFiles:
    """The model of the claims; each label weighs as much as the others, as in FEVER's development set."""
    ngrams = [claim_ngrams(claim.claim.text) for claim in claims]
    counts = Counter(ngram for found in ngrams for ngram in found)
    kept = sorted(ngram for ngram, count in counts.items() if count >= settings.min_claims)
    places = {ngram: column for column, ngram in enumerate(kept)}
    labels = np.array([LABEL_ORDER.index(claim.label) for claim in claims])
    weights, bias = _fit([known_columns(found, places) for found in ngrams], labels, len(kept), settings, seed=seed)
    saved: Settings = {
        "min_claims": settings.min_claims,
        "epochs": settings.epochs,
        "seed": seed,
        "claims": len(claims),
    }
    return ModelFiles(CLAIM_ONLY, saved, tuple(kept), {"weights": weights, "bias": bias})


def _fit(
    rows: Sequence[NDArray[np.int64]], labels: NDArray[np.int64], width: int, settings: ClaimOnlySettings, *, seed: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    generator = np.random.default_rng(seed)
    # The last row is the bias: every claim has it.
    weights = np.zeros((width + 1, len(LABEL_ORDER)))
    squares = np.full(weights.shape, 1e-8)
    importance = len(labels) / (len(LABEL_ORDER) * np.maximum(np.bincount(labels, minlength=len(LABEL_ORDER)), 1))
    for _ in range(settings.epochs):
        order = generator.permutation(len(rows))
        for start in range(0, len(order), settings.batch):
            chosen = order[start : start + settings.batch]
            bags = _bags([rows[place] for place in chosen], labels[chosen], bias=width)
            touched, slope = _gradient(weights, bags, importance)
            slope += settings.l2 * weights[touched]
            squares[touched] += slope**2
            weights[touched] -= settings.learning_rate * slope / np.sqrt(squares[touched])
    return weights[:-1].astype(np.float32), weights[-1].astype(np.float32)


def _bags(rows: Sequence[NDArray[np.int64]], labels: NDArray[np.int64], *, bias: int) -> _Bags:
    full = [np.append(row, bias) for row in rows]
    return _Bags(np.concatenate(full), np.cumsum([0, *map(len, full)])[:-1], labels)


def _gradient(
    weights: NDArray[np.float64], bags: _Bags, importance: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The rows of weights that the batch has, and how the mean loss rises with each."""
    logits = np.add.reduceat(weights[bags.columns], bags.begins, axis=0)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[np.arange(len(bags.labels)), bags.labels] -= 1
    chances *= importance[bags.labels, None] / len(bags.labels)
    lengths = np.diff(np.append(bags.begins, len(bags.columns)))
    touched, places = np.unique(bags.columns, return_inverse=True)
    slope = np.zeros((len(touched), weights.shape[1]))
    np.add.at(slope, places, np.repeat(chances, lengths, axis=0))
    return touched, slope
