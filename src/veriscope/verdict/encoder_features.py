"""The features of the verdict head: what the lines say together, how single lines lean, and how computations do."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Stance
from veriscope.models import Judgement
from veriscope.verdict.label_probabilities import stance_from

Floats = NDArray[np.float64]

# How many lines are read together, and how many on their own; for a table's 25 cells, these are the best rows.
LISTED = 8
JUDGED = 10

HEAD_FEATURES = (
    "list_supports",
    "list_refutes",
    "list_neither",
    "ranked_supports",
    "ranked_refutes",
    "computed_supports",
    "computed_refutes",
)


class LineReading(NamedTuple):
    """What the encoder says of the best lines together, of each alone, and of each computed statement.

    `matches` holds how likely each computation says what the claim says.
    """

    together: Judgement
    alone: tuple[Judgement, ...]
    computed: tuple[Judgement, ...] = ()
    matches: tuple[float, ...] = ()


def verdict_features(reading: LineReading) -> Floats:
    """The features in the order of `HEAD_FEATURES`.

    A line counts as far as the encoder takes it for evidence, a computation as far as it matches the claim. Neither the
    number of lines nor the selector's scores are features: they reveal where evidence comes from (a corpus or a gold
    standard), not what it says.
    """
    logits = np.array(reading.together.list)
    ranks = [1 / (1 + np.exp(-one.rank)) for one in reading.alone[:LISTED]]
    lines = [line_stance(one) for one in reading.alone[:LISTED]]
    computed = [line_stance(one) for one in reading.computed]
    return np.array([*(logits - logits.mean()), *_strongest(lines, ranks), *_strongest(computed, reading.matches)])


def line_stance(judged: Judgement) -> Stance:
    """What one line says, as probabilities."""
    return stance_from(np.array(judged.line))


def _strongest(stances: Sequence[Stance], weights: Sequence[float]) -> tuple[float, float]:
    """The strongest support and the strongest refutation, weighted; zeros without any."""
    weighted = [(one.supports * weight, one.refutes * weight) for one, weight in zip(stances, weights, strict=True)]
    return max((one for one, _ in weighted), default=0.0), max((other for _, other in weighted), default=0.0)
