from pathlib import Path

import pytest

from veriscope.pipeline.starter_kb import kb_folder, open_kb, starter_kb_folder


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache"


def test_the_starter_kb_is_built_once_and_opened_again(cache):
    graph = open_kb(Path("starter"))
    assert graph.nodes.find("https://veriscope.example/entity/Canberra") is not None
    (folder,) = cache.iterdir()
    written = (folder / "manifest.json").stat().st_mtime_ns
    assert starter_kb_folder() == folder
    assert (folder / "manifest.json").stat().st_mtime_ns == written


def test_a_damaged_starter_kb_is_built_anew(cache):
    folder = starter_kb_folder()
    (folder / "out.nodes.npy").unlink()
    assert len(open_kb(Path("starter")).out) == 3415


def test_a_folder_called_starter_is_that_folder(tmp_path):
    (tmp_path / "starter").mkdir()
    assert kb_folder(Path("starter")) == Path("starter")
