"""Reads the lines of a file within limits, whatever its compression."""

import io
import lzma
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import zstandard

from veriscope.errors import InputError
from veriscope.files.compressed import open_compressed
from veriscope.files.zstd_frames import is_cut_short

MAX_LINE_BYTES = 64 * 2**20
_CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its newline; `offset` is how many bytes of the file, as on disk, were read so far."""

    number: int
    data: bytes
    offset: int


@dataclass(frozen=True, slots=True)
class OverlongLine:
    """A line beyond the limit; its content was skipped."""

    number: int
    size: int
    offset: int


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines with their newlines; `offset` is how many bytes of the file, as on disk, were read so far."""

    data: bytes
    offset: int


def read_lines(path: Path, *, max_bytes: int = MAX_LINE_BYTES) -> Iterator[Line | OverlongLine]:
    """The lines of a file, numbered from 1; memory use is bounded for any file.

    A file cut short or damaged inside its compression raises `InputError` after its last whole line.
    """
    stream, raw = open_compressed(path)
    with raw, stream:
        number, kept, size = 1, bytearray(), 0
        while chunk := _read_chunk(stream, path, line=number):
            pieces = chunk.split(b"\n")
            for piece in pieces[:-1]:
                yield _line(number, kept, size, piece, _position(raw), max_bytes)
                number, kept, size = number + 1, bytearray(), 0
            size += len(pieces[-1])
            if size <= max_bytes:
                kept += pieces[-1]
        _check_end(raw, path, line=number)
        if size:
            yield _line(number, kept, size, b"", _position(raw), max_bytes)


def read_blocks(path: Path, *, size: int = 8 * 2**20, max_line_bytes: int = MAX_LINE_BYTES) -> Iterator[Block]:
    """The whole lines of a file, about `size` bytes at a time; the last line may lack its newline.

    A damaged file, or a line longer than `max_line_bytes`, raises `InputError` after the blocks before it.
    """
    stream, raw = open_compressed(path)
    with raw, stream:
        number, pieces, held = 1, list[bytes](), 0
        while chunk := _read_chunk(stream, path, line=number):
            pieces.append(chunk)
            held += len(chunk)
            if held < size:
                continue
            data = b"".join(pieces)
            end, number = data.rfind(b"\n") + 1, number + data.count(b"\n")
            if len(data) - end > max_line_bytes:
                raise InputError(f"{path}:{number}: a line of more than {max_line_bytes:,} bytes")
            if end:
                yield Block(data[:end], _position(raw))
            pieces, held = [data[end:]], len(data) - end
        _check_end(raw, path, line=number)
        if held:
            yield Block(b"".join(pieces), _position(raw))


def _line(number: int, kept: bytearray, size: int, piece: bytes, offset: int, max_bytes: int) -> Line | OverlongLine:
    size += len(piece)
    if size > max_bytes:
        return OverlongLine(number, size, offset)
    return Line(number, bytes(kept) + piece if kept else piece, offset)


def _read_chunk(stream: BinaryIO, path: Path, *, line: int) -> bytes:
    try:
        # At most one read beneath this one: `read` would drop what it decoded before it met the damage.
        return cast(bytes, stream.read1(_CHUNK_BYTES))  # type: ignore[attr-defined]
    except (EOFError, OSError, lzma.LZMAError, zlib.error, zstandard.ZstdError) as error:
        raise InputError(f"{path}:{line}: the file is damaged or cut short ({error}); fetch it again") from None


def _position(raw: BinaryIO) -> int:
    """How far a file was read; 0 for a pipe, which cannot tell."""
    return raw.tell() if raw.seekable() else 0


def _check_end(raw: BinaryIO, path: Path, *, line: int) -> None:
    if not raw.seekable():
        return
    raw.seek(0)
    if raw.read(4) == b"\x28\xb5\x2f\xfd" and is_cut_short(raw):
        raise InputError(f"{path}:{line}: the file is damaged or cut short (it ends inside a frame); fetch it again")
    raw.seek(0, io.SEEK_END)
