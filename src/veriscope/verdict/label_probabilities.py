"""From three numbers to a verdict: the order of labels in arrays, the softmax, and odds."""

from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Evidence, Label, Stance, Verdict

# The columns of every array with one number per label.
LABEL_ORDER = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)
_LEAST = 1e-6

NO_EVIDENCE = Verdict(
    Label.NOT_ENOUGH_INFO, supports=0.0, refutes=0.0, not_enough_info=1.0, reason="no evidence was found"
)


def stance_from(logits: NDArray[np.floating]) -> Stance:
    """The softmax of one number per label."""
    weights = np.exp(logits.astype(np.float64) - float(logits.max()))
    supports, refutes, not_enough_info = (weights / weights.sum()).tolist()
    return Stance(supports, refutes, not_enough_info)


def verdict_from(stance: Stance, stances: Sequence[Stance] = ()) -> Verdict:
    """The verdict with the likeliest label; the first of `LABEL_ORDER` wins ties."""
    label = LABEL_ORDER[max(range(len(stance)), key=lambda place: (stance[place], -place))]
    return Verdict(label, *stance, tuple(stances))


def log_odds(probability: float) -> float:
    """The logarithm of the odds; probabilities are kept away from 0 and 1."""
    kept = min(max(probability, _LEAST), 1 - _LEAST)
    return log(kept / (1 - kept))


def log_ratio(one: float, other: float, *, least: float = _LEAST) -> float:
    """The logarithm of one probability divided by the other; both count as at least `least`."""
    return log(max(one, least) / max(other, least))


def joined_text(evidence: Sequence[Evidence]) -> str:
    """The texts of the pieces one after another, without duplicates, as in the FEVER paper (section 5.5)."""
    return " ".join(dict.fromkeys(piece.text for piece in evidence))
