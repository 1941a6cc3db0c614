"""Predicate paths: the sequences of predicates, each with its direction, that lead from one node to another."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Path, Step
from veriscope.errors import InputError
from veriscope.graph.compact import Graph, View
from veriscope.graph.paths.neighbours import Neighbours
from veriscope.graph.paths.path_ends import Ground
from veriscope.graph.paths.path_examples import node_paths
from veriscope.graph.paths.path_search import find_paths
from veriscope.graph.paths.path_table import MarksPool

MAX_LENGTH = 4
BUDGET = 1_000_000
"""How many edges a search may read from one end: about 20 ms. Hubs beyond that are left out and reported."""

PredicatePath = tuple[int, ...]
"""Steps: twice the predicate's number, plus one where the edge is walked from object to subject."""


@dataclass(frozen=True, slots=True)
class PathCounts:
    """The predicate paths between two nodes, by ascending key, and how many paths of nodes follow each.

    Shorter paths have smaller keys. `left_out` is how many nodes had so many edges that paths through them were not
    searched; if it is zero, the counts are exact.
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    left_out: int
    predicates: int  # how many the graph has: needed to decode keys

    def items(self) -> Iterator[tuple[PredicatePath, int]]:
        """Each predicate path with its count."""
        for key, count in zip(self.keys.tolist(), self.counts.tolist(), strict=True):
            yield path_of_key(key, predicates=self.predicates), count


def key_of_path(path: PredicatePath, *, predicates: int) -> int:
    """The number of a predicate path in a graph with `predicates` predicates; the first step counts least."""
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
    """A predicate path by the graph's names: `birthPlace → country → ^capital`; `^` marks a step against its edge."""
    return " → ".join(("^" if step % 2 else "") + graph.predicates[step // 2] for step in path)


@dataclass(frozen=True, slots=True)
class PathFinder:
    """Finds paths between nodes of a view that repeat no node; edges may be walked in either direction.

    Direct edges of the given predicate between the two ends are never walked. (A path that repeats no node could only
    walk one as its single step.)
    """

    graph: Graph
    neighbours: Neighbours
    marks: MarksPool
    budget: int

    @classmethod
    def of(cls, view: View, *, budget: int = BUDGET) -> "PathFinder":
        """Takes time in proportion to the view's edges: make one and reuse it."""
        return cls.over(view.graph, Neighbours.of(view), budget=budget)

    @classmethod
    def over(cls, graph: Graph, neighbours: Neighbours, *, budget: int = BUDGET) -> "PathFinder":
        """The same from given neighbours."""
        return cls(graph, neighbours, MarksPool(len(graph.nodes)), budget)

    def between(self, subject: int, object_: int, *, predicate: int, length: int) -> PathCounts:
        """The predicate paths of at most `length` steps (1 to 4) from subject to object."""
        return self.between_all(np.array([[subject, predicate, object_]], dtype=np.int32), length=length)[0]

    def between_all(self, facts: NDArray[np.int32], *, length: int) -> list[PathCounts]:
        """The same for many facts, rows of (subject, predicate, object); much faster than one by one."""
        base = key_base(self.graph, length=length)
        ground = Ground(*self.neighbours.arrays(), _NO_WEIGHTS, _NO_WEIGHTS, base, self.budget)
        found = find_paths(ground, self.marks, facts, length=length)
        return [PathCounts(each.keys, each.counts, each.left_out, len(self.graph.predicates)) for each in found]

    def examples(self, subject: int, object_: int, path: PredicatePath, *, predicate: int, limit: int) -> list[Path]:
        """At most `limit` paths of nodes that follow a predicate path, in the order of their nodes.

        There may be fewer if the budget runs out.
        """
        if len(path) == 1 and path[0] // 2 == predicate:
            return []
        steps = np.array(path, dtype=np.int32)
        found = node_paths(self.neighbours.arrays(), (subject, object_), steps, limit, self.budget)
        return [self._named(nodes, path) for nodes in found.tolist()]

    def _named(self, nodes: list[int], path: PredicatePath) -> Path:
        names, predicates = self.graph.nodes, self.graph.predicates
        reached = zip(path, nodes[1:], strict=True)
        steps = (Step(predicates[step // 2], not step % 2, names[node]) for step, node in reached)
        return Path(names[nodes[0]], tuple(steps))


_NO_WEIGHTS = np.empty(0, dtype=np.float32)


def key_base(graph: Graph, *, length: int) -> int:
    """The base of the numbers that are keys: one more than the number of different steps."""
    if not 1 <= length <= MAX_LENGTH:
        raise InputError(f"paths of {length} steps; choose 1 to {MAX_LENGTH}")
    base = 2 * len(graph.predicates) + 1
    if base**length > np.iinfo(np.int64).max:
        raise InputError(
            f"{len(graph.predicates)} predicates are too many for paths of {length} steps; choose fewer steps"
        )
    return base
