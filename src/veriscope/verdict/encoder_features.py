"""What the verdict head weighs: the judgement of the lines together, and how the lines alone lean."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from veriscope.neural.encoder import Judgement

Floats = NDArray[np.float64]

# Lines that are read together.
LISTED = 8
_FIRST = 5

FEATURES = ("list_supports", "list_refutes", "list_neither", "ranked_supports", "ranked_refutes")


def verdict_features(together: Judgement, alone: Sequence[Judgement]) -> Floats:
    """The logits of the list and the strongest lines that support and refute, in the order of `FEATURES`.

    The lines come best first; each counts as far as the encoder takes it for evidence. Neither the number of lines nor
    the selector's scores are among the features: they tell where evidence comes from, a corpus or a gold standard, and
    not what it says.
    """
    lines = _shares(np.array([one.line for one in alone]))[:_FIRST]
    ranks = 1 / (1 + np.exp(-np.array([one.rank for one in alone])))[:_FIRST]
    strongest = (ranks[:, None] * lines[:, :2]).max(axis=0)
    return np.array([*(np.array(together.list) - np.mean(together.list)), *strongest], np.float64)


def _shares(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares
