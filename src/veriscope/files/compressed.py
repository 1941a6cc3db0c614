"""Opens files with any compression, and writes with the compression that a name asks for."""

import gzip
import io
import lzma
import os
from pathlib import Path
from typing import BinaryIO, cast

import zstandard

from veriscope.errors import InputError

COMPRESSED_SUFFIXES = frozenset({".gz", ".xz", ".zst"})

_MAGIC = ((b"\x1f\x8b", ".gz"), (b"\xfd7zXZ\x00", ".xz"), (b"\x28\xb5\x2f\xfd", ".zst"))


def open_compressed(path: Path) -> tuple[BinaryIO, BinaryIO]:
    """The decompressed stream of a file, and the raw one beneath it (close the first; ask the second for `tell`).

    The first bytes of a file decide how it is compressed, not its name.
    """
    try:
        raw = path.open("rb")
    except OSError as error:
        raise InputError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    kind = next((kind for magic, kind in _MAGIC if raw.peek(6).startswith(magic)), "")
    return _decompress(raw, kind), raw


def compressing(raw: BinaryIO, suffix: str) -> BinaryIO:
    """A stream that writes compressed bytes to `raw`, which stays open."""
    match suffix:
        case ".gz":
            return gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0)  # type: ignore[return-value]
        case ".xz":
            return lzma.LZMAFile(raw, "wb")  # type: ignore[return-value]
        case ".zst":
            return zstandard.ZstdCompressor().stream_writer(raw, closefd=False)
    return os.fdopen(os.dup(raw.fileno()), "wb")


def _decompress(raw: io.BufferedReader, kind: str) -> BinaryIO:
    if kind == ".gz":
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    if kind == ".xz":
        return cast(BinaryIO, lzma.LZMAFile(raw))
    if kind == ".zst":
        return zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
    return raw
