"""Random numbers inside kernels, and drawing the entities that replace one end of a fact.

The generator is xorshift64 (Marsaglia 2003): the same numbers from the same seed, whatever thread runs it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import inlined_kernel, inner_kernel


class Visits(NamedTuple):
    """The facts to visit, in order; and for each predicate how often the subject is corrupted."""

    facts: NDArray[np.int32]
    order: NDArray[np.int64]
    subject_share: NDArray[np.float64]


@inlined_kernel
def choose_end(state: NDArray[np.uint64], visits: Visits, place: int, drawn: NDArray[np.int64]) -> tuple[int, int, int]:
    """Choose the end to corrupt and put it first in `drawn`; returns the other end, the predicate, and its sign.

    The sign is 1 if the object is corrupted, −1 if the subject is.
    """
    subject, predicate, object_ = visits.facts[place, 0], visits.facts[place, 1], visits.facts[place, 2]
    if share(state) < visits.subject_share[predicate]:
        drawn[0] = subject
        return object_, predicate, -1
    drawn[0] = object_
    return subject, predicate, 1


@inner_kernel
def draw_others(state: NDArray[np.uint64], entities: int, drawn: NDArray[np.int64]) -> None:
    """Fill all places of `drawn` but the first with entities."""
    for place in range(1, len(drawn)):
        drawn[place] = below(state, entities)


@inner_kernel
def set_aside(drawn: NDArray[np.int64], is_aside: NDArray[np.bool_]) -> None:
    """Mark the places where the true end was drawn as its own replacement."""
    for place in range(1, len(drawn)):
        is_aside[place] = drawn[place] == drawn[0]


@inner_kernel
def random_state(seed: int) -> NDArray[np.uint64]:
    """The state of a generator; neighbouring seeds start far apart (splitmix64)."""
    mixed = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    state = np.empty(1, dtype=np.uint64)
    state[0] = (mixed ^ (mixed >> np.uint64(31))) | np.uint64(1)
    return state


@inner_kernel
def next_bits(state: NDArray[np.uint64]) -> np.uint64:
    """64 random bits."""
    bits: np.uint64 = state[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    state[0] = bits
    return bits


@inner_kernel
def below(state: NDArray[np.uint64], limit: int) -> int:
    """A number from 0 to `limit` − 1; limits under 2³²."""
    bits: Any = ((next_bits(state) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32)
    return np.int64(bits)  # type: ignore[return-value]


@inner_kernel
def share(state: NDArray[np.uint64]) -> float:
    """A number from 0 to below 1."""
    drawn: float = (next_bits(state) >> np.uint64(11)) * 2.0**-53
    return drawn
