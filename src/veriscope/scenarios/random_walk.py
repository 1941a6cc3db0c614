"""Hard false facts by random walks: Algorithm 1 of the BUCKLE paper."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from veriscope.graph import Graph, PathFinder, PredicatePath
from veriscope.scenarios.false_facts import HardFact
from veriscope.scenarios.likeness import Likeness
from veriscope.scenarios.pool import Pair

MOST_NEIGHBOURS = 100
"""How many neighbours of an end are looked at. The paper sets no limit, but a hub would crowd out all others."""

_MOST_ENDS = 1000
_AT_ONCE = 8
_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")


@dataclass(frozen=True, slots=True)
class RandomWalkMaker:
    """Finds paths from one end of a true fact to neighbours like its other end, and walks them again at random.

    Departures from the algorithm as printed: the substitute for a subject is compared with the subject's classes, as in
    the authors' code (the paper says the object's); the last step of a walk is drawn among the ends that fit, as in
    that code; `MOST_NEIGHBOURS`; ends without classes (see `Likeness`).
    """

    graph: Graph
    predicate: int
    likeness: Likeness
    paths: PathFinder
    path_length: int = 3

    def make(self, pair: Pair, *, may_use: Callable[[Pair], bool], rng: np.random.Generator) -> Iterator[HardFact]:
        """False facts with another object and with another subject, in turn, until both run out."""
        subject, object_ = pair
        sides = [
            self._walks(subject, like=object_, is_subject=True, may_use=may_use, rng=rng),
            self._walks(object_, like=subject, is_subject=False, may_use=may_use, rng=rng),
        ]
        while sides:
            for side in list(sides):
                fact = next(side, None)
                if fact is None:
                    sides.remove(side)
                else:
                    yield fact

    def _walks(
        self, node: int, *, like: int, is_subject: bool, may_use: Callable[[Pair], bool], rng: np.random.Generator
    ) -> Iterator[HardFact]:
        """One walk from `node` along each path to a neighbour that is like `like`."""

        def pair_with(other: int) -> Pair:
            return (node, other) if is_subject else (other, node)

        def fits(other: int) -> bool:
            return may_use(pair_with(other)) and self.likeness.are_alike(like, other)

        neighbours = self._neighbours(node, like=like, is_subject=is_subject, rng=rng)
        for start in range(0, len(neighbours), _AT_ONCE):
            pairs = [pair_with(neighbour) for neighbour in neighbours[start : start + _AT_ONCE]]
            facts = [(pair[0], self.predicate, pair[1]) for pair in pairs]
            found = self.paths.between_all(np.array(facts, dtype=np.int32), length=self.path_length - 1)
            for counts in found:
                paths = [path for path, _ in counts.items()]
                for place in rng.permutation(len(paths)).tolist():
                    path = paths[place]
                    end = self._walk(node, path if is_subject else _reversed(path), fits=fits, rng=rng)
                    if end is not None:
                        yield HardFact(pair_with(end), path)

    def _neighbours(self, node: int, *, like: int, is_subject: bool, rng: np.random.Generator) -> list[int]:
        """S(x) or O(y) of the paper: like neighbours, drawn at random, none of them linked by our predicate."""
        edges = self.graph.out if is_subject else self.graph.into
        places = edges.of_node(node)
        own = edges.nodes[places][edges.predicates[places] == self.predicate]
        others = np.setdiff1d(edges.nodes[places], np.append(own, node))
        fitting = (other for other in rng.permutation(others).tolist() if self.likeness.are_alike(like, other))
        return list(islice(fitting, MOST_NEIGHBOURS))

    def _walk(
        self, node: int, path: PredicatePath, *, fits: Callable[[int], bool], rng: np.random.Generator
    ) -> int | None:
        """Where a walk ends; each step is drawn uniformly, the last one among the ends that fit."""
        for step in path[:-1]:
            ends = _ends(self.graph, node, step)
            if not len(ends):
                return None
            node = int(ends[rng.integers(len(ends))])
        ends = rng.permutation(_ends(self.graph, node, path[-1]))[:_MOST_ENDS]
        return next((end for end in ends.tolist() if fits(end)), None)


def _ends(graph: Graph, node: int, step: int) -> NDArray[np.int32]:
    """The nodes that one step leads to."""
    edges = graph.into if step % 2 else graph.out
    places = edges.of_node(node)
    left, right = (places.start + np.searchsorted(edges.predicates[places], step // 2, side=side) for side in _SIDES)
    return edges.nodes[left:right]


def _reversed(path: PredicatePath) -> PredicatePath:
    """The same path walked from its other end."""
    return tuple(step ^ 1 for step in reversed(path))
