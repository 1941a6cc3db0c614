"""An embedding as a folder of arrays with a manifest, written to a temporary folder and then renamed."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from veriscope import __version__
from veriscope.errors import StoreError, UsageError
from veriscope.files import replacing_folder
from veriscope.graph.embeddings.embedding import Embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings

MANIFEST = "manifest.json"
FORMAT_VERSION = 1
_KIND = "veriscope embedding"
_ARRAYS = ("entities", "predicates", "normals", "seen")


def save_embedding(folder: Path, embedding: Embedding) -> None:
    """Write an embedding; it appears complete or not at all, and replaces an earlier one."""
    if folder.exists() and not (folder / MANIFEST).is_file():
        raise StoreError(f"{folder} exists and is not an embedding; choose a folder that does not exist yet")
    with replacing_folder(folder) as beside:
        for name in _ARRAYS:
            np.save(beside / f"{name}.npy", getattr(embedding, name), allow_pickle=False)
        (beside / MANIFEST).write_text(json.dumps(_manifest(embedding), indent=1) + "\n", encoding="utf-8")


def open_embedding(folder: Path | str) -> Embedding:
    """The embedding of a folder, with its arrays memory-mapped: nothing is read before it is needed."""
    folder = Path(folder)
    fields = _read_manifest(folder)
    try:
        settings = TypeAdapter(EmbeddingSettings).validate_python(fields["settings"])
        rows = {name: int(fields["rows"][name]) for name in _ARRAYS}
        hashes = str(fields["graph_hash"]), str(fields["left_out_hash"])
    except (KeyError, TypeError, ValueError, ValidationError, UsageError):
        raise _damaged(folder, f"{MANIFEST} is not what it should be") from None
    arrays = {name: _map_array(folder, name) for name in _ARRAYS}
    if any(len(arrays[name]) != count for name, count in rows.items()):
        raise _damaged(folder, "the arrays are not of the lengths that the manifest says")
    return Embedding(settings, arrays["entities"], arrays["predicates"], arrays["normals"], arrays["seen"], *hashes)


def _manifest(embedding: Embedding) -> dict[str, Any]:
    return {
        "kind": _KIND,
        "format": FORMAT_VERSION,
        "version": __version__,
        "settings": asdict(embedding.settings),
        "rows": {name: len(getattr(embedding, name)) for name in _ARRAYS},
        "graph_hash": embedding.graph_hash,
        "left_out_hash": embedding.left_out_hash,
    }


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(
            f"{folder} is not an embedding (no {MANIFEST} in it); make one: veriscope kb train KB"
        ) from None
    except (OSError, ValueError) as error:
        raise _damaged(folder, f"{MANIFEST}: {error}") from None
    if not isinstance(fields, dict) or fields.get("kind") != _KIND:
        raise StoreError(f"{folder} is not an embedding: its {MANIFEST} does not describe one")
    if fields.get("format") != FORMAT_VERSION:
        raise StoreError(
            f"{folder} is an embedding of format {fields.get('format')}, this version reads format {FORMAT_VERSION}; "
            "train it anew with `veriscope kb train`"
        )
    return fields


def _map_array(folder: Path, name: str) -> NDArray[Any]:
    try:
        # Copy-on-write pages look writable to kernels, and the file is never written.
        return np.asarray(np.load(folder / f"{name}.npy", mmap_mode="c", allow_pickle=False))
    except FileNotFoundError:
        raise _damaged(folder, f"{name}.npy is missing") from None
    except (OSError, ValueError, EOFError) as error:
        raise _damaged(folder, f"{name}.npy: {error}") from None


def _damaged(folder: Path, what: str) -> StoreError:
    return StoreError(f"{folder} is damaged: {what}; train it anew with `veriscope kb train`")
