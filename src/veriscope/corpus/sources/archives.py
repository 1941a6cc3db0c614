"""Reads the documents of tar and zip archives one at a time, without unpacking to disk."""

import lzma
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

import zstandard

from veriscope.corpus.sources.bounded_stream import BoundedStream, DecompressionBomb, check_expansion
from veriscope.corpus.sources.document_text import error_detail
from veriscope.corpus.sources.folders import is_hidden, label
from veriscope.corpus.sources.records import RawRecord, Skip
from veriscope.errors import InputError
from veriscope.files import open_compressed

DAMAGE = (
    tarfile.TarError,
    zipfile.BadZipFile,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    NotImplementedError,
    lzma.LZMAError,
    zlib.error,
    zstandard.ZstdError,
)
_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_DRIVE = re.compile(r"[A-Za-z]:")
_TAR_SUFFIXES = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst")
_BLOCK = 512


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """The limits in bytes for one document, and for all that an archive unpacks to."""

    document: int = 64 * 2**20
    archive: int = 256 * 2**30


def is_zip(path: Path) -> bool:
    """Whether a file is a zip archive of documents; office files are zips too, and are told by their suffix."""
    if path.suffix.lower() not in {".zip", ""}:
        return False
    with path.open("rb") as file:
        return file.read(4) in _ZIP_MAGIC


def is_tar(path: Path) -> bool:
    """Whether a file is named as a tar archive or, decompressed, begins like one; damage shows when it is read."""
    if path.name.lower().endswith(_TAR_SUFFIXES):
        return True
    stream, raw = open_compressed(path)
    with raw, stream:
        try:
            tarfile.TarInfo.frombuf(stream.read(_BLOCK), encoding="utf-8", errors="surrogateescape")
        except DAMAGE:
            return False
    return True


def clean_name(name: str) -> str:
    """A member's name as a relative place, without drive, leading slash or `..`; it is never used as a path."""
    parts = _DRIVE.sub("", name.replace("\\", "/"), count=1).split("/")
    return label("/".join(part for part in parts if part not in {"", ".", ".."}))


def tar_records(
    path: Path, *, refusal: Callable[[str], str], limits: ArchiveLimits | None = None
) -> Iterator[RawRecord | Skip]:
    """The documents of a tar archive, in its order; `refusal` returns why a name is not read, or an empty text."""
    limits = limits or ArchiveLimits()
    stream, raw = open_compressed(path)
    with raw, stream:
        bounded = BoundedStream(stream, raw, max_read=limits.document + _BLOCK, limit=limits.archive)
        try:
            # The casts hold: tarfile asks only for read, seek and tell.
            with tarfile.open(fileobj=cast("IO[bytes]", bounded), mode="r:") as archive:
                while (member := archive.next()) is not None:
                    # Otherwise the archive would keep every header it has read.
                    archive.members.clear()  # type: ignore[attr-defined]
                    entry = _tar_entry(archive, member, refusal, limits.document)
                    if isinstance(entry, bytes):
                        yield RawRecord(clean_name(member.name), entry, raw.tell())
                    elif entry is not None:
                        yield entry
        except DecompressionBomb as error:
            raise InputError(f"{path}: {error}") from None
        except DAMAGE as error:
            raise _damage_error(path, error) from None


def _tar_entry(
    archive: tarfile.TarFile, member: tarfile.TarInfo, refusal: Callable[[str], str], max_bytes: int
) -> bytes | Skip | None:
    name = clean_name(member.name)
    if member.isdir() or _is_left_out(name):
        return None
    if not member.isfile():
        return Skip(name, "file", "a link or device inside an archive is no document")
    if why := refusal(name) or _oversize(member.size, max_bytes):
        return Skip(name, "file", why)
    file = archive.extractfile(member)
    assert file is not None  # a regular file
    data = file.read(max_bytes + 1)
    if len(data) < member.size:
        raise EOFError(f"{name} ends early")
    return data


def zip_records(
    path: Path, *, refusal: Callable[[str], str], limits: ArchiveLimits | None = None
) -> Iterator[RawRecord | Skip]:
    """The documents of a zip archive, in its order; `refusal` returns why a name is not read, or an empty text."""
    limits = limits or ArchiveLimits()
    packed, offset, unpacked = path.stat().st_size, 0, 0
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                offset = min(packed, offset + member.compress_size)
                entry = _zip_entry(archive, member, refusal, limits.document)
                if isinstance(entry, bytes):
                    unpacked += len(entry)
                    check_expansion(unpacked, packed=packed, limit=limits.archive)
                    yield RawRecord(clean_name(member.filename), entry, offset)
                elif entry is not None:
                    yield entry
    except DecompressionBomb as error:
        raise InputError(f"{path}: {error}") from None
    except DAMAGE as error:
        raise _damage_error(path, error) from None


def _zip_entry(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, refusal: Callable[[str], str], max_bytes: int
) -> bytes | Skip | None:
    name = clean_name(member.filename)
    if member.filename.endswith("/") or _is_left_out(name):
        return None
    if why := refusal(name) or _zip_refusal(member, max_bytes):
        return Skip(name, "file", why)
    try:
        with archive.open(member) as file:
            return file.read(max_bytes + 1)
    except NotImplementedError:
        return Skip(name, "file", "compressed in a way that cannot be read here")
    except DAMAGE as error:
        return Skip(name, "file", f"damaged in the archive: {error_detail(error)}")


def _zip_refusal(member: zipfile.ZipInfo, max_bytes: int) -> str:
    if stat.S_IFMT(member.external_attr >> 16) not in {0, stat.S_IFREG}:
        return "a link or device inside an archive is no document"
    return "encrypted" if member.flag_bits & 1 else _oversize(member.file_size, max_bytes)


def _oversize(size: int, max_bytes: int) -> str:
    return f"more than {max_bytes:,} bytes" if size > max_bytes else ""


def _is_left_out(name: str) -> bool:
    return not name or any(is_hidden(part) for part in name.split("/"))


def _damage_error(path: Path, error: BaseException) -> InputError:
    return InputError(f"{path}: the archive is damaged or cut short ({error_detail(error)}); fetch it again")
