"""Folders of scenarios: written beside their place, and renamed into it when they are whole."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from veriscope.errors import InputError, UsageError
from veriscope.pipeline.scenario_files import SCENARIOS


def require_free(folder: Path, *, replaces: bool) -> None:
    """Raise `UsageError` where a folder is in use; earlier scenarios may be replaced where that is asked for."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / SCENARIOS).is_file():
        raise UsageError(f"{folder} exists and holds no scenarios; name a new folder")
    if not replaces:
        raise UsageError(f"{folder} holds scenarios already; name another folder, or replace them: --replace")


@contextmanager
def writing_beside(folder: Path) -> Iterator[Path]:
    """An empty folder that takes the place of another when the block ends well, and vanishes when it does not."""
    folder = folder.resolve()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise InputError(f"cannot write {folder}: {(error.strerror or str(error)).lower()}") from None
    try:
        yield beside
        beside.chmod(0o755)
        if folder.exists():
            shutil.rmtree(folder)
        beside.rename(folder)
    except OSError as error:
        raise InputError(f"cannot write {folder}: {(error.strerror or str(error)).lower()}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
