"""Measures how much single words of claims reveal their labels: normalised pointwise mutual information."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Label
from veriscope.lab.training.training_pairs import ClaimTexts
from veriscope.text import words
from veriscope.verdict import LABEL_ORDER, WORD_LABEL_PMI, ModelFiles, Settings


class TellingWord(NamedTuple):
    """A word, its normalised PMI with a label, how many claims have it, and how many of these have the label."""

    word: str
    npmi: float
    claims: int
    labelled: int


class WordLabelTable(NamedTuple):
    """The figures of every word in enough claims, and the words of each label with the highest PMI."""

    files: ModelFiles
    telling: dict[Label, list[TellingWord]]


def count_word_labels(claims: Sequence[ClaimTexts], *, min_claims: int, top: int) -> WordLabelTable:
    """The normalised PMI (Bouma 2009) of words and labels: 1 if a word occurs only with the label, 0 by chance.

    All labels have equal weight, so that a frequent label does not stand out.
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
    """The normalised PMI, from the joint probability of words (rows) and equally likely labels (columns)."""
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
