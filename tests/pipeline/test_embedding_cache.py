import pytest

from tests.cli.small_scenarios import make_graph
from veriscope.errors import StoreError
from veriscope.graph import View, open_graph
from veriscope.graph.embeddings.files import open_embedding, save_embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.training import train_embedding
from veriscope.lab.bench.embeddings import PreparedEmbeddings
from veriscope.pipeline import embedding_cache
from veriscope.pipeline.embedding_cache import EmbeddingCache


@pytest.fixture
def kb(tmp_path, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path / "cache"))
    return make_graph(tmp_path)


@pytest.fixture
def graph(kb):
    return open_graph(kb)


def hiding(graph, count):
    return View.of(graph).without(graph.facts()[:count])


def test_one_is_trained_and_kept_by_what_was_hidden(kb, graph):
    told = []
    embeddings = EmbeddingCache(kb, graph, report=lambda *progress: told.append(progress))
    first = embeddings.folder_of("transe", hiding(graph, 5))
    assert told[-1][0] == "transe"
    told.clear()
    assert embeddings.folder_of("transe", hiding(graph, 5)) == first
    assert told == []
    assert embeddings.folder_of("transe", hiding(graph, 6)) != first
    assert not open_embedding(first).saw(graph.facts()[:5]).any()


def test_another_seed_or_model_is_another_embedding(kb, graph):
    folders = {
        EmbeddingCache(kb, graph, seed=seed).folder_of(model, hiding(graph, 5))
        for model, seed in (("transe", 0), ("transe", 1), ("transh", 0))
    }
    assert len(folders) == 3


def test_one_saved_with_the_graph_is_taken_unless_it_saw_what_is_hidden(kb, graph):
    settings = EmbeddingSettings(epochs=1, dimension=4)
    save_embedding(kb / "embeddings" / "some", train_embedding(hiding(graph, 5), settings))
    embeddings = EmbeddingCache(kb, graph, may_train=False)
    assert embeddings.folder_of("transe", hiding(graph, 5)) == kb / "embeddings" / "some"
    assert embeddings.folder_of("transe", hiding(graph, 3)) == kb / "embeddings" / "some"
    assert embeddings.folder_of("transe", hiding(graph, 6)) is None
    assert embeddings.folder_of("transh", hiding(graph, 5)) is None
    assert embeddings.checker("transe", hiding(graph, 6)) is None


def test_one_of_another_graph_is_not_taken(kb, graph, monkeypatch):
    settings = EmbeddingSettings(epochs=1, dimension=4)
    save_embedding(kb / "embeddings" / "some", train_embedding(View.of(graph), settings))
    monkeypatch.setattr(embedding_cache, "graph_hash", lambda _: "another")
    assert EmbeddingCache(kb, graph, may_train=False).folder_of("transe", View.of(graph)) is None


def test_a_damaged_one_in_the_cache_is_trained_anew(kb, graph):
    embeddings = EmbeddingCache(kb, graph)
    folder = embeddings.folder_of("transe", hiding(graph, 5))
    (folder / "entities.npy").write_bytes(b"nothing")
    assert embeddings.folder_of("transe", hiding(graph, 5)) == folder
    assert len(open_embedding(folder).entities) == len(graph.nodes)


def test_a_prepared_shelf_has_what_was_put_there(kb, graph):
    folder = EmbeddingCache(kb, graph).folder_of("transe", hiding(graph, 5))
    embeddings = PreparedEmbeddings.open({"transe": folder}, hiding(graph, 5))
    assert embeddings.checker("transe", hiding(graph, 5)) is embeddings.checker("transe", View.of(graph))
    assert embeddings.checker("transh", hiding(graph, 5)) is None
    with pytest.raises(StoreError, match="must be hidden from it"):
        embeddings.checker("transe", hiding(graph, 6))
