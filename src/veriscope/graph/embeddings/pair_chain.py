"""The kernels of average linkage over pairs: lists of nearest clusters, and the chain that merges them."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

NOTHING = -1
SUMMED_FROM = 32


class Members(NamedTuple):
    """The pairs of each cluster as a linked list; a cluster is named by the number of one of its pairs.

    The first pairs of a big cluster are summed up: a row of `sums` holds the sum of every entity's distances to their
    ends. Fewer than `SUMMED_FROM` pairs of a cluster are not summed up.
    """

    ends: NDArray[np.int32]  # the two entities of each pair
    labels: NDArray[np.int32]  # the cluster of each pair
    sizes: NDArray[np.int32]
    following: NDArray[np.int32]
    last: NDArray[np.int32]
    last_summed: NDArray[np.int32]
    summed: NDArray[np.int32]  # how many pairs are summed up
    slots: NDArray[np.int32]  # the cluster's row of `sums`

    @classmethod
    def of(cls, ends: NDArray[np.int32]) -> "Members":
        """Every pair is a cluster of its own."""
        numbers = np.arange(len(ends), dtype=np.int32)
        nothing = np.full(len(ends), NOTHING, dtype=np.int32)
        ones, zeros = np.ones(len(ends), dtype=np.int32), np.zeros(len(ends), dtype=np.int32)
        return cls(ends, numbers.copy(), ones, nothing.copy(), numbers.copy(), nothing.copy(), zeros, nothing.copy())


class Lists(NamedTuple):
    """For each cluster a list of its nearest ones, and a lower bound for the distances to all others.

    The distance of an entry is exact if the cluster still has the stored size; otherwise it is a lower bound.
    """

    clusters: NDArray[np.int32]
    distances: NDArray[np.float64]
    sizes: NDArray[np.int32]  # 0 for a lower bound
    lengths: NDArray[np.int32]
    bounds: NDArray[np.float64]

    @classmethod
    def empty(cls, pairs: int, near: int) -> "Lists":
        """Nothing is known."""
        shape = (pairs, near)
        clusters, sizes = np.empty(shape, dtype=np.int32), np.empty(shape, dtype=np.int32)
        return cls(clusters, np.empty(shape), sizes, np.zeros(pairs, dtype=np.int32), np.full(pairs, -np.inf))


class Progress(NamedTuple):
    """The merges so far, their number in `made`, and which clusters wait for a new list or sums."""

    left: NDArray[np.int32]
    right: NDArray[np.int32]
    heights: NDArray[np.float64]
    made: NDArray[np.int64]
    waiting: NDArray[np.bool_]

    @classmethod
    def none(cls, pairs: int) -> "Progress":
        """Nothing is merged."""
        left, right = np.empty(pairs - 1, dtype=np.int32), np.empty(pairs - 1, dtype=np.int32)
        return cls(left, right, np.empty(pairs - 1), np.zeros(1, dtype=np.int64), np.zeros(pairs, dtype=np.bool_))


@njit(cache=True, nogil=True, fastmath=True)
def add_distances(
    products: NDArray[np.float32],
    places: NDArray[np.int64],
    entities: NDArray[np.int32],
    squares: NDArray[np.float32],
    row: NDArray[np.float32],
) -> None:
    """Add to `row` every entity's distance to each of `entities`; `products` has their inner products at `places`."""
    for number in range(len(entities)):
        place, entity = places[number], entities[number]
        before = row[entity]
        for other in range(len(row)):
            square = squares[entity] + squares[other] - np.float32(2) * products[place, other]
            row[other] += np.sqrt(max(square, np.float32(0)))
        row[entity] = before  # rounding must not keep an entity away from itself


@njit(cache=True, nogil=True)
def fill_list(cluster: int, row: NDArray[np.float32], members: Members, lists: Lists) -> None:
    """Find a cluster's nearest ones from the sums of every entity's distances to its ends."""
    sums = np.zeros(len(members.labels))
    for pair in range(len(members.labels)):
        sums[members.labels[pair]] += row[members.ends[pair, 0]] + row[members.ends[pair, 1]]
    lists.lengths[cluster] = 0
    lists.bounds[cluster] = np.inf
    for other in range(len(members.labels)):
        if members.labels[other] == other and other != cluster:
            distance = sums[other] / (4.0 * members.sizes[cluster] * members.sizes[other])
            if distance < lists.bounds[cluster]:
                _insert(cluster, other, distance, members.sizes[other], lists)


@njit(cache=True, nogil=True)
def _insert(cluster: int, other: int, distance: float, size: int, lists: Lists) -> None:
    """Insert an entry into a list sorted by distance; the nearest one that has no room becomes the bound."""
    near, place = lists.clusters.shape[1], lists.lengths[cluster]
    if place == near:
        bound = max(distance, lists.distances[cluster, near - 1])
        lists.bounds[cluster] = min(lists.bounds[cluster], bound)
        if distance >= lists.distances[cluster, near - 1]:
            return
        place -= 1
    else:
        lists.lengths[cluster] += 1
    while place > 0 and lists.distances[cluster, place - 1] > distance:
        _copy_entry(cluster, place - 1, cluster, place, lists)
        place -= 1
    lists.clusters[cluster, place] = other
    lists.distances[cluster, place] = distance
    lists.sizes[cluster, place] = size


@njit(cache=True, nogil=True)
def _copy_entry(cluster: int, place: int, to_cluster: int, to_place: int, lists: Lists) -> None:
    lists.clusters[to_cluster, to_place] = lists.clusters[cluster, place]
    lists.distances[to_cluster, to_place] = lists.distances[cluster, place]
    lists.sizes[to_cluster, to_place] = lists.sizes[cluster, place]


@njit(cache=True, nogil=True)
def _tidy(cluster: int, members: Members, lists: Lists) -> None:
    """Use the current names of clusters, keeping each once with its least distance; the order stays."""
    length = 0
    for place in range(lists.lengths[cluster]):
        other = members.labels[lists.clusters[cluster, place]]
        seen = other == cluster
        for earlier in range(length):
            seen = seen or lists.clusters[cluster, earlier] == other
        if not seen:
            _copy_entry(cluster, place, cluster, length, lists)
            lists.clusters[cluster, length] = other
            if lists.sizes[cluster, length] != members.sizes[other]:
                lists.sizes[cluster, length] = 0
            length += 1
    lists.lengths[cluster] = length


@njit(cache=True, nogil=True)
def _nearest(
    cluster: int, vectors: NDArray[np.float32], sums: NDArray[np.float32], members: Members, lists: Lists
) -> tuple[int, float]:
    """A cluster's nearest one; `NOTHING` if its list cannot tell."""
    _tidy(cluster, members, lists)
    while lists.lengths[cluster] and lists.distances[cluster, 0] <= lists.bounds[cluster]:
        other = lists.clusters[cluster, 0]
        if lists.sizes[cluster, 0]:
            return other, lists.distances[cluster, 0]
        distance = _mean_distance(cluster, other, vectors, sums, members)
        for place in range(1, lists.lengths[cluster]):
            _copy_entry(cluster, place, cluster, place - 1, lists)
        lists.lengths[cluster] -= 1
        _insert(cluster, other, distance, members.sizes[other], lists)
    return NOTHING, np.inf


@njit(cache=True, nogil=True)
def _mean_distance(
    one: int, other: int, vectors: NDArray[np.float32], sums: NDArray[np.float32], members: Members
) -> float:
    """The mean distance between the ends of two clusters."""
    total = 0.0
    if members.summed[one]:
        row, pair = sums[members.slots[one]], other
        while pair != NOTHING:
            total += row[members.ends[pair, 0]] + row[members.ends[pair, 1]]
            pair = members.following[pair]
    loose = _first_loose(one, members)
    while loose != NOTHING:
        for end in members.ends[loose]:
            if members.summed[other]:
                total += sums[members.slots[other], end]
            pair = _first_loose(other, members)
            while pair != NOTHING:
                total += _distance(vectors, end, members.ends[pair, 0]) + _distance(vectors, end, members.ends[pair, 1])
                pair = members.following[pair]
        loose = members.following[loose]
    return float(total / (4.0 * members.sizes[one] * members.sizes[other]))


@njit(cache=True, nogil=True)
def _first_loose(cluster: int, members: Members) -> int:
    """The first pair of a cluster that is not summed up."""
    return members.following[members.last_summed[cluster]] if members.summed[cluster] else cluster


@njit(cache=True, nogil=True, fastmath=True)
def _distance(vectors: NDArray[np.float32], one: int, other: int) -> float:
    total = np.float32(0)
    for place in range(vectors.shape[1]):
        difference = vectors[one, place] - vectors[other, place]
        total += difference * difference
    return float(np.sqrt(total))


@njit(cache=True, nogil=True)
def _merge_lists(one: int, other: int, members: Members, lists: Lists) -> None:
    """Merge both lists into that of `one`: means of distances, or of bounds if one of the two has no distance."""
    _tidy(one, members, lists)
    _tidy(other, members, lists)
    share = members.sizes[one] / (members.sizes[one] + members.sizes[other])
    first, second = lists.lengths[one], lists.lengths[other]
    clusters = np.empty(first + second, dtype=np.int32)
    distances = np.empty(first + second)
    sizes = np.zeros(first + second, dtype=np.int32)
    for place in range(first):
        clusters[place] = lists.clusters[one, place]
        size, distance = 0, lists.bounds[other]
        for place_of_other in range(second):
            if lists.clusters[other, place_of_other] == clusters[place]:
                size, distance = lists.sizes[other, place_of_other], lists.distances[other, place_of_other]
        distances[place] = share * lists.distances[one, place] + (1 - share) * distance
        sizes[place] = min(size, lists.sizes[one, place])
    total = first
    for place in range(second):
        is_known = False
        for place_of_one in range(first):
            is_known = is_known or clusters[place_of_one] == lists.clusters[other, place]
        if not is_known:
            clusters[total] = lists.clusters[other, place]
            distances[total] = share * lists.bounds[one] + (1 - share) * lists.distances[other, place]
            total += 1
    lists.bounds[one] = share * lists.bounds[one] + (1 - share) * lists.bounds[other]
    lists.lengths[one] = 0
    for place in range(total):
        cluster = clusters[place]
        if cluster not in (one, other) and distances[place] < lists.bounds[one]:
            _insert(one, cluster, distances[place], sizes[place], lists)


@njit(cache=True, nogil=True)
def _merge_members(one: int, other: int, sums: NDArray[np.float32], members: Members) -> None:
    """Append the pairs of `other` to those of `one`, summed-up pairs first; if `other` has such, so has `one`."""
    pair = other
    while pair != NOTHING:
        members.labels[pair] = one
        pair = members.following[pair]
    if members.summed[other]:
        loose_of_one, loose_of_other = _first_loose(one, members), _first_loose(other, members)
        sums[members.slots[one]] += sums[members.slots[other]]
        members.slots[other] = NOTHING
        members.following[members.last_summed[one]] = other
        end_of_one = members.last[one] if loose_of_one != NOTHING else members.last_summed[other]
        members.following[members.last_summed[other]] = loose_of_one if loose_of_one != NOTHING else loose_of_other
        if loose_of_one != NOTHING:
            members.following[end_of_one] = loose_of_other
        members.last_summed[one] = members.last_summed[other]
        members.summed[one] += members.summed[other]
        members.last[one] = members.last[other] if loose_of_other != NOTHING else end_of_one
    else:
        members.following[members.last[one]] = other
        members.last[one] = members.last[other]
    members.sizes[one] += members.sizes[other]


@njit(cache=True, nogil=True)
def sweep(
    vectors: NDArray[np.float32], sums: NDArray[np.float32], members: Members, lists: Lists, progress: Progress
) -> int:
    """Follow a chain from every cluster, merging mutually nearest ones; returns the number of merges.

    A chain that meets a waiting cluster ends there: near pairs merge first, and waiting clusters are served together.
    """
    before = progress.made[0]
    blocked = progress.waiting.copy()
    chain, distances = np.empty(len(members.labels), dtype=np.int32), np.empty(len(members.labels))
    for start in range(len(members.labels)):
        chain[0], distances[0], length = start, np.inf, 1
        while length and members.labels[start] == start:
            tip = chain[length - 1]
            nearest, distance = NOTHING, np.inf
            if not blocked[tip]:
                nearest, distance = _nearest(tip, vectors, sums, members, lists)
                progress.waiting[tip] = nearest == NOTHING
            if nearest == NOTHING:
                blocked[chain[:length]] = True
                break
            # Distances computed from either side may differ in the last digits; the chain must not run in circles.
            if length > 1 and distance >= distances[length - 1]:
                nearest, distance = chain[length - 2], distances[length - 1]
            met = length - 1
            while met >= 0 and chain[met] != nearest:
                met -= 1
            if met >= 0:
                progress.heights[progress.made[0]] = distance
                _merge(tip, nearest, sums, members, lists, progress)
                length = met
            else:
                chain[length], distances[length] = nearest, distance
                length += 1
    return int(progress.made[0] - before)


@njit(cache=True, nogil=True)
def _merge(one: int, other: int, sums: NDArray[np.float32], members: Members, lists: Lists, progress: Progress) -> None:
    # The summed-up cluster absorbs the other, or else the larger one does.
    if (members.summed[one], members.sizes[one]) < (members.summed[other], members.sizes[other]):
        one, other = other, one
    merge = progress.made[0]
    progress.left[merge], progress.right[merge] = one, other
    progress.made[0] += 1
    _merge_lists(one, other, members, lists)
    _merge_members(one, other, sums, members)
    progress.waiting[other] = False
    if members.sizes[one] - members.summed[one] >= 2 * SUMMED_FROM:
        progress.waiting[one] = True


@njit(cache=True, nogil=True)
def loose_pairs(cluster: int, members: Members) -> NDArray[np.int32]:
    """The pairs of a cluster that are not summed up."""
    pairs = np.empty(members.sizes[cluster] - members.summed[cluster], dtype=np.int32)
    pair = _first_loose(cluster, members)
    for place in range(len(pairs)):
        pairs[place] = pair
        pair = members.following[pair]
    return pairs
