"""What `auto` knows of a fact besides scores: its properties, its paths, and its kin among the examples."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Triple
from veriscope.graph import View, numbers_of
from veriscope.graph.edges import Groups
from veriscope.graph.fact_properties import PropertyReader
from veriscope.graph.predicate_paths import PathFinder

_PATH_LENGTH = 2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Reads them in one view, beside the training facts."""

    view: View
    properties: PropertyReader
    paths: PathFinder
    kin: NDArray[np.int32]

    @classmethod
    def of(cls, view: View, examples: Sequence[Triple]) -> "Surroundings":
        """Beside these training facts, true and false alike: being among the true ones would tell the label."""
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

        The fact itself is not among its kin.
        """
        types, classes = self.view.graph.schema.types, len(self.view.graph.schema.classes)
        columns = []
        for end in (0, 2):
            overlap = _overlaps(
                _indicators(types, facts[:, end], classes), _indicators(types, self.kin[:, end], classes)
            )
            others = ~(facts[:, None, :] == self.kin[None, :, :]).all(axis=2)
            columns.append((overlap * others).sum(axis=1) / np.maximum(1, others.sum(axis=1)))
        return np.stack(columns, axis=1)


def _indicators(types: Groups, nodes: NDArray[np.int32], classes: int) -> NDArray[np.float32]:
    rows = np.zeros((len(nodes), classes), dtype=np.float32)
    for row, node in enumerate(nodes.tolist()):
        rows[row, types[node]] = 1
    return rows


def _overlaps(left: NDArray[np.float32], right: NDArray[np.float32]) -> Floats:
    """Jaccard's measure of the classes of all pairs; two nodes without a class overlap by nothing."""
    shared = left @ right.T
    either = left.sum(axis=1)[:, None] + right.sum(axis=1)[None, :] - shared
    return np.asarray(shared / np.maximum(1, either), dtype=np.float64)
