"""Clusters of similar pairs (BUCKLE, section 4.3): average linkage on embeddings, cut at the elbow."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.embeddings.pair_linkage import link_pairs

_STEP = 0.1
_SAME = 1e-6  # below this, two pairs are at the same place


@dataclass(frozen=True, slots=True)
class PairClusters:
    """The cluster of each pair, by descending size (ties by their first pair), and the height of the cut."""

    labels: NDArray[np.int32]
    sizes: NDArray[np.int64]
    threshold: float

    def __len__(self) -> int:
        return len(self.sizes)


def cluster_pairs(vectors: NDArray[np.floating], pairs: NDArray[np.int32]) -> PairClusters:
    """Cluster pairs, rows of two places in `vectors`; exact for any number of pairs, without a distance matrix.

    Only the direction of vectors counts: TransE keeps entities at length 1, for which cuts of 0.1 suit.
    """
    if len(pairs) < 2:
        one = np.zeros(len(pairs), dtype=np.int32)
        return PairClusters(one, np.ones(len(pairs), dtype=np.int64), 0.0)
    merges = link_pairs(_of_unit_length(vectors), pairs)
    cuts = cuts_of(merges.heights)
    counts = len(pairs) - np.searchsorted(merges.heights, cuts, side="right")
    threshold = float(cuts[elbow(cuts, counts)])
    labels, sizes = by_size(merges.labels(threshold))
    return PairClusters(labels, sizes, threshold)


def cuts_of(heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Every 0.1 from the whole number above the first merge to the one above the last, as in BUCKLE's generator.

    Merges of pairs at the same place do not count as the first. If all heights lie between two whole numbers, so that
    there are fewer than two cuts, tenths are used instead of whole numbers.
    """
    apart = heights[heights > _SAME]
    first, last = (float(apart[0]), float(apart[-1])) if len(apart) else (_STEP, _STEP)
    start, end = ceil(first) * 10, ceil(last) * 10
    if end - start < 2:
        start, end = ceil(first * 10), ceil(last * 10) + 1
    return np.arange(start, max(end, start + 2)) / 10


def elbow(cuts: NDArray[np.float64], counts: NDArray[np.int64]) -> int:
    """Where the number of clusters, times the cut, falls most from one cut to the next; the first wins ties."""
    return int(np.argmax(-np.diff(counts) * cuts[1:])) + 1


def by_size(labels: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Clusters renumbered by descending size, ties by their first member; and the sizes."""
    _, first, places, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    order = np.lexsort((first, -sizes))
    ranks = np.empty(len(order), dtype=np.int32)
    ranks[order] = np.arange(len(order))
    return ranks[places], sizes[order]


def _of_unit_length(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
