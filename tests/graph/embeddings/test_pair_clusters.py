from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import cdist, squareform

from veriscope.graph.embeddings.pair_clusters import by_size, cluster_pairs, cuts_of, elbow
from veriscope.graph.embeddings.pair_linkage import link_pairs

pytestmark = pytest.mark.slow


def pair_distances(vectors, pairs):
    """Formula (2) of the paper, as it is printed."""
    subjects, objects = vectors[pairs[:, 0]], vectors[pairs[:, 1]]
    crossed = cdist(subjects, objects)
    distances = (cdist(subjects, subjects) + cdist(objects, objects) + crossed + crossed.T) / 4
    np.fill_diagonal(distances, 0)
    return squareform(distances, checks=False)


def random_pairs(seed, *, objects, pairs, dimension=6):
    """Vectors of length 1, and pairs with a subject of their own: others lie equally far from each other at times."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(objects + pairs, dimension))
    ends = np.stack([objects + np.arange(pairs), rng.integers(objects, size=pairs)], axis=1)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True), ends.astype(np.int32)


def partition(labels):
    return {frozenset(np.flatnonzero(labels == label).tolist()) for label in np.unique(labels)}


def test_two_pairs_merge_at_the_mean_of_four_distances():
    vectors = np.array([[0.0, 0], [1, 0], [0, 2], [1, 2]])
    merges = link_pairs(vectors, np.array([[0, 1], [2, 3]], dtype=np.int32))
    assert merges.heights == pytest.approx([(2 + 2 + np.sqrt(5) + np.sqrt(5)) / 4])


def test_a_shared_entity_is_no_distance_away():
    vectors = np.array([[0.0, 0], [3, 4]])
    merges = link_pairs(vectors, np.array([[0, 1], [1, 0]], dtype=np.int32))
    assert merges.heights == pytest.approx([(5 + 5 + 0 + 0) / 4])


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10**6), objects=st.integers(1, 40), pairs=st.integers(2, 200), near=st.sampled_from([1, 3, 32])
)
def test_linkage_is_that_of_scipy(seed, objects, pairs, near):
    vectors, ends = random_pairs(seed, objects=objects, pairs=pairs)
    expected = linkage(pair_distances(vectors, ends), "average")
    merges = link_pairs(vectors, ends, near=near)
    assert merges.heights == pytest.approx(np.sort(expected[:, 2]), abs=1e-5)
    between = np.sort(expected[:, 2])
    for low, high in pairwise(between):
        if high - low > 1e-4:
            cut = (low + high) / 2
            assert partition(merges.labels(cut)) == partition(fcluster(expected, cut, "distance"))


@pytest.mark.parametrize("groups", [1, 3, 12])
def test_big_clusters_are_summed_up_rightly(groups):
    rng = np.random.default_rng(groups)
    pairs, objects = 1100, 60
    group = np.concatenate([np.arange(objects) % groups, np.arange(pairs) % groups])
    vectors = (rng.normal(size=(groups, 8)) * 4)[group] + rng.normal(size=(objects + pairs, 8))
    ends = np.stack([objects + np.arange(pairs), np.arange(pairs) % objects], axis=1).astype(np.int32)
    merges = link_pairs(vectors, ends, near=8)
    expected = np.sort(linkage(pair_distances(vectors, ends), "average")[:, 2])
    assert merges.heights == pytest.approx(expected, abs=1e-4)


def test_the_elbow_is_where_clusters_times_cut_fall_most():
    # Falls of 40, 30, 5 times 1.1, 1.2, 1.3: 44, 36, 6.5.
    cuts = np.array([1.0, 1.1, 1.2, 1.3])
    assert elbow(cuts, np.array([100, 60, 30, 25])) == 1
    # Falls of 40, 38, 5: 44, 45.6, 6.5.
    assert elbow(cuts, np.array([100, 60, 22, 17])) == 2


def test_cuts_run_by_tenths_between_whole_numbers():
    assert cuts_of(np.array([0.3, 0.9, 1.4])).tolist() == [n / 10 for n in range(10, 20)]


def test_cuts_start_at_the_first_pairs_that_lie_apart():
    assert cuts_of(np.array([0.0, 0.3, 1.4]))[0] == 1.0


def test_heights_between_two_whole_numbers_are_cut_by_tenths_too():
    assert cuts_of(np.array([0.21, 0.45])).tolist() == [0.3, 0.4, 0.5]


def test_pairs_all_at_one_place_are_one_cluster():
    vectors = np.array([[1.0, 0], [1.0, 0]])
    clusters = cluster_pairs(vectors, np.array([[0, 0], [1, 1], [0, 1]], dtype=np.int32))
    assert clusters.labels.tolist() == [0, 0, 0]


def test_one_pair_is_one_cluster():
    clusters = cluster_pairs(np.eye(2), np.array([[0, 1]], dtype=np.int32))
    assert clusters.labels.tolist() == [0]
    assert clusters.sizes.tolist() == [1]


def test_clusters_are_numbered_by_size_then_by_their_first_pair():
    labels, sizes = by_size(np.array([7, 2, 2, 5, 7, 2, 9], dtype=np.int32))
    assert labels.tolist() == [1, 0, 0, 2, 1, 0, 3]
    assert sizes.tolist() == [3, 2, 1, 1]


def test_groups_are_told_apart_whatever_the_length_of_their_vectors():
    # Ends of one group lie about 1.1 from each other, ends of two groups the square root of 2.
    rng = np.random.default_rng(0)
    directions = np.eye(400)[np.arange(120) % 3]
    lengths = 1 + np.arange(120)[:, None]
    vectors = lengths * (directions + rng.normal(size=(120, 400)) * np.sqrt(1.5 / 400))
    clusters = cluster_pairs(vectors, np.array([(n, n + 60) for n in range(60)], dtype=np.int32))
    assert partition(clusters.labels) == {frozenset(range(start, 60, 3)) for start in range(3)}
    assert clusters.sizes.tolist() == [20, 20, 20]
    assert len(clusters) == 3
