"""What `auto` knows about a fact besides scores: its properties, its paths, and how similar the examples are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Triple
from veriscope.graph import Groups, PathFinder, PropertyReader, View, numbers_of

_PATH_LENGTH = 2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Reads the features of facts in one view; `kin` are the training facts they are compared with."""

    view: View
    properties: PropertyReader
    paths: PathFinder
    kin: NDArray[np.int32]

    @classmethod
    def of(cls, view: View, examples: Sequence[Triple]) -> "Surroundings":
        """Compares with the training facts, true and false alike: the true ones alone would give the label away."""
        kin = numbers_of(view.graph, examples)
        return cls(view, PropertyReader(view), PathFinder.of(view), kin)

    def read(self, triples: Sequence[Triple]) -> Floats:
        """A row of properties for each triple."""
        facts = numbers_of(self.view.graph, triples)
        return np.concatenate([self.properties.read(facts), self._path_numbers(facts), self._kinship(facts)], axis=1)

    def _path_numbers(self, facts: NDArray[np.int32]) -> Floats:
        found = self.paths.between_all(facts, length=_PATH_LENGTH)
        rows = [(len(one.keys), int(one.counts.sum())) for one in found]
        return np.log1p(np.array(rows, dtype=np.float64).reshape(-1, 2))

    def _kinship(self, facts: NDArray[np.int32]) -> Floats:
        """The mean overlap of the ends' classes with those of the examples: how homogeneous they are.

        The fact itself does not count.
        """
        copies = Counter(map(tuple, self.kin.tolist()))
        same = np.array([copies[fact] for fact in map(tuple, facts.tolist())], dtype=np.int64)
        others = np.maximum(1, len(self.kin) - same)
        return np.stack(
            [(self._overlap(facts[:, end], end) - self._own(facts[:, end]) * same) / others for end in (0, 2)], axis=1
        )

    def _overlap(self, nodes: NDArray[np.int32], end: int) -> Floats:
        """The sum of a node's overlaps with one end of all kin; nodes with the same classes are computed once."""
        types, classes = self.view.graph.schema.types, len(self.view.graph.schema.classes)
        mine, places = _class_sets(types, nodes)
        theirs, kin_places = _class_sets(types, self.kin[:, end])
        counts = np.bincount(kin_places, minlength=len(theirs))
        # Each set gets its own sum: how a matrix product rounds depends on how many are asked together.
        sums: Floats = (_overlaps(_indicators(mine, classes), _indicators(theirs, classes)) * counts).sum(axis=1)
        return sums[places]

    def _own(self, nodes: NDArray[np.int32]) -> Floats:
        """A node's overlap with itself."""
        return (np.diff(self.view.graph.schema.types.starts)[nodes] > 0).astype(np.float64)


def _class_sets(types: Groups, nodes: NDArray[np.int32]) -> tuple[list[tuple[int, ...]], NDArray[np.int64]]:
    """The different sets of classes among some nodes, and which of them each node has."""
    numbers: dict[tuple[int, ...], int] = {}
    places = [numbers.setdefault(tuple(types[node].tolist()), len(numbers)) for node in nodes.tolist()]
    return list(numbers), np.array(places, dtype=np.int64)


def _indicators(sets: Sequence[tuple[int, ...]], classes: int) -> NDArray[np.float32]:
    rows = np.zeros((len(sets), classes), dtype=np.float32)
    for row, members in enumerate(sets):
        rows[row, list(members)] = 1
    return rows


def _overlaps(left: NDArray[np.float32], right: NDArray[np.float32]) -> Floats:
    """The Jaccard index of all pairs of sets; 0 for two empty sets."""
    shared = left @ right.T
    either = left.sum(axis=1)[:, None] + right.sum(axis=1)[None, :] - shared
    return np.asarray(shared / np.maximum(1, either), dtype=np.float64)
