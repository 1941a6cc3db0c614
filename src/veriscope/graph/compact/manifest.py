"""The manifest of a graph folder: its format, its sources, its arrays, and what was left out."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from veriscope.errors import StoreError

MANIFEST = "manifest.json"
FORMAT_VERSION = 1
_KIND = "veriscope graph"


@dataclass(frozen=True, slots=True)
class ArrayForm:
    """The element type and the length of a stored array."""

    dtype: str
    length: int


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that a graph was built from: the role it was read in, its size and SHA-256 on disk."""

    path: str
    role: str
    size: int
    sha256: str
    lines: int
    statements: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that was left out of a graph, how often, and the first places."""

    reason: str
    count: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The format version, the program that wrote it, sources, what was left out, cycles of classes, and arrays."""

    format_version: int
    veriscope: str
    sources: tuple[SourceFile, ...]
    left_out: tuple[LeftOut, ...]
    cycles: tuple[tuple[str, ...], ...]
    arrays: dict[str, ArrayForm]


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder."""
    text = json.dumps({"kind": _KIND, **asdict(manifest)}, indent=1, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a graph folder; the error says what is wrong with the folder."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise StoreError(f"no graph at {folder}: build one with `veriscope kb build {folder} SOURCE...`")
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(f"{folder} is not a graph: it has no {MANIFEST}") from None
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read ({error}); build the graph anew") from None
    if not isinstance(fields, dict) or fields.pop("kind", None) != _KIND:
        raise StoreError(f"{folder} is not a graph: its {MANIFEST} does not describe one")
    if fields.get("format_version") != FORMAT_VERSION:
        raise StoreError(
            f"{folder} has format {fields.get('format_version')}, this program reads format {FORMAT_VERSION}; "
            "build the graph anew"
        )
    try:
        return TypeAdapter(Manifest).validate_python(fields)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        raise StoreError(f"{path} is damaged ({where}: {problem['msg'].lower()}); build the graph anew") from None
