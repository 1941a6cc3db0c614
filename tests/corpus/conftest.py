import json
import shutil
from pathlib import Path

import pytest

from veriscope.corpus.sources.records import PlannedSource
from veriscope.corpus.store.build import add_sources, build_corpus
from veriscope.corpus.store.store import Corpus


@pytest.fixture
def write_pages(tmp_path):
    """Writes FEVEROUS pages as JSON lines: title → list of marked sentences."""

    def write(name: str, pages: dict[str, list[str]]) -> PlannedSource:
        path = tmp_path / name
        with path.open("w", encoding="utf-8") as file:
            for title, sentences in pages.items():
                keys = {f"sentence_{i}": text for i, text in enumerate(sentences)}
                file.write(json.dumps({"title": title, "order": list(keys), **keys}) + "\n")
        return _planned(path)

    return write


def _planned(path: Path, format_name: str = "feverous") -> PlannedSource:
    status = path.stat()
    return PlannedSource(path, format_name, status.st_size, str(status.st_mtime_ns))


@pytest.fixture
def planned():
    return _planned


@pytest.fixture
def build(tmp_path):
    def build(*sources: PlannedSource, name: str = "corpus", indexed: bool = True, **options) -> Corpus:
        build_corpus(tmp_path / name, sources, report=lambda _: None, **options)
        if not indexed:
            shutil.rmtree(tmp_path / name / "index")
        return Corpus.open(tmp_path / name)

    return build


@pytest.fixture
def add(tmp_path):
    def add(*sources: PlannedSource, name: str = "corpus") -> None:
        add_sources(tmp_path / name, sources, report=lambda _: None)

    return add
