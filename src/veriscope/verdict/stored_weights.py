"""The stored weights for mixing a verdict: fitted ones as recipes wrote them, and those set by hand."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import StoreError
from veriscope.files import read_settings

Floats = NDArray[np.float64]

# The features for whether a claim about a row is true, and for whether the evidence decides it at all.
TRUTH = ("bias", "encoder", "gain", "fit")
BEARING = ("bias", "decided")
# The features for whether a statement about a table is true.
FUSION_FEATURES = ("bias", "encoder", "support_probability", "match_probability", "claim_coverage")
_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class HandSetWeights:
    """Weights that were not fitted; the card of `weighing` says how each was chosen.

    `computation` and `graph` are the shares of a program that decides and of a fact whose link to the claim is certain.
    `graph_fact` is the probability of the label that follows from that fact, `held_fact` that of a fact that a graph
    holds. `unsaid` is how far a statement is undecided if a program covers none of it.
    """

    computation: float
    graph: float
    graph_fact: float
    unsaid: float
    held_fact: float


class CorrectionsWeights(NamedTuple):
    """The weight of each feature of `TRUTH` and of `BEARING`."""

    truth: Floats
    bearing: Floats


@cache
def hand_set_weights() -> HandSetWeights:
    """The weights set by hand."""
    return read_settings(_DATA / "weighing" / "by_hand.toml", HandSetWeights)


@cache
def packaged_corrections_weights() -> CorrectionsWeights:
    """The weights that `veriscope train corrections` fitted."""
    return read_corrections_weights(_read_json("corrections/weights.json"))


@cache
def packaged_table_weights() -> Floats:
    """The weights that `veriscope train table-fusion` fitted."""
    named = _read_json("weighing/table_fusion.json")
    if list(named) != list(FUSION_FEATURES):
        raise StoreError(
            "table_fusion.json weighs other features than this version has; `veriscope train table-fusion` writes it"
        )
    return np.array(list(named.values()), np.float64)


def read_corrections_weights(named: Mapping[str, Mapping[str, float]]) -> CorrectionsWeights:
    """The weights from a mapping by the names of their features."""
    if [list(part) for part in named.values()] != [list(TRUTH), list(BEARING)]:
        raise StoreError(
            "corrections/weights.json weighs other features than this version has; "
            "`veriscope train corrections` writes it"
        )
    return CorrectionsWeights(*(np.array(list(part.values()), np.float64) for part in named.values()))


def _read_json(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_DATA / name).read_text(encoding="utf-8"))
    return found
