import json

import numpy as np
import pytest

from veriscope.errors import StoreError
from veriscope.graph import Graph, open_graph
from veriscope.graph.compact.store import write_graph

FACTS = [("a", "knows", "b"), ("b", "knows", "c"), ("a", "likes", "c")]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "kb").mkdir()
    write_graph(tmp_path / "kb", Graph.of(FACTS))
    return tmp_path / "kb"


def test_a_graph_is_read_back_as_it_was_written(folder):
    graph, whole = open_graph(folder), Graph.of(FACTS)
    assert np.array_equal(graph.facts(), whole.facts())
    assert (list(graph.nodes), list(graph.predicates)) == (["a", "b", "c"], ["knows", "likes"])
    assert graph.nodes.find("c") == 2
    assert graph.node_labels.of(0) is None


def test_writing_into_an_opened_array_does_not_change_the_folder(folder):
    open_graph(folder).out.nodes[0] = 0
    assert open_graph(folder).out.nodes[0] == 1


def test_a_missing_folder_says_how_to_build_one(tmp_path):
    with pytest.raises(StoreError, match=r"no graph at .*: build one with `veriscope kb build"):
        open_graph(tmp_path / "none")


def test_a_folder_of_something_else_is_no_graph(folder):
    (folder / "manifest.json").write_text('{"kind": "veriscope corpus", "format_version": 1}')
    with pytest.raises(StoreError, match=r"is not a graph: its manifest\.json does not describe one"):
        open_graph(folder)
    (folder / "manifest.json").unlink()
    with pytest.raises(StoreError, match=r"is not a graph: it has no manifest\.json"):
        open_graph(folder)


def test_a_graph_of_another_format_version_must_be_built_anew(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "format_version": 99}))
    with pytest.raises(StoreError, match="has format 99, this program reads format 1; build the graph anew"):
        open_graph(folder)


def test_a_damaged_manifest_is_told(folder):
    (folder / "manifest.json").write_text('{"kind": "veriscope gr')
    with pytest.raises(StoreError, match="cannot be read"):
        open_graph(folder)
    (folder / "manifest.json").write_text('{"kind": "veriscope graph", "format_version": 1}')
    with pytest.raises(StoreError, match=r"manifest\.json is damaged \(veriscope: field required\)"):
        open_graph(folder)


def test_a_missing_array_is_told(folder):
    (folder / "out.nodes.npy").unlink()
    with pytest.raises(StoreError, match=r"out\.nodes\.npy is missing; build the graph anew"):
        open_graph(folder)


def test_an_array_cut_short_or_exchanged_is_told(folder):
    path = folder / "out.starts.npy"
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(StoreError, match=r"damaged: out\.starts\.npy"):
        open_graph(folder)
    np.save(path, np.zeros(7))
    with pytest.raises(StoreError, match=r"out\.starts\.npy is not what the manifest says"):
        open_graph(folder)
