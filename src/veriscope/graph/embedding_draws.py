"""Random numbers inside kernels, and the entities that stand in for one end of a fact.

The generator is xorshift64 (Marsaglia 2003): the same numbers from the same seed, whatever thread runs it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.edges import Edges
from veriscope.graph.kernels import inlined_kernel, inner_kernel


class Known(NamedTuple):
    """The facts that training sees, by one of their ends, as in `Edges`; empty where none is to be set aside."""

    starts: NDArray[np.int64]
    predicates: NDArray[np.int32]
    nodes: NDArray[np.int32]

    @classmethod
    def of(cls, edges: Edges) -> "Known":
        """The same arrays as a kernel takes them."""
        return cls(edges.starts, edges.predicates, edges.nodes)

    @classmethod
    def nothing(cls) -> "Known":
        """No facts."""
        none = np.empty(0, dtype=np.int32)
        return cls(np.empty(0, dtype=np.int64), none, none)


class Visits(NamedTuple):
    """The facts to visit, in order; by predicate, how often the subject is the end that is corrupted."""

    facts: NDArray[np.int32]
    order: NDArray[np.int64]
    subject_share: NDArray[np.float64]
    by_subject: Known
    by_object: Known


@inlined_kernel
def choose_end(state: NDArray[np.uint64], visits: Visits, place: int, drawn: NDArray[np.int64]) -> tuple[int, int, int]:
    """Choose the end to corrupt, and put it first in `drawn`; the other end, the predicate, and its sign.

    The sign is 1 where the object is corrupted, −1 where the subject is.
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
def set_aside(
    visits: Visits, anchor: int, predicate: int, sign: int, drawn: NDArray[np.int64], is_aside: NDArray[np.bool_]
) -> None:
    """Mark what cannot stand in for the true end: itself, and what a known fact has in its place."""
    known = visits.by_subject if sign == 1 else visits.by_object
    start, end = predicate_range(known, anchor, predicate)
    for place in range(1, len(drawn)):
        is_aside[place] = drawn[place] == drawn[0] or holds(known.nodes, start, end, drawn[place])


@inner_kernel
def seeded(seed: int) -> NDArray[np.uint64]:
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
    """A number from 0 to 1, 1 left out."""
    drawn: float = (next_bits(state) >> np.uint64(11)) * 2.0**-53
    return drawn


@inner_kernel
def predicate_range(known: Known, anchor: int, predicate: int) -> tuple[int, int]:
    """Where the known facts of a predicate at a node are."""
    if not len(known.starts):
        return 0, 0
    start, end = known.starts[anchor], known.starts[anchor + 1]
    first = _lower_bound(known.predicates, start, end, predicate)
    return first, _lower_bound(known.predicates, first, end, predicate + 1)


@inner_kernel
def holds(values: NDArray[np.int32], start: int, end: int, sought: int) -> bool:
    """Whether a sorted stretch holds a value."""
    found = _lower_bound(values, start, end, sought)
    return found < end and values[found] == sought


@inner_kernel
def _lower_bound(values: NDArray[np.int32], start: int, end: int, sought: int) -> int:
    while start < end:
        middle = (start + end) // 2
        if values[middle] < sought:
            start = middle + 1
        else:
            end = middle
    return start
