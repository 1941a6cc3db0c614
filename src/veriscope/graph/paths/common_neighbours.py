"""What two nodes have in common: their common neighbours, and links between their neighbours."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import inner_kernel
from veriscope.graph.paths.links import Links


class Overlaps(NamedTuple):
    """For each pair of nodes, the number of common neighbours and the sum of their weights."""

    common: NDArray[np.int64]
    weights: NDArray[np.float64]


def overlaps(links: Links, pairs: NDArray[np.int32], weights: NDArray[np.float64]) -> Overlaps:
    """How far the neighbourhoods of two nodes overlap; `weights` has one number for each node of the graph."""
    return Overlaps(*_overlaps(links.starts, links.nodes, pairs, weights))


def degrees_without_each_other(links: Links, pairs: NDArray[np.int32]) -> NDArray[np.int64]:
    """The number of neighbours of each node of a pair, not counting the other: one row (first, second) per pair."""
    counts: NDArray[np.int64] = _degrees_without_each_other(links.starts, links.nodes, pairs)
    return counts


def common_neighbours(links: Links, first: int, second: int) -> NDArray[np.int32]:
    """The common neighbours, those with the fewest neighbours first, then by number."""
    common = np.intersect1d(links.of_node(first), links.of_node(second), assume_unique=True)
    degrees = links.starts[common + 1] - links.starts[common]
    return np.asarray(common[np.lexsort((common, degrees))])


def paths_of_three_links(links: Links, pairs: NDArray[np.int32]) -> NDArray[np.int64]:
    """The number of paths of three links from the first node of each pair to the second that repeat no node."""
    counts: NDArray[np.int64] = _paths_of_three_links(links.starts, links.nodes, pairs)
    return counts


def inner_nodes_of_three_links(links: Links, start: int, goal: int) -> tuple[int, int]:
    """The inner nodes of the first such path, in order of their numbers; there must be one."""
    for node in links.of_node(start).tolist():
        if node != goal and len(beyond := common_neighbours(links, node, goal)) and (beyond != start).any():
            return node, int(beyond[beyond != start].min())
    raise AssertionError(f"no path of three links from node {start} to node {goal}")


@njit(cache=True, nogil=True)
def _degrees_without_each_other(
    starts: NDArray[np.int64], nodes: NDArray[np.int32], pairs: NDArray[np.int32]
) -> NDArray[np.int64]:
    counts = np.empty((len(pairs), 2), np.int64)
    for row in range(len(pairs)):
        first, second = pairs[row]
        is_linked = _holds(nodes[starts[first] : starts[first + 1]], second)
        counts[row, 0] = starts[first + 1] - starts[first] - is_linked
        counts[row, 1] = starts[second + 1] - starts[second] - is_linked
    return counts


@njit(cache=True, nogil=True)
def _overlaps(
    starts: NDArray[np.int64], nodes: NDArray[np.int32], pairs: NDArray[np.int32], weights: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    common = np.zeros(len(pairs), np.int64)
    sums = np.zeros(len(pairs), np.float64)
    for row in range(len(pairs)):
        first, second = pairs[row]
        near, far = nodes[starts[first] : starts[first + 1]], nodes[starts[second] : starts[second + 1]]
        few, many = (near, far) if len(near) <= len(far) else (far, near)
        for node in few:
            if _holds(many, node):
                common[row] += 1
                sums[row] += weights[node]
    return common, sums


@njit(cache=True, nogil=True)
def _paths_of_three_links(
    starts: NDArray[np.int64], nodes: NDArray[np.int32], pairs: NDArray[np.int32]
) -> NDArray[np.int64]:
    counts = np.zeros(len(pairs), np.int64)
    for row in range(len(pairs)):
        start, goal = pairs[row]
        ends = nodes[starts[goal] : starts[goal + 1]]
        for node in nodes[starts[start] : starts[start + 1]]:
            if node != goal:
                counts[row] += _common_count(nodes[starts[node] : starts[node + 1]], ends, start)
    return counts


@inner_kernel
def _common_count(one: NDArray[np.int32], other: NDArray[np.int32], barred: int) -> int:
    few, many = (one, other) if len(one) <= len(other) else (other, one)
    count = 0
    for node in few:
        count += node != barred and _holds(many, node)
    return count


@inner_kernel
def _holds(nodes: NDArray[np.int32], node: int) -> bool:
    place = np.searchsorted(nodes, node)
    return bool(place < len(nodes) and nodes[place] == node)
