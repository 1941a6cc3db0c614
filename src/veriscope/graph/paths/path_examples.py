"""The compiled search for paths of nodes that follow one predicate path."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.paths.path_ends import first_place

Arrays = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]  # starts, nodes, steps of `Neighbours`


@njit(cache=True, nogil=True)
def node_paths(
    neighbours: Arrays, ends: tuple[int, int], path: NDArray[np.int32], limit: int, budget: int
) -> NDArray[np.int32]:
    """At most `limit` rows of nodes in ascending order, no node twice in a row; gives up after `budget` edges."""
    starts, nodes, steps = neighbours
    found, size, last = np.empty((limit, len(path) + 1), np.int32), 0, len(path) - 1
    walk, places, depth = np.empty(len(path) + 1, np.int32), np.empty(len(path), np.int64), 0
    walk[0] = ends[0]
    places[0] = starts[ends[0]] if last else first_place(nodes, starts[ends[0]], starts[ends[0] + 1], ends[1])
    while depth >= 0 and size < limit and budget > 0 and ends[0] != ends[1]:
        budget -= 1
        place = places[depth]
        places[depth] += 1
        is_over = place >= starts[walk[depth] + 1] or (depth == last and nodes[place] != ends[1])
        if is_over:
            depth -= 1
        elif steps[place] == path[depth] and depth == last:
            walk[depth + 1] = nodes[place]
            found[size] = walk
            size += 1
        elif steps[place] == path[depth] and nodes[place] != ends[1] and not (walk[: depth + 1] == nodes[place]).any():
            depth += 1
            walk[depth] = nodes[place]
            low, high = starts[walk[depth]], starts[walk[depth] + 1]
            places[depth] = first_place(nodes, low, high, ends[1]) if depth == last else low
    return found[:size]
