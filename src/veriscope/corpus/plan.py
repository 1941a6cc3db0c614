"""What a build will read: one entry per source, with the fingerprint that a resumed build compares."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PlannedSource:
    """A file or folder, the name of its format, and its size on disk in bytes.

    `fingerprint` tells a changed source from an unchanged one;
    `keep_flagged` keeps Wikipedia articles and sections that are flagged as lacking references.
    """

    path: Path
    format: str
    size: int
    fingerprint: str = ""
    keep_flagged: bool = False
