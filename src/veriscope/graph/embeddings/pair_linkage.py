"""Average linkage of pairs of entities without a matrix of distances.

The distance of two pairs, BUCKLE's formula (2), is the mean of the four Euclidean distances between an end of one and
an end of the other. So the distance of two clusters is the mean over all their ends, and the sums behind it add up
when clusters merge.

The result is exact: a chain of nearest neighbours (Murtagh 1983), in which every cluster keeps a list of its nearest
ones and a lower bound for all others. The bound stays valid while clusters merge, since a merged cluster is never
nearer to a third than the nearer of its parts. The distances to all clusters are recomputed only when a list runs out.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.embeddings.pair_chain import (
    NOTHING,
    SUMMED_FROM,
    Lists,
    Members,
    Progress,
    add_distances,
    fill_list,
    loose_pairs,
    sweep,
)

_BLOCK = 128


@dataclass(frozen=True, slots=True)
class Merges:
    """The merges of a dendrogram by ascending height; a cluster is named by the number of one of its pairs."""

    left: NDArray[np.int32]
    right: NDArray[np.int32]
    heights: NDArray[np.float64]

    def labels(self, threshold: float) -> NDArray[np.int32]:
        """The cluster of each pair after all merges up to the threshold, as the number of one of its pairs."""
        roots = list(range(len(self.heights) + 1))
        for left, right, height in zip(self.left.tolist(), self.right.tolist(), self.heights.tolist(), strict=True):
            if height <= threshold:
                roots[_root(roots, right)] = _root(roots, left)
        return np.array([_root(roots, pair) for pair in range(len(roots))], dtype=np.int32)


def _root(roots: list[int], pair: int) -> int:
    while roots[pair] != pair:
        roots[pair] = roots[roots[pair]]
        pair = roots[pair]
    return pair


def link_pairs(vectors: NDArray[np.floating], pairs: NDArray[np.int32], *, near: int = 32) -> Merges:
    """The dendrogram of pairs, rows of two places in `vectors`; `near` is the length of a cluster's list."""
    entities, ends = np.unique(pairs, return_inverse=True)
    linkage = _Linkage(vectors[entities].astype(np.float32), ends.reshape(-1, 2).astype(np.int32), near=near)
    return linkage.run()


class _Linkage:
    """The state of one clustering."""

    def __init__(self, vectors: NDArray[np.float32], ends: NDArray[np.int32], *, near: int) -> None:
        self.vectors = np.ascontiguousarray(vectors)
        self.squares = np.einsum("ij,ij->i", vectors, vectors)
        self.members = Members.of(ends)
        self.lists = Lists.empty(len(ends), near)
        self.progress = Progress.none(len(ends))
        self.sums = np.zeros((1, len(vectors)), dtype=np.float32)

    def run(self) -> Merges:
        """Fill all lists, then merge until one cluster is left; refill lists only when nothing else can be done."""
        # Sorted by object, so that pairs in a block share ends.
        self._fill_lists(np.argsort(self.members.ends[:, 1], kind="stable"))
        while self.progress.made[0] < len(self.progress.heights):
            merged = sweep(self.vectors, self.sums, self.members, self.lists, self.progress)
            grown = np.flatnonzero(self.members.sizes - self.members.summed >= SUMMED_FROM)
            self._keep_sums(grown[self.members.labels[grown] == grown])
            if not merged:
                self._fill_lists(np.flatnonzero(self.progress.waiting))
                self.progress.waiting[:] = False
        order = np.argsort(self.progress.heights, kind="stable")
        return Merges(self.progress.left[order], self.progress.right[order], self.progress.heights[order])

    def _fill_lists(self, clusters: NDArray[np.int64]) -> None:
        for cluster, row in self._summed_distances(clusters):
            fill_list(cluster, row, self.members, self.lists)

    def _keep_sums(self, clusters: NDArray[np.int64]) -> None:
        members = self.members
        for cluster, row in self._summed_distances(clusters):
            if members.slots[cluster] == NOTHING:
                members.slots[cluster] = self._free_slot()
            self.sums[members.slots[cluster]] = row
            members.summed[cluster] = members.sizes[cluster]
            members.last_summed[cluster] = members.last[cluster]

    def _free_slot(self) -> int:
        free = np.setdiff1d(np.arange(len(self.sums)), self.members.slots)
        if not len(free):
            self.sums = np.concatenate([self.sums, np.zeros_like(self.sums)])
            return len(self.sums) // 2
        return int(free[0])

    def _summed_distances(self, clusters: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Clusters, each with the sum of every entity's distances to its ends; the row is reused for the next."""
        row = np.empty(len(self.vectors), dtype=np.float32)
        for block in self._blocks(clusters.tolist()):
            entities, places = np.unique(np.concatenate([ends for _, ends in block]), return_inverse=True)
            products = self.vectors[entities] @ self.vectors.T
            start = 0
            for cluster, ends in block:
                row[:] = 0 if self.members.slots[cluster] == NOTHING else self.sums[self.members.slots[cluster]]
                add_distances(products, places[start : start + len(ends)], ends, self.squares, row)
                start += len(ends)
                yield cluster, row

    def _blocks(self, clusters: list[int]) -> Iterator[list[tuple[int, NDArray[np.int32]]]]:
        """Clusters with the ends that are not summed up, in blocks large enough for an efficient matrix product."""
        block, ends_there = [], 0
        for cluster in clusters:
            ends = self.members.ends[loose_pairs(cluster, self.members)].ravel()
            block.append((cluster, ends))
            ends_there += len(ends)
            if ends_there >= _BLOCK:
                yield block
                block, ends_there = [], 0
        if block:
            yield block
