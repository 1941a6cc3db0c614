"""Rows of features and the models that judge them → scores with reasons."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.feature_rows import FeatureRow
from veriscope.checking.linear_model import LinearModel
from veriscope.domain import CheckedTriple, Reason, Triple
from veriscope.errors import InputError

Model = TypeVar("Model")
_LEAST_SHARE = 0.01  # of the log odds: less than this does not visibly change a score
Tell = Callable[[int, int, float], Reason]
"""Which row, which of its features, and what that adds to the log odds → the reason in words."""


def judge_rows(
    triples: Sequence[Triple],
    rows: Sequence[FeatureRow],
    models: Sequence[LinearModel],
    tell: Tell,
    *,
    reasons: int,
) -> list[CheckedTriple]:
    """Each triple with its row's probability by its model, and with its weightiest features."""
    likely = probabilities(rows, models)
    return [
        CheckedTriple(triple, float(likely[place]), _reasons(place, rows[place], models[place], tell, limit=reasons))
        for place, triple in enumerate(triples)
    ]


def model_of(models: Mapping[str, Model], predicate: str) -> Model:
    """The model of a predicate; an error if there is none."""
    if predicate not in models:
        raise InputError(
            f"no examples of {predicate!r} to learn from; learned: {', '.join(sorted(models)) or 'nothing'}"
        )
    return models[predicate]


def probabilities(rows: Sequence[FeatureRow], models: Sequence[LinearModel]) -> NDArray[np.float64]:
    """The probability that the fact of each row is true, by its model."""
    likely = np.empty(len(rows))
    places: dict[int, list[int]] = {}
    for place, model in enumerate(models):
        places.setdefault(id(model), []).append(place)
    for group in places.values():
        likely[group] = models[group[0]].probabilities([rows[place] for place in group])
    return likely


def _reasons(place: int, row: FeatureRow, model: LinearModel, tell: Tell, *, limit: int) -> tuple[Reason, ...]:
    if not limit:
        return ()
    weighty = [(key, share) for key, share in model.shares(row) if abs(share) >= _LEAST_SHARE]
    found = [tell(place, key, share) for key, share in weighty[:limit]]
    if not found:
        found = [Reason("nothing links the two ends that tells true facts from false ones", model.bias)]
    if row.left_out and limit > 1:
        note = Reason(f"paths through {row.left_out} nodes with very many edges were not sought", 0.0)
        found = [*found[: limit - 1], note]
    return tuple(found)
