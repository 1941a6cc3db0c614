"""Counts how far single words of claims give their labels away: normalised pointwise mutual information."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Label
from veriscope.pipeline.training_pairs import ClaimTexts
from veriscope.text import words
from veriscope.verdict.label_probabilities import LABEL_ORDER
from veriscope.verdict.model_files import ModelFiles, Settings
from veriscope.verdict.word_label_pmi import WORD_LABEL_PMI


class TellingWord(NamedTuple):
    """A word with its normalised PMI with a label, and how many claims have it and how many of these the label."""

    word: str
    npmi: float
    claims: int
    labelled: int


class WordLabelTable(NamedTuple):
    """The figures of every word that enough claims have, and the most telling words of each label."""

    files: ModelFiles
    telling: dict[Label, list[TellingWord]]


def count_word_labels(claims: Sequence[ClaimTexts], *, min_claims: int, top: int) -> WordLabelTable:
    """The normalised PMI (Bouma 2009) of words with labels: 1 where a word comes with that label only, 0 by chance.

    Each label weighs as much as the others, so that a frequent label is not a telling one.
    """
    labels = Counter(claim.label for claim in claims)
    together = Counter((word, claim.label) for claim in claims for word in set(words(claim.claim.text)))
    totals: Counter[str] = Counter()
    for (word, _), count in together.items():
        totals[word] += count
    kept = sorted(word for word, count in totals.items() if count >= min_claims)
    counts = np.array([[together[word, label] for label in LABEL_ORDER] for word in kept], float).reshape(-1, 3)
    npmi = _npmi(counts / [max(labels[label], 1) for label in LABEL_ORDER] / len(LABEL_ORDER))
    telling = {
        label: _most_telling(kept, npmi[:, column], counts, column, top=top) for column, label in enumerate(LABEL_ORDER)
    }
    settings: Settings = {"min_claims": min_claims, "claims": len(claims)}
    return WordLabelTable(ModelFiles(WORD_LABEL_PMI, settings, tuple(kept), {"npmi": npmi.astype(np.float32)}), telling)


def _npmi(joint: NDArray[np.float64]) -> NDArray[np.float64]:
    """From the chance that a claim has the word (row) and the label (column), the labels being equally likely."""
    word = joint.sum(axis=1, keepdims=True)
    found = np.maximum(joint, 1e-12)
    values = np.log(found * len(LABEL_ORDER) / np.maximum(word, 1e-12)) / -np.log(np.minimum(found, 1 - 1e-12))
    normalised: NDArray[np.float64] = np.where(joint > 0, values, -1.0)
    return normalised


def _most_telling(
    kept: Sequence[str], npmi: NDArray[np.float64], counts: NDArray[np.float64], column: int, *, top: int
) -> list[TellingWord]:
    order = sorted(range(len(kept)), key=lambda place: (-npmi[place], kept[place]))[:top]
    return [
        TellingWord(kept[place], float(npmi[place]), math.floor(counts[place].sum()), math.floor(counts[place, column]))
        for place in order
    ]
