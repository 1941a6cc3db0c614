"""Writes a file of one JSON object a line beside its target, and renames it into place when it is whole."""

import gzip
import json
import lzma
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import zstandard

from veriscope.datasets.json_lines import JsonObject
from veriscope.datasets.predictions import Prediction, prediction_json
from veriscope.errors import InputError


def write_json_lines(path: Path, objects: Iterable[JsonObject]) -> int:
    """How many objects were written; compressed when the name ends in .gz, .xz or .zst.

    Whatever stops the writing leaves `path` as it was.
    """
    count = 0
    with replacing(path) as stream:
        for value in objects:
            stream.write(json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n")
            count += 1
    return count


def write_predictions(path: Path, predictions: Iterable[Prediction]) -> int:
    """Write a submission; how many predictions were written."""
    return write_json_lines(path, map(prediction_json, predictions))


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content becomes `path` when the block ends well, and vanishes when it does not.

    A link stays, and what it leads to is replaced; a device or a pipe is refused, for renaming would destroy it.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise InputError(f"cannot write {path}: it is no ordinary file; name a new file or one to replace")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise InputError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as raw:
            with _compressing(raw, path.suffix) as stream:
                yield stream
            raw.flush()
            os.fsync(raw.fileno())
        _make_readable(temporary)
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _make_readable(temporary: Path) -> None:
    # mkstemp makes files private; the result should be as readable as any other file the user makes.
    mask = os.umask(0)
    os.umask(mask)
    temporary.chmod(0o666 & ~mask)


def _compressing(raw: BinaryIO, suffix: str) -> BinaryIO:
    match suffix:
        case ".gz":
            return gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0)  # type: ignore[return-value]
        case ".xz":
            return lzma.LZMAFile(raw, "wb")  # type: ignore[return-value]
        case ".zst":
            return zstandard.ZstdCompressor().stream_writer(raw, closefd=False)
    return os.fdopen(os.dup(raw.fileno()), "wb")
