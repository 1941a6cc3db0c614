"""What a graph folder says of itself: its format, where it came from, what it holds, what was left out."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from veriscope.errors import StoreError

MANIFEST = "manifest.json"
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class ArrayForm:
    """The element type and the length of a stored array."""

    dtype: str
    length: int


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that a graph was built from, with its role and the SHA-256 of its bytes as they lie on disk."""

    path: str
    role: str
    size: int
    sha256: str
    lines: int
    facts: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was not taken into a graph, how often, and the places of the first ones."""

    reason: str
    count: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a graph folder."""

    format: int
    version: str
    sources: tuple[SourceFile, ...]
    left_out: tuple[LeftOut, ...]
    cycles: tuple[tuple[str, ...], ...]
    arrays: dict[str, ArrayForm]


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder."""
    text = json.dumps({"kind": "veriscope graph", **asdict(manifest)}, indent=1, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a graph folder of our format."""
    try:
        fields = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(
            f"{folder} is no graph folder (no {MANIFEST} in it); make one: veriscope kb build {folder} SOURCE"
        ) from None
    except (OSError, ValueError) as error:
        raise StoreError(f"cannot read {folder / MANIFEST}: {error}; build the graph anew") from None
    if not isinstance(fields, dict) or fields.pop("kind", None) != "veriscope graph":
        raise StoreError(f"{folder} is no graph folder: its {MANIFEST} says something else")
    if fields.get("format") != FORMAT_VERSION:
        raise StoreError(
            f"{folder} is a graph of format {fields.get('format')}, this version reads format {FORMAT_VERSION}; "
            "build it anew with `veriscope kb build`"
        )
    try:
        return TypeAdapter(Manifest).validate_python(fields)
    except ValidationError as error:
        raise StoreError(
            f"{folder / MANIFEST} is damaged: {error.errors()[0]['msg'].lower()}; build the graph anew"
        ) from None
