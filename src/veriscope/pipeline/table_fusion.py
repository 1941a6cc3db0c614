"""How the encoder's word on a statement and what programs yield are weighed together: fitted on tables held out."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Computation, Stance, Verdict
from veriscope.errors import StoreError

FEATURES = ("bias", "encoder", "programs", "chosen", "covered")
_FLOOR = 1e-4
_STEPS = 25
_DECAY = 1.0

Floats = NDArray[np.float64]


def features(read: Verdict, found: Computation) -> Floats:
    """What is weighed, in the order of `FEATURES`: odds of support, and the outcome of the surest program."""
    sign = 1 if found.truth else -1
    return np.array(
        [
            1.0,
            _odds(read.supports, read.refutes),
            _odds(found.supports, 1 - found.supports),
            sign * found.chosen,
            sign * found.chosen * found.covered,
        ]
    )


def fused(read: Verdict, found: Computation, weights: Floats) -> Stance:
    """Both together; whether there is enough to tell, the encoder says."""
    supports = 1 / (1 + exp(-float(features(read, found) @ weights)))
    decided = 1 - read.not_enough_info
    return Stance(supports * decided, (1 - supports) * decided, read.not_enough_info)


def fit(rows: Sequence[Floats], is_true: Sequence[bool], *, counts: Sequence[float] | None = None) -> Floats:
    """The weights of a logistic regression, by Newton's steps; the bias alone is not held small.

    `counts` tells how much each row counts, where not all count the same.
    """
    given, wanted = np.array(rows), np.array(is_true, np.float64)
    counted = np.ones(len(wanted)) if counts is None else np.array(counts)
    held = _DECAY * np.eye(given.shape[1])
    held[0, 0] = 0
    weights = np.zeros(given.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-given @ weights))
        slope = given.T @ (counted * (likely - wanted)) + held @ weights
        curve = (given.T * (counted * likely * (1 - likely))) @ given + held
        weights = weights - np.linalg.solve(curve, slope)
    return weights


@cache
def packaged_weights() -> Floats:
    """The weights that come with the package."""
    file = files("veriscope.pipeline") / "data" / "table_fusion.json"
    named = json.loads(file.read_text(encoding="utf-8"))
    if list(named) != list(FEATURES):
        raise StoreError(
            "table_fusion.json weighs other features than this version has; `train_table_fusion` writes it"
        )
    return np.array(list(named.values()), np.float64)


def _odds(one: float, other: float) -> float:
    return log(max(one, _FLOOR) / max(other, _FLOOR))
