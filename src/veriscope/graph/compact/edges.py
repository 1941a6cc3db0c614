"""The edges of a graph by one of their ends: a compressed sparse row matrix with a predicate on each edge."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges grouped by node: those of node `n` are at `starts[n]` to `starts[n + 1]`.

    Within a node they are sorted by predicate, then by the node at the other end; there are no duplicates.
    """

    starts: NDArray[np.int64]
    predicates: NDArray[np.int32]
    nodes: NDArray[np.int32]

    @classmethod
    def of(
        cls, near: NDArray[np.int32], predicates: NDArray[np.int32], far: NDArray[np.int32], *, nodes: int
    ) -> "Edges":
        """Group edges, all different, by their near end."""
        order = np.lexsort((far, predicates, near))
        starts = np.zeros(nodes + 1, dtype=np.int64)
        np.cumsum(np.bincount(near, minlength=nodes), out=starts[1:])
        return cls(starts, predicates[order], far[order])

    def __len__(self) -> int:
        return len(self.nodes)

    def degrees(self) -> NDArray[np.int64]:
        """How many edges each node has."""
        return np.diff(self.starts)

    def of_node(self, node: int) -> slice:
        """The places of a node's edges."""
        return slice(int(self.starts[node]), int(self.starts[node + 1]))

    def place(self, node: int, predicate: int, other: int) -> int | None:
        """The place of the edge between two nodes with that predicate, if there is one."""
        start, end = int(self.starts[node]), int(self.starts[node + 1])
        left = start + int(np.searchsorted(self.predicates[start:end], predicate, side="left"))
        right = start + int(np.searchsorted(self.predicates[start:end], predicate, side="right"))
        found = left + int(np.searchsorted(self.nodes[left:right], other))
        return found if found < right and self.nodes[found] == other else None


@dataclass(frozen=True, slots=True)
class Groups:
    """Numbers grouped by an id: those of `n` are `members[starts[n]:starts[n + 1]]`, in ascending order."""

    starts: NDArray[np.int64]
    members: NDArray[np.int32]

    @classmethod
    def of(cls, owners: NDArray[np.int32], members: NDArray[np.int32], *, count: int) -> "Groups":
        """Group pairs by their owner; duplicates count once."""
        pairs = np.unique((owners.astype(np.int64) << 32) | members.astype(np.int64))
        starts = np.zeros(count + 1, dtype=np.int64)
        np.cumsum(np.bincount(pairs >> 32, minlength=count), out=starts[1:])
        return cls(starts, (pairs & 0x7FFFFFFF).astype(np.int32))

    def __getitem__(self, number: int) -> NDArray[np.int32]:
        return self.members[self.starts[number] : self.starts[number + 1]]
