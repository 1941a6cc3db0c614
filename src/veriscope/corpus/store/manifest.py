"""`manifest.json`: the description of a corpus folder, readable without opening its database."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from veriscope.corpus.store.schema import FORMAT_VERSION
from veriscope.errors import StoreError
from veriscope.files import replacing

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The format version, the program that wrote it, the sources, the number of pages, and the indexes' versions."""

    format_version: int
    veriscope: str
    sources: tuple[str, ...]
    pages: int
    indexes: Mapping[str, int]


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest in one step: a reader sees either the old one or the new one."""
    fields = {
        "kind": "veriscope corpus",
        "format_version": manifest.format_version,
        "veriscope": manifest.veriscope,
        "sources": list(manifest.sources),
        "pages": manifest.pages,
        "indexes": dict(manifest.indexes),
    }
    with replacing(folder / MANIFEST) as stream:
        stream.write(json.dumps(fields, indent=2).encode() + b"\n")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a corpus folder; raises an error that says what the folder is instead."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise StoreError(f"no corpus at {folder}: build one with `veriscope corpus build {folder} SOURCE...`")
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        version, sources = fields["format_version"], tuple(map(str, fields["sources"]))
        indexes = {str(name): int(number) for name, number in fields.get("indexes", {}).items()}
        manifest = Manifest(int(version), str(fields["veriscope"]), sources, int(fields["pages"]), indexes)
    except FileNotFoundError:
        raise StoreError(f"{folder} is not a corpus: it has no {MANIFEST}") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"{path} cannot be read ({error!r}); build the corpus again") from None
    if not 1 <= manifest.format_version <= FORMAT_VERSION:
        raise StoreError(
            f"the corpus at {folder} has format version {manifest.format_version} (written by veriscope "
            f"{manifest.veriscope}); this program reads versions up to {FORMAT_VERSION}: build the corpus again"
        )
    return manifest
