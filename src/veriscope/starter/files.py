"""The paths of the committed data files of the atlas."""

from importlib.resources import files
from pathlib import Path

from veriscope.errors import UsageError

# The name for the atlas where a folder is expected.
STARTER = "starter"
HALVES = ("dev", "test")
# Predicates of the knowledge base whose values are all from one year, with that year.
VALUE_YEARS = {"https://veriscope.example/ontology/population": 2018}


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
    """The claims of the `dev` or the `test` half, in FEVEROUS's claim format; nothing is tuned on `test`.

    The `test` half is only in the source tree and is not installed.
    """
    return _half_file("claims", half)


def numeric_claims_path(half: str) -> Path:
    """Claims that need a computation over a table, with their programs; nothing is tuned on `test` here either."""
    return _half_file("numeric", half)


def _half_file(kind: str, half: str) -> Path:
    if half not in HALVES:
        raise UsageError(f"no half of the starter claims named {half!r}; choose one of: {', '.join(HALVES)}")
    path = data_folder() / f"{kind}.{half}.jsonl"
    if not path.is_file():
        raise UsageError(
            f"the {half} half of the starter claims is not installed; it is in the source tree of veriscope"
        )
    return path
