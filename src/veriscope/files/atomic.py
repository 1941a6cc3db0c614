"""Writes a file or a folder beside its target, and renames it into place when it is complete."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from veriscope.errors import InputError, StoreError
from veriscope.files.compressed import compressing


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content becomes `path` if the block succeeds, and is dropped if it fails.

    If `path` is a link, its target is replaced. A device or a pipe is refused, since renaming would destroy it.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise InputError(f"cannot write {path}: it is not an ordinary file; name a new file or one to replace")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise InputError(f"cannot write {path}: {_reason(error)}") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as raw:
            with compressing(raw, path.suffix) as stream:
                yield stream
            raw.flush()
            os.fsync(raw.fileno())
        _make_readable(temporary)
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {_reason(error)}") from None
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def replacing_folder(target: Path) -> Iterator[Path]:
    """An empty folder that becomes `target` if the block succeeds, and is deleted if it fails."""
    target = target.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise StoreError(f"cannot write {target}: {_reason(error)}") from None
    try:
        (beside / "built").mkdir()
        yield beside / "built"
        put_in_place(beside / "built", target)
    except OSError as error:
        raise StoreError(f"cannot write {target}: {_reason(error)}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def put_in_place(built: Path, target: Path) -> None:
    """Rename a folder into place; an older target is moved aside, then deleted, or restored if the renaming fails."""
    try:
        if not target.exists():
            built.rename(target)
            return
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        target.rename(aside / "replaced")
        try:
            built.rename(target)
        except OSError:
            (aside / "replaced").rename(target)
            raise
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise StoreError(f"cannot move {built} to {target}: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _make_readable(temporary: Path) -> None:
    # mkstemp makes files private; the result should be as readable as any other file the user makes.
    mask = os.umask(0)
    os.umask(mask)
    temporary.chmod(0o666 & ~mask)
