"""Gradient-boosted trees: read from a JSON file and run with numpy alone."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from veriscope.errors import StoreError

Rows = NDArray[np.float32]
Settings = dict[str, str | int | float]
_LEAF = -1


class Node(NamedTuple):
    """A node of a tree: a row goes left if its feature is at most the threshold; a leaf has feature -1."""

    feature: int
    threshold: float
    left: int
    right: int
    value: float

    @classmethod
    def leaf(cls, value: float) -> "Node":
        """A node that ends a path through the tree."""
        return cls(_LEAF, 0.0, 0, 0, value)


Tree = tuple[Node, ...]


@dataclass(frozen=True)
class BoostedTrees:
    """The sum of regression trees over named features. In a tree, each parent comes before its children."""

    features: tuple[str, ...]
    settings: Settings
    trees: tuple[Tree, ...]

    @classmethod
    def read(cls, path: Path) -> "BoostedTrees":
        """The model of a file."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError) as error:
            raise StoreError(f"cannot read the model {path}: {error}; install the package again") from None

    def write(self, path: Path) -> None:
        """Save the model, one tree per line so that changes can be reviewed."""
        head = msgspec.json.encode({"features": self.features, "settings": self.settings})[:-1].decode()
        trees = ",\n".join(msgspec.json.encode(tree).decode() for tree in self.trees)
        path.write_text(f'{head},"trees":[\n{trees}\n]}}\n', encoding="utf-8")

    def score(self, rows: Rows) -> NDArray[np.float64]:
        """The sum over the trees for each row of features."""
        nodes = self._nodes
        if not len(rows):
            return np.zeros(0)
        # Flat arrays with `take` are three times as fast as indexing by two axes.
        flat = np.ascontiguousarray(rows, np.float32).ravel()
        begins = np.repeat(np.arange(len(rows)) * rows.shape[1], len(nodes.roots))
        at = np.tile(nodes.roots, len(rows))
        for _ in range(nodes.depth):
            goes_right = flat.take(nodes.feature.take(at) + begins) > nodes.threshold.take(at)
            at = nodes.children.take(2 * at + goes_right)
        scores: NDArray[np.float64] = nodes.value.take(at).reshape(len(rows), -1).sum(axis=1)
        return scores

    def probability(self, rows: Rows) -> NDArray[np.float64]:
        """The scores through the logistic function: the probability of a positive.

        The settings `slope` and `intercept` first scale the scores of models that rank.
        """
        slope, intercept = float(self.settings.get("slope", 1.0)), float(self.settings.get("intercept", 0.0))
        scaled = np.clip(slope * self.score(rows) + intercept, -40, 40)
        probabilities: NDArray[np.float64] = 1 / (1 + np.exp(-scaled))
        return probabilities

    @cached_property
    def _nodes(self) -> "_Nodes":
        return _Nodes.of(self.trees)


class _Nodes(NamedTuple):
    """All nodes of a model as arrays; a leaf leads to itself, so that rows can wait there for deeper ones."""

    feature: NDArray[np.int64]
    threshold: Rows
    children: NDArray[np.int64]
    value: NDArray[np.float64]
    roots: NDArray[np.int64]
    depth: int

    @classmethod
    def of(cls, trees: tuple[Tree, ...]) -> "_Nodes":
        roots = np.cumsum([0, *map(len, trees)])[:-1]
        numbered = [
            (base, number, node)
            for base, tree in zip(roots.tolist(), trees, strict=True)
            for number, node in enumerate(tree)
        ]
        children = [
            base + (number if node.feature == _LEAF else child)
            for base, number, node in numbered
            for child in (node.left, node.right)
        ]
        nodes = [node for _, _, node in numbered]
        return cls(
            np.array([max(node.feature, 0) for node in nodes], np.int64),
            np.array([np.inf if node.feature == _LEAF else node.threshold for node in nodes], np.float32),
            np.array(children, np.int64),
            np.array([node.value for node in nodes], np.float64),
            roots,
            max(map(_depth, trees), default=0),
        )


def _depth(tree: Tree) -> int:
    depths = [0] * len(tree)
    for number, node in enumerate(tree):
        if node.feature != _LEAF:
            depths[node.left] = depths[node.right] = depths[number] + 1
    return max(depths)
