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
    return data_folder() / f"claims.{_checked(half)}.jsonl"


def numeric_claims_path(half: str) -> Path:
    """Claims that ask for a computation over a table, with their programs; nothing is tuned on `test` either."""
    return data_folder() / f"numeric.{_checked(half)}.jsonl"


def _checked(half: str) -> str:
    if half not in HALVES:
        raise UsageError(f"no half of the starter claims named {half!r}; choose one of: {', '.join(HALVES)}")
    return half
