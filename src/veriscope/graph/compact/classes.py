"""The classes of nodes with all their superclasses; the hierarchy may have cycles."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact.edges import Groups
from veriscope.graph.compact.graph import Schema
from veriscope.graph.compact.kernels import inner_kernel, sort_stretch


@dataclass(frozen=True, slots=True)
class Classes:
    """Node → all its classes, direct ones and their superclasses, in ascending order."""

    groups: Groups

    @classmethod
    def of(cls, schema: Schema) -> "Classes":
        """The classes of all nodes, closed under the hierarchy."""
        closed = closed_superclasses(schema)
        starts, members = _close(schema.types.starts, schema.types.members, closed.starts, closed.members)
        return cls(Groups(starts, members))

    def __getitem__(self, node: int) -> NDArray[np.int32]:
        return self.groups[node]

    def size(self, node: int) -> int:
        """How many classes a node has: the size of its type path (BUCKLE, section 4.2)."""
        return int(self.groups.starts[node + 1] - self.groups.starts[node])

    def overlap(self, first: int, second: int) -> int:
        """How many classes two nodes share."""
        return int(shared_members(self.groups.starts, self.groups.members, first, second))

    def are_consistent(self, node: int, other: int, *, threshold: int) -> bool:
        """Whether `other` shares at least `threshold` classes with `node`, or as many as `node` has (Algorithm 1)."""
        return self.overlap(node, other) >= min(threshold, self.size(node))


def closed_superclasses(schema: Schema) -> Groups:
    """Class → itself and everything above it."""
    return Groups(*_closure(schema.superclasses.starts, schema.superclasses.members))


def class_cycles(schema: Schema) -> list[list[int]]:
    """The sets of classes that are superclasses of each other, in ascending order; also a class that is its own."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - a fifth of a second that questions need not wait for
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    superclasses, count = schema.superclasses, len(schema.classes)
    if not count:
        return []
    weights = np.ones(len(superclasses.members), dtype=np.int8)
    matrix = csr_array((weights, superclasses.members, superclasses.starts), shape=(count, count))
    _, components = connected_components(matrix, directed=True, connection="strong")
    is_cyclic = (np.bincount(components)[components] > 1) | (matrix.diagonal() > 0)
    cycles: dict[int, list[int]] = {}
    for number in np.flatnonzero(is_cyclic).tolist():
        cycles.setdefault(int(components[number]), []).append(number)
    return sorted(cycles.values())


@njit(cache=True, nogil=True)
def shared_members(starts: NDArray[np.int64], members: NDArray[np.int32], first: int, second: int) -> int:
    """How many numbers two groups share."""
    left, right, shared = starts[first], starts[second], 0
    while left < starts[first + 1] and right < starts[second + 1]:
        if members[left] == members[right]:
            shared += 1
            left += 1
            right += 1
        elif members[left] < members[right]:
            left += 1
        else:
            right += 1
    return shared


@inner_kernel
def _grow(array: NDArray[np.int32], used: int, needed: int) -> NDArray[np.int32]:
    if used + needed <= len(array):
        return array
    grown = np.empty(max(used + needed, 2 * len(array)), dtype=np.int32)
    grown[:used] = array[:used]
    return grown


@njit(cache=True, nogil=True)
def _closure(starts: NDArray[np.int64], members: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """What can be reached from each class, itself included; each search starts afresh, so that cycles end."""
    count = len(starts) - 1
    ends, reached = np.zeros(count + 1, dtype=np.int64), np.empty(4 * count + 16, dtype=np.int32)
    seen_from, queue = np.full(count, -1, dtype=np.int32), np.empty(count, dtype=np.int64)
    used = 0
    for origin in range(count):
        queue[0], seen_from[origin] = origin, origin
        head, tail = 0, 1
        while head < tail:
            at = queue[head]
            head += 1
            for place in range(starts[at], starts[at + 1]):
                above = members[place]
                if seen_from[above] != origin:
                    seen_from[above] = origin
                    queue[tail] = above
                    tail += 1
        reached = _grow(reached, used, tail)
        sort_stretch(queue, 0, tail)
        reached[used : used + tail] = queue[:tail]
        used += tail
        ends[origin + 1] = used
    return ends, reached[:used].copy()


@njit(cache=True, nogil=True)
def _close(
    starts: NDArray[np.int64],
    members: NDArray[np.int32],
    closed_starts: NDArray[np.int64],
    closed_members: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The union of the closed groups of each node's members."""
    count, classes = len(starts) - 1, len(closed_starts) - 1
    ends, found = np.zeros(count + 1, dtype=np.int64), np.empty(2 * len(members) + 16, dtype=np.int32)
    seen_from, own = np.full(classes, -1, dtype=np.int32), np.empty(classes, dtype=np.int64)
    used = 0
    for node in range(count):
        size = 0
        for place in range(starts[node], starts[node + 1]):
            for above in range(closed_starts[members[place]], closed_starts[members[place] + 1]):
                number = closed_members[above]
                if seen_from[number] != node:
                    seen_from[number] = node
                    own[size] = number
                    size += 1
        found = _grow(found, used, size)
        sort_stretch(own, 0, size)
        found[used : used + size] = own[:size]
        used += size
        ends[node + 1] = used
    return ends, found[:used].copy()
