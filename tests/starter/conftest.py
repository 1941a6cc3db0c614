import json
import lzma
from typing import Any

import pytest

from veriscope.starter import claims_path, kb_path, pages_path, redirects_path


@pytest.fixture(scope="session")
def pages() -> dict[str, dict[str, Any]]:
    """The pages of the atlas, by title."""
    text = lzma.decompress(pages_path().read_bytes()).decode()
    return {page["title"]: page for page in map(json.loads, text.splitlines())}


@pytest.fixture(scope="session")
def redirects() -> dict[str, str]:
    """The other names of pages."""
    return dict(line.split("\t") for line in redirects_path().read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="session")
def triples() -> list[str]:
    """The lines of the knowledge base."""
    return lzma.decompress(kb_path().read_bytes()).decode().splitlines()


@pytest.fixture(scope="session")
def claims() -> dict[str, list[dict[str, Any]]]:
    """The claims of both halves, without the header."""
    return {
        half: [json.loads(line) for line in claims_path(half).read_text(encoding="utf-8").splitlines()[1:]]
        for half in ("dev", "test")
    }
