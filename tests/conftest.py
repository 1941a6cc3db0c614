from pathlib import Path

import pytest

from veriscope.corpus import INDEXES, Corpus, PlannedSource, build_corpus

WORLD = Path(__file__).parent / "world"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def world(tmp_path_factory) -> Corpus:
    """The shared tiny world: twelve pages about an island country that does not exist."""
    folder = tmp_path_factory.mktemp("world") / "corpus"
    names = {"pages.jsonl": "feverous", "redirects.tsv": "redirects"}
    sources = [PlannedSource(WORLD / name, kind, (WORLD / name).stat().st_size) for name, kind in names.items()]
    build_corpus(folder, sources, report=lambda _: None, indexes=tuple(INDEXES))
    return Corpus.open(folder)


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The public data sets beside the checkout; tests that need them are skipped where they are absent."""
    if not DATA.is_dir():
        pytest.skip("the public data sets are not here: put them into ../shared/data beside the checkout")
    return DATA
