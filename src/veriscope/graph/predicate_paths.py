"""Predicate paths: the sequences of predicates, each with its direction, that lead from one node to another."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Path, Step
from veriscope.errors import InputError
from veriscope.graph.graph import Graph
from veriscope.graph.neighbours import Neighbours
from veriscope.graph.view import View

MAX_LENGTH = 4

PredicatePath = tuple[int, ...]
"""Steps: twice the predicate's number, plus one where the edge is walked from object to subject."""


@dataclass(frozen=True, slots=True)
class PathCounts:
    """The predicate paths between two nodes, by ascending key, and how many paths of nodes each has.

    Shorter paths have smaller keys. `hubs_left_out` is how many neighbours of either end had so many edges that they
    were not walked through; where it is zero, the counts are exact.
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    hubs_left_out: int
    predicates: int  # how many the graph has: keys are read with it

    def items(self) -> Iterator[tuple[PredicatePath, int]]:
        """Each predicate path with its count."""
        for key, count in zip(self.keys.tolist(), self.counts.tolist(), strict=True):
            yield path_of_key(key, predicates=self.predicates), count


def key_of_path(path: PredicatePath, *, predicates: int) -> int:
    """The number of a predicate path, its first step the least significant."""
    key = 0
    for step in reversed(path):
        key = key * (2 * predicates + 1) + step + 1
    return key


def path_of_key(key: int, *, predicates: int) -> PredicatePath:
    """The predicate path of a number."""
    steps = []
    while key:
        key, digit = divmod(key, 2 * predicates + 1)
        steps.append(digit - 1)
    return tuple(steps)


def path_text(graph: Graph, path: PredicatePath) -> str:
    """A predicate path in the graph's names: `birthPlace → country → ^capital`, a step against its edge with `^`."""
    return " → ".join(("^" if step % 2 else "") + graph.predicates[step // 2] for step in path)


@dataclass(frozen=True, slots=True)
class PathFinder:
    """Finds paths between nodes of a view that repeat no node; edges may be walked in either direction.

    Edges of the predicate asked about between the two ends themselves are never walked. A path that repeats no node
    could only walk one as its single step.
    """

    graph: Graph
    neighbours: Neighbours

    @classmethod
    def of(cls, view: View) -> "PathFinder":
        """Takes time in proportion to the view's edges: make one, ask it often."""
        return cls(view.graph, Neighbours.of(view))

    def between(self, subject: int, object_: int, *, predicate: int, length: int) -> PathCounts:
        """The predicate paths of at most `length` steps (1 to 4) from subject to object."""
        return self.between_all(np.array([[subject, predicate, object_]], dtype=np.int32), length=length)[0]

    def between_all(self, facts: NDArray[np.int32], *, length: int) -> list[PathCounts]:
        """The same for many facts: rows of (subject, predicate, object)."""
        if not 1 <= length <= MAX_LENGTH:
            raise InputError(f"paths of {length} steps; choose 1 to {MAX_LENGTH}")
        return [self._between(*fact, length=length) for fact in facts.tolist()]

    def examples(self, subject: int, object_: int, path: PredicatePath, *, predicate: int, limit: int) -> list[Path]:
        """At most `limit` paths of nodes that follow a predicate path, in the order of their nodes."""
        found = (nodes for nodes in self._walks([subject], path, object_, predicate=predicate))
        return [self._named(nodes, path) for nodes, _ in zip(found, range(limit), strict=False)]

    def _between(self, subject: int, predicate: int, object_: int, *, length: int) -> PathCounts:
        counts: dict[int, int] = {}
        for path in self._paths([subject], (), object_, length):
            if len(path) > 1 or path[0] // 2 != predicate:
                key = key_of_path(path, predicates=len(self.graph.predicates))
                counts[key] = counts.get(key, 0) + 1
        keys = np.array(sorted(counts), dtype=np.int64)
        values = np.array([counts[key] for key in keys.tolist()], dtype=np.int64)
        return PathCounts(keys, values, 0, len(self.graph.predicates))

    def _paths(self, nodes: list[int], path: PredicatePath, end: int, length: int) -> Iterator[PredicatePath]:
        places = self.neighbours.of_node(nodes[-1])
        for node, step in zip(self.neighbours.nodes[places], self.neighbours.steps[places], strict=True):
            if node == end and nodes[0] != end:
                yield (*path, int(step))
            elif node not in nodes and len(path) + 1 < length:
                yield from self._paths([*nodes, int(node)], (*path, int(step)), end, length)

    def _walks(self, nodes: list[int], path: PredicatePath, end: int, *, predicate: int) -> Iterator[list[int]]:
        if len(path) == 1 and len(nodes) == 1 and path[0] // 2 == predicate:
            return
        places = self.neighbours.of_node(nodes[-1])
        for node in self.neighbours.nodes[places][self.neighbours.steps[places] == path[0]].tolist():
            if len(path) == 1 and node == end and end not in nodes:
                yield [*nodes, node]
            elif len(path) > 1 and node != end and node not in nodes:
                yield from self._walks([*nodes, node], path[1:], end, predicate=predicate)

    def _named(self, nodes: list[int], path: PredicatePath) -> Path:
        names, predicates = self.graph.nodes, self.graph.predicates
        steps = (
            Step(predicates[step // 2], not step % 2, names[node]) for step, node in zip(path, nodes[1:], strict=True)
        )
        return Path(names[nodes[0]], tuple(steps))
