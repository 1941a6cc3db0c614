"""Where the indexes of a corpus lie: `index/NAME-VERSION`, which appears when the index is whole."""

import shutil
import tempfile
from pathlib import Path

from veriscope.errors import StoreError

INDEX_FOLDER = "index"
_UNFINISHED = ".building"


def index_folder(corpus: Path, name: str, *, version: int) -> Path:
    """The folder of a whole index."""
    return corpus / INDEX_FOLDER / f"{name}-{version}"


def unfinished_folder(corpus: Path, name: str, *, version: int) -> Path:
    """The folder in which an index is built."""
    return corpus / INDEX_FOLDER / f"{name}-{version}{_UNFINISHED}"


def require_index(corpus: Path, name: str, *, version: int) -> Path:
    """The folder of an index; an error that names the command which builds it, where it is missing."""
    folder = index_folder(corpus, name, version=version)
    if not folder.is_dir():
        raise StoreError(
            f"{corpus} has no index {name!r}, or an old one; build it: veriscope corpus index {corpus} --index {name}"
        )
    return folder


def built_indexes(corpus: Path) -> dict[str, int]:
    """The whole indexes of a corpus and their versions."""
    folders = sorted((corpus / INDEX_FOLDER).glob("*-*")) if (corpus / INDEX_FOLDER).is_dir() else []
    names = [folder.name.rpartition("-") for folder in folders if not folder.name.endswith(_UNFINISHED)]
    return {name: int(version) for name, _, version in names if version.isdecimal()}


def put_in_place(corpus: Path, name: str, *, version: int) -> None:
    """Publish an index that was built; the one it replaces and those of other versions go."""
    target = index_folder(corpus, name, version=version)
    aside = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=target.parent))
    try:
        if target.exists():
            target.rename(aside / "replaced")
        unfinished_folder(corpus, name, version=version).rename(target)
        for folder in target.parent.glob(f"{name}-*"):
            if folder != target:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        raise StoreError(f"cannot put the index {target} in place: {error.strerror}") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def discard_unfinished(corpus: Path) -> None:
    """Delete indexes that were begun and not finished, and what a kill left of replaced ones."""
    for pattern in (f"*{_UNFINISHED}", ".*"):
        for folder in (corpus / INDEX_FOLDER).glob(pattern):
            shutil.rmtree(folder, ignore_errors=True)
