import numpy as np
import pytest

from veriscope.graph.embeddings.pair_clusters import cluster_pairs
from veriscope.lab.bench import clusters as bench_clusters
from veriscope.lab.bench.clusters import cached_clusters


@pytest.fixture
def facts(tmp_path, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path))
    monkeypatch.setattr(bench_clusters, "_FEWEST", 10)
    rng = np.random.default_rng(0)
    return rng.normal(size=(40, 5)).astype(np.float32), rng.integers(0, 40, size=(30, 2)).astype(np.int32)


@pytest.fixture
def made(monkeypatch):
    counts = []

    def watch(vectors, pairs):
        counts.append(len(pairs))
        return cluster_pairs(vectors, pairs)

    monkeypatch.setattr(bench_clusters, "cluster_pairs", watch)
    return counts


def is_same(one, other):
    arrays = all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("labels", "sizes"))
    return arrays and one.threshold == other.threshold


def test_clusters_are_made_once(facts, made):
    first = cached_clusters(*facts)
    assert is_same(cached_clusters(*facts), first)
    assert is_same(first, cluster_pairs(*facts))
    assert made == [30]


def test_other_vectors_or_pairs_have_other_clusters(facts, made):
    vectors, pairs = facts
    cached_clusters(vectors, pairs)
    cached_clusters(vectors + 1, pairs)
    cached_clusters(vectors, pairs[::-1])
    assert made == [30, 30, 30]


@pytest.mark.parametrize("content", [b"", b"nothing", None])
def test_a_damaged_file_is_made_anew(facts, made, tmp_path, content):
    cached_clusters(*facts)
    (path,) = (tmp_path / "clusters").iterdir()
    path.write_bytes(path.read_bytes()[:-40] if content is None else content)
    assert is_same(cached_clusters(*facts), cluster_pairs(*facts))
    assert made == [30, 30]


def test_few_facts_are_not_kept(facts, made, tmp_path):
    vectors, pairs = facts
    cached_clusters(vectors, pairs[:9])
    assert made == [9]
    assert not (tmp_path / "clusters").exists()
