"""Embeddings on disk: what is read is what was written, and damage is told."""

import json

import numpy as np
import pytest

from veriscope.errors import StoreError
from veriscope.graph import Graph, View
from veriscope.graph.embeddings.files import open_embedding, save_embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.training import train_embedding

VIEW = View.of(Graph.of([("a", "p", "b"), ("b", "p", "c"), ("a", "q", "c")]))


def trained(model="transe", **settings):
    return train_embedding(VIEW, EmbeddingSettings(model=model, dimension=4, epochs=1, **settings))


@pytest.mark.parametrize("model", ["transe", "transh"])
def test_what_is_read_is_what_was_written(model, tmp_path):
    written = trained(model, seed=3)
    save_embedding(tmp_path / "kb" / "embeddings" / model, written)
    read = open_embedding(tmp_path / "kb" / "embeddings" / model)
    assert read.settings == written.settings
    assert (read.graph_hash, read.left_out_hash) == (written.graph_hash, written.left_out_hash)
    for name in ("entities", "predicates", "normals", "seen"):
        assert np.array_equal(getattr(read, name), getattr(written, name))
    assert read.saw(VIEW.facts()).all()


def test_a_later_one_takes_the_place_of_an_earlier_one_and_leaves_nothing_behind(tmp_path):
    for seed in (1, 2):
        save_embedding(tmp_path / "transe", trained(seed=seed))
    assert open_embedding(tmp_path / "transe").settings.seed == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["transe"]
    names = sorted(path.name for path in (tmp_path / "transe").iterdir())
    assert names == ["entities.npy", "manifest.json", "normals.npy", "predicates.npy", "seen.npy"]


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary.txt").write_text("dear diary")
    with pytest.raises(StoreError, match="exists and is not an embedding"):
        save_embedding(tmp_path / "notes", trained())
    assert (tmp_path / "notes" / "diary.txt").read_text() == "dear diary"


def test_one_that_cannot_be_written_leaves_the_earlier_one(tmp_path, monkeypatch):
    save_embedding(tmp_path / "transe", trained(seed=1))

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(StoreError, match=r"cannot write .*transe: no space left on device"):
        save_embedding(tmp_path / "transe", trained(seed=2))
    assert open_embedding(tmp_path / "transe").settings.seed == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["transe"]


def test_what_is_done_with_an_open_one_is_not_written(tmp_path):
    written = trained()
    save_embedding(tmp_path / "transe", written)
    open_embedding(tmp_path / "transe").entities[:] = 0
    assert np.array_equal(open_embedding(tmp_path / "transe").entities, written.entities)


def change(manifest, **fields):
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | fields))


def test_damage_is_told_with_what_to_do(tmp_path):
    folder = tmp_path / "transe"
    with pytest.raises(StoreError, match=r"is not an embedding \(no manifest.json in it\)"):
        open_embedding(folder)
    save_embedding(folder, trained())
    (folder / "seen.npy").unlink()
    with pytest.raises(StoreError, match=r"seen.npy is missing; train it anew"):
        open_embedding(folder)
    np.save(folder / "seen.npy", np.zeros(1, dtype=np.int64))
    with pytest.raises(StoreError, match="not of the lengths"):
        open_embedding(folder)
    change(folder / "manifest.json", settings={"dimension": 0})
    with pytest.raises(StoreError, match=r"manifest.json is not what it should be"):
        open_embedding(folder)
    change(folder / "manifest.json", format=99)
    with pytest.raises(StoreError, match="of format 99, this version reads format 1"):
        open_embedding(folder)
    change(folder / "manifest.json", kind="veriscope graph")
    with pytest.raises(StoreError, match="does not describe one"):
        open_embedding(folder)
    (folder / "manifest.json").write_text("{")
    with pytest.raises(StoreError, match="is damaged"):
        open_embedding(folder)
