"""A trained model as a folder: `model.json` (what it is, its settings and words) and `weights.npz` (its arrays)."""

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from veriscope.errors import StoreError

MODEL_FILE = "model.json"
WEIGHTS_FILE = "weights.npz"
_VERSION = 1

Settings = dict[str, str | int | float]
Array = NDArray[np.float32]


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    version: int
    settings: Settings
    words: list[str]


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """What a recipe writes and a model reads: arrays by name, and the words for their rows."""

    kind: str
    settings: Settings
    words: tuple[str, ...]
    arrays: Mapping[str, NDArray[np.floating]]

    @classmethod
    def read(cls, folder: Path, *, kind: str, shapes: Mapping[str, int]) -> "ModelFiles":
        """The model of a folder; `shapes` names the arrays it must have, each with its number of axes.

        Raises `StoreError` if the folder holds another kind of model, or a damaged one.
        """
        header = _read_header(folder)
        if header.kind != kind:
            raise StoreError(f"{folder} holds the model {header.kind!r}, not {kind!r}; name the folder of that model")
        if header.version != _VERSION:
            raise StoreError(f"{folder} is of version {header.version}, this program reads {_VERSION}; train it again")
        arrays = _read_arrays(folder / WEIGHTS_FILE)
        for name, axes in shapes.items():
            if name not in arrays or arrays[name].ndim != axes:
                raise StoreError(f"{folder / WEIGHTS_FILE} is damaged (no {name!r} of {axes} axes); train it again")
        return cls(kind, header.settings, tuple(header.words), arrays)

    def write(self, folder: Path) -> None:
        """Save the model into a folder; the header is written last, so a folder with a header is complete."""
        header = _Header(self.kind, _VERSION, self.settings, list(self.words))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / MODEL_FILE).unlink(missing_ok=True)
            arrays: dict[str, Any] = dict(self.arrays)
            np.savez_compressed(folder / WEIGHTS_FILE, **arrays)
            (folder / MODEL_FILE).write_bytes(msgspec.json.encode(header) + b"\n")
        except OSError as error:
            raise StoreError(f"cannot write the model {folder}: {(error.strerror or str(error)).lower()}") from None


def model_kind(folder: Path) -> str:
    """What kind of model a folder holds: a name of the registry of trained models."""
    return _read_header(folder).kind


def _read_header(folder: Path) -> _Header:
    try:
        return msgspec.json.decode((folder / MODEL_FILE).read_bytes(), type=_Header)
    except FileNotFoundError:
        raise StoreError(f"no trained model in {folder} (no {MODEL_FILE}); train one with: veriscope train") from None
    except OSError as error:
        raise StoreError(f"cannot read {folder / MODEL_FILE}: {(error.strerror or str(error)).lower()}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreError(f"{folder / MODEL_FILE} is damaged ({error}); train the model again") from None


def _read_arrays(path: Path) -> dict[str, NDArray[np.floating]]:
    try:
        # Opened here, since numpy leaves the file open if it is not an archive.
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise StoreError(f"cannot read the weights {path}: {error}; train the model again") from None
