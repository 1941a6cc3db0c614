import sys

import pytest

from veriscope.errors import StoreError
from veriscope.files import cache
from veriscope.files.cache import cache_folder


def test_the_folder_of_the_variable_is_used_and_made(tmp_path, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path / "a" / "b"))
    assert cache_folder() == tmp_path / "a" / "b"
    assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.skipif(sys.platform != "linux", reason="XDG is for Linux")
def test_else_the_systems_cache_is_used(tmp_path, monkeypatch):
    monkeypatch.delenv("VERISCOPE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "veriscope"


def test_without_a_folder_that_can_be_written_the_variable_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "_candidates", lambda: [tmp_path / "file" / "cache"])
    with pytest.raises(StoreError, match="set VERISCOPE_CACHE"):
        cache_folder()
