"""A user's own documents: one file, a folder of them, or a tar or zip archive."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from veriscope.corpus.sources.archives import DAMAGE, ArchiveLimits, is_tar, is_zip, tar_records, zip_records
from veriscope.corpus.sources.containers import mailbox_records, with_inner_records
from veriscope.corpus.sources.document_text import error_detail, uncompressed_name
from veriscope.corpus.sources.file_kinds import kind_of, parse_document, refusal
from veriscope.corpus.sources.folders import FoundFile, label, walk
from veriscope.corpus.sources.records import ParsedRecord, RawRecord, Skip
from veriscope.errors import InputError
from veriscope.files import open_compressed

MAX_DOCUMENT_BYTES = 64 * 2**20
_READ_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Documents:
    """Reads documents of the given kinds (all if None); a document's place is its path in the folder or archive."""

    kinds: frozenset[str] | None = None
    max_document_bytes: int = MAX_DOCUMENT_BYTES
    keep_flagged: bool = False

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """One record per document, in the order of paths in a folder, or in an archive's own order."""
        if path.is_dir():
            return self._folder(path)
        limits = ArchiveLimits(document=self.max_document_bytes)
        refuse = partial(_refusal_in_archive, kinds=self.kinds)
        if is_zip(path):
            return self._expanded(zip_records(path, refusal=refuse, limits=limits))
        if not kind_of(path.name) and is_tar(path):
            return self._expanded(tar_records(path, refusal=refuse, limits=limits))
        return self._single(path)

    def parse(self, record: RawRecord) -> ParsedRecord:
        """The page of a document."""
        return parse_document(record.place, record.payload, keep_flagged=self.keep_flagged)

    def _folder(self, path: Path) -> Iterator[RawRecord | Skip]:
        offset = 0
        for found in walk(path):
            if isinstance(found, FoundFile):
                offset += found.size
                yield from self._documents(found, offset=offset)
            else:
                yield found

    def _single(self, path: Path) -> Iterator[RawRecord | Skip]:
        size = path.stat().st_size
        yield from self._documents(FoundFile(path, label(path.name), size), offset=size)

    def _expanded(self, records: Iterable[RawRecord | Skip]) -> Iterator[RawRecord | Skip]:
        return (inner for record in records for inner in with_inner_records(record, kinds=self.kinds))

    def _documents(self, found: FoundFile, *, offset: int) -> Iterator[RawRecord | Skip]:
        if why := refusal(found.place, kinds=self.kinds):
            yield Skip(found.place, "file", why)
        elif kind_of(found.place) == "mailbox":
            yield from self._mailbox(found, offset=offset)
        else:
            yield from with_inner_records(self._document(found, offset=offset), kinds=self.kinds)

    def _mailbox(self, found: FoundFile, *, offset: int) -> Iterator[RawRecord | Skip]:
        """The messages of a mailbox, which may be larger than any document."""
        limit = self.max_document_bytes
        count = 0
        try:
            stream, raw = open_compressed(found.path)
            with raw, stream:
                for record in mailbox_records(found.place, stream, offset=offset, max_bytes=limit, kinds=self.kinds):
                    count += 1
                    yield record
        except InputError as error:
            yield Skip(found.place, "file", str(error))
        except DAMAGE as error:
            yield Skip(found.place, "file", f"the file is damaged or cut short ({error_detail(error)})")
        if not count:
            yield Skip(found.place, "file", "no messages")

    def _document(self, found: FoundFile, *, offset: int) -> RawRecord | Skip:
        try:
            data = _read(found.path, max_bytes=self.max_document_bytes)
        except InputError as error:
            return Skip(found.place, "file", str(error))
        if len(data) > self.max_document_bytes:
            return Skip(found.place, "file", f"more than {self.max_document_bytes:,} bytes")
        return RawRecord(found.place, data, offset)


def _refusal_in_archive(place: str, *, kinds: frozenset[str] | None) -> str:
    """Why a member of an archive is not read, by its name; compressed files inside archives are not unpacked."""
    if kind_of(place) and uncompressed_name(place) != place:
        return "compressed once more inside an archive; unpack it"
    return refusal(place, kinds=kinds)


def _read(path: Path, *, max_bytes: int) -> bytes:
    """The decompressed bytes of a file, at most one more than the limit."""
    stream, raw = open_compressed(path)
    data = bytearray()
    with raw, stream:
        try:
            while len(data) <= max_bytes and (chunk := stream.read(_READ_BYTES)):
                data += chunk
        except DAMAGE as error:
            raise InputError(f"the file is damaged or cut short ({error_detail(error)})") from None
    return bytes(data)
