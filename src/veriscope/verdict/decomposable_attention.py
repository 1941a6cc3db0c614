"""Decomposable attention: words of claim and evidence aligned, compared pair by pair, and summed."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Claim, Evidence, Stance, Verdict
from veriscope.errors import StoreError
from veriscope.verdict.label_probabilities import NO_EVIDENCE, joined_text, stance_from, verdict_from
from veriscope.verdict.model_files import Array, ModelFiles
from veriscope.verdict.word_vectors import RESERVED, WordVectors

DECOMPOSABLE_ATTENTION = "decomposable-attention"
LAYERS = ("project", "attend_1", "attend_2", "compare_1", "compare_2", "aggregate_1", "aggregate_2")
_SHAPES = {"vectors": 2} | dict.fromkeys(LAYERS, 2) | {f"{layer}_bias": 1 for layer in LAYERS}
# Longer texts are cut: attention takes memory in proportion to the product of the two lengths.
_MAX_CLAIM_TOKENS = 500
_MAX_EVIDENCE_TOKENS = 4000


class DecomposableAttention:
    """Reads the pieces of evidence as one text (Parikh et al. 2016, with the settings of Thorne et al. 2018)."""

    def __init__(self, folder: Path) -> None:
        files = ModelFiles.read(folder, kind=DECOMPOSABLE_ATTENTION, shapes=_SHAPES)
        if len(files.arrays["vectors"]) != RESERVED + len(files.words):
            raise StoreError(f"{folder} is damaged (its words and vectors differ in number); train the model again")
        self.settings = files.settings
        self._words = WordVectors(files.words, files.arrays["vectors"])
        self._weights = {name: array.astype(np.float32) for name, array in files.arrays.items() if name != "vectors"}

    def decide(self, claim: Claim, evidence: Sequence[Evidence], **_unread: object) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO when there is none."""
        if not evidence:
            return NO_EVIDENCE
        asked = self._embed(claim.text, limit=_MAX_CLAIM_TOKENS)
        stances = [self._stance(asked, piece.text) for piece in evidence] if len(evidence) > 1 else []
        whole = self._stance(asked, joined_text(evidence))
        return verdict_from(whole, stances or [whole])

    def _embed(self, text: str, *, limit: int) -> Array:
        rows = self._words.rows(text, limit=limit)
        return _layer(self._words.vectors[rows].astype(np.float32), self._weights, "project")

    def _stance(self, asked: Array, text: str) -> Stance:
        said = self._embed(text, limit=_MAX_EVIDENCE_TOKENS)
        similarity = self._two_layers(asked, "attend") @ self._two_layers(said, "attend").T
        compared = [
            self._two_layers(np.concatenate([asked, _softmax(similarity) @ said], axis=1), "compare"),
            self._two_layers(np.concatenate([said, _softmax(similarity.T) @ asked], axis=1), "compare"),
        ]
        summed = np.concatenate([part.sum(axis=0) for part in compared])
        hidden = np.maximum(_layer(summed, self._weights, "aggregate_1"), 0)
        return stance_from(_layer(hidden, self._weights, "aggregate_2"))

    def _two_layers(self, values: Array, name: str) -> Array:
        hidden = np.maximum(_layer(values, self._weights, f"{name}_1"), 0)
        return np.maximum(_layer(hidden, self._weights, f"{name}_2"), 0)


def _layer(values: Array, weights: Mapping[str, Array], name: str) -> Array:
    return values @ weights[name] + weights[f"{name}_bias"]


def _softmax(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    weights = np.exp(rows - rows.max(axis=1, keepdims=True))
    normalised: NDArray[np.float32] = weights / weights.sum(axis=1, keepdims=True)
    return normalised
