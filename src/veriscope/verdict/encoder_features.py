"""What the verdict head weighs: the judgement of the lines together, and how the lines alone lean."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from veriscope.neural.encoder import Judgement

Floats = NDArray[np.float64]

# Lines that are read together.
LISTED = 8
_FIRST = 5

FEATURES = (
    "list_supports", "list_refutes", "list_neither",
    "list_supports_logit", "list_refutes_logit", "list_neither_logit",
    "first_supports", "first_refutes", "first_rank",
    "best_supports", "best_refutes", "best_rank",
    "ranked_supports", "ranked_refutes", "sum_supports", "sum_refutes",
    "agree_supports", "agree_refutes",
)  # fmt: skip


def verdict_features(together: Judgement, alone: Sequence[Judgement]) -> Floats:
    """The features, in the order of `FEATURES`; the lines come best first.

    Neither the number of lines nor the selector's scores are among them: they tell where evidence comes from, a corpus
    or a gold standard, and not what it says.
    """
    whole = _shares(np.array(together.list))
    lines = _shares(np.array([one.line for one in alone]))[:_FIRST]
    ranks = 1 / (1 + np.exp(-np.array([one.rank for one in alone])))[:_FIRST]
    supports, refutes = lines[:, 0], lines[:, 1]
    weights = ranks / max(float(ranks.sum()), 1e-6)
    strongest_s, strongest_r = float((ranks * supports).max()), float((ranks * refutes).max())
    return np.array(
        [
            *whole,
            *(np.array(together.list) - np.mean(together.list)),
            supports[0], refutes[0], ranks[0],
            supports.max(), refutes.max(), ranks.max(),
            strongest_s, strongest_r,
            float(weights @ supports), float(weights @ refutes),
            float(whole[0]) * strongest_s, float(whole[1]) * strongest_r,
        ],
        np.float64,
    )  # fmt: skip


def _shares(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares
