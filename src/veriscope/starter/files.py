"""Where the committed data files of the atlas stand."""

from importlib.resources import files
from pathlib import Path

from veriscope.errors import UsageError

HALVES = ("dev", "test")


def data_folder() -> Path:
    """The folder of the committed data files."""
    return Path(str(files("veriscope.starter"))) / "data"


def pages_path() -> Path:
    """The pages, in FEVEROUS's page format, one JSON object a line."""
    return data_folder() / "pages.jsonl.xz"


def redirects_path() -> Path:
    """Other names of pages: `name<TAB>title` lines."""
    return data_folder() / "redirects.tsv"


def kb_path() -> Path:
    """The knowledge base of the same facts, as N-Triples."""
    return data_folder() / "kb.nt.xz"


def claims_path(half: str) -> Path:
    """The claims of the `dev` or the `test` half, in FEVEROUS's claim format; nothing is tuned on `test`."""
    if half not in HALVES:
        raise UsageError(f"no half of the starter claims named {half!r}; choose one of: {', '.join(HALVES)}")
    return data_folder() / f"claims.{half}.jsonl"
