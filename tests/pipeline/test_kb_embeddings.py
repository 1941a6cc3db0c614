import pytest

from tests.pipeline.small_scenarios import make_graph
from veriscope.errors import StoreError
from veriscope.graph import View, open_graph
from veriscope.graph.embedding_files import open_embedding, save_embedding
from veriscope.graph.embedding_settings import EmbeddingSettings
from veriscope.graph.embedding_training import train_embedding
from veriscope.pipeline import kb_embeddings
from veriscope.pipeline.bench_embeddings import PreparedShelf
from veriscope.pipeline.kb_embeddings import EmbeddingShelf


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
    shelf = EmbeddingShelf(kb, graph, report=lambda *progress: told.append(progress))
    first = shelf.folder_of("transe", hiding(graph, 5))
    assert told[-1][0] == "transe"
    told.clear()
    assert shelf.folder_of("transe", hiding(graph, 5)) == first
    assert told == []
    assert shelf.folder_of("transe", hiding(graph, 6)) != first
    assert not open_embedding(first).saw(graph.facts()[:5]).any()


def test_another_seed_or_model_is_another_embedding(kb, graph):
    folders = {
        EmbeddingShelf(kb, graph, seed=seed).folder_of(model, hiding(graph, 5))
        for model, seed in (("transe", 0), ("transe", 1), ("transh", 0))
    }
    assert len(folders) == 3


def test_one_saved_with_the_graph_is_taken_unless_it_saw_what_is_hidden(kb, graph):
    settings = EmbeddingSettings(epochs=1, dimension=4)
    save_embedding(kb / "embeddings" / "some", train_embedding(hiding(graph, 5), settings))
    shelf = EmbeddingShelf(kb, graph, may_train=False)
    assert shelf.folder_of("transe", hiding(graph, 5)) == kb / "embeddings" / "some"
    assert shelf.folder_of("transe", hiding(graph, 3)) == kb / "embeddings" / "some"
    assert shelf.folder_of("transe", hiding(graph, 6)) is None
    assert shelf.folder_of("transh", hiding(graph, 5)) is None
    assert shelf.checker("transe", hiding(graph, 6)) is None


def test_one_of_another_graph_is_not_taken(kb, graph, monkeypatch):
    settings = EmbeddingSettings(epochs=1, dimension=4)
    save_embedding(kb / "embeddings" / "some", train_embedding(View.of(graph), settings))
    monkeypatch.setattr(kb_embeddings, "graph_hash", lambda _: "another")
    assert EmbeddingShelf(kb, graph, may_train=False).folder_of("transe", View.of(graph)) is None


def test_a_damaged_one_in_the_cache_is_trained_anew(kb, graph):
    shelf = EmbeddingShelf(kb, graph)
    folder = shelf.folder_of("transe", hiding(graph, 5))
    (folder / "entities.npy").write_bytes(b"nothing")
    assert shelf.folder_of("transe", hiding(graph, 5)) == folder
    assert len(open_embedding(folder).entities) == len(graph.nodes)


def test_a_prepared_shelf_has_what_was_put_there(kb, graph):
    folder = EmbeddingShelf(kb, graph).folder_of("transe", hiding(graph, 5))
    shelf = PreparedShelf.opened({"transe": folder}, hiding(graph, 5))
    assert shelf.checker("transe", hiding(graph, 5)) is shelf.checker("transe", View.of(graph))
    assert shelf.checker("transh", hiding(graph, 5)) is None
    with pytest.raises(StoreError, match="not hidden from it"):
        shelf.checker("transe", hiding(graph, 6))
