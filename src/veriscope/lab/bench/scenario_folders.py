"""Checks whether scenarios may be written to a folder."""

from pathlib import Path

from veriscope.errors import UsageError
from veriscope.lab.bench.scenario_files import SCENARIOS


def require_free(folder: Path, *, replaces: bool) -> None:
    """Raise `UsageError` if a folder is in use; with `replaces`, earlier scenarios may be replaced."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / SCENARIOS).is_file():
        raise UsageError(f"{folder} exists and has no scenarios; name a new folder")
    if not replaces:
        raise UsageError(f"{folder} already has scenarios; name another folder, or replace them: --replace")
