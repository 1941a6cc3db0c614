"""Three numbers to a verdict: the order of the labels in arrays, and the softmax."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Evidence, Label, Stance, Verdict

# The columns of every array that holds one number a label.
LABEL_ORDER = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)

NO_EVIDENCE = Verdict(
    Label.NOT_ENOUGH_INFO, supports=0.0, refutes=0.0, not_enough_info=1.0, reason="no evidence was found"
)


def stance_from(logits: NDArray[np.floating]) -> Stance:
    """The softmax of one number a label."""
    weights = np.exp(logits.astype(np.float64) - float(logits.max()))
    supports, refutes, not_enough_info = (weights / weights.sum()).tolist()
    return Stance(supports, refutes, not_enough_info)


def verdict_from(stance: Stance, stances: Sequence[Stance] = ()) -> Verdict:
    """The likeliest label, the first of `LABEL_ORDER` among equals."""
    label = LABEL_ORDER[max(range(len(stance)), key=lambda place: (stance[place], -place))]
    return Verdict(label, *stance, tuple(stances))


def joined_text(evidence: Sequence[Evidence]) -> str:
    """The texts of the pieces one after another, none twice: what the FEVER paper's models read (section 5.5)."""
    return " ".join(dict.fromkeys(piece.text for piece in evidence))
