"""The folders of a corpus's indexes: `index/NAME-VERSION`, which appears when the index is complete."""

import shutil
from pathlib import Path

from veriscope.errors import StoreError
from veriscope.files import put_in_place

INDEX_FOLDER = "index"
_UNFINISHED = ".building"


def index_folder(corpus: Path, name: str, *, version: int) -> Path:
    """The folder of a complete index."""
    return corpus / INDEX_FOLDER / f"{name}-{version}"


def unfinished_folder(corpus: Path, name: str, *, version: int) -> Path:
    """The folder in which an index is built."""
    return corpus / INDEX_FOLDER / f"{name}-{version}{_UNFINISHED}"


def require_index(corpus: Path, name: str, *, version: int) -> Path:
    """The folder of an index; if it is missing, raises an error that names the command to build it."""
    folder = index_folder(corpus, name, version=version)
    if not folder.is_dir():
        raise StoreError(f"{corpus} has no index {name!r}, or an old one; build it: veriscope corpus index {corpus}")
    return folder


def built_indexes(corpus: Path) -> dict[str, int]:
    """The complete indexes of a corpus and their versions."""
    folders = sorted((corpus / INDEX_FOLDER).glob("*-*")) if (corpus / INDEX_FOLDER).is_dir() else []
    names = [folder.name.rpartition("-") for folder in folders if not folder.name.endswith(_UNFINISHED)]
    return {name: int(version) for name, _, version in names if version.isdecimal()}


def publish_index(corpus: Path, name: str, *, version: int) -> None:
    """Put a finished index in place, and delete the one it replaces and those of other versions."""
    target = index_folder(corpus, name, version=version)
    put_in_place(unfinished_folder(corpus, name, version=version), target)
    for folder in target.parent.glob(f"{name}-*"):
        if folder != target:
            shutil.rmtree(folder, ignore_errors=True)


def discard_unfinished(corpus: Path) -> None:
    """Delete indexes that were never finished, and remains of replaced ones from a killed run."""
    for pattern in (f"*{_UNFINISHED}", ".*"):
        for folder in (corpus / INDEX_FOLDER).glob(pattern):
            shutil.rmtree(folder, ignore_errors=True)
