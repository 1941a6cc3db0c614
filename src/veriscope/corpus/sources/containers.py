"""Documents that hold others: a mailbox its messages, a message its attachments."""

import io
from collections.abc import Iterator
from typing import BinaryIO

from veriscope.corpus.sources.archives import clean_name
from veriscope.corpus.sources.document_text import UnreadableDocument
from veriscope.corpus.sources.file_kinds import kind_of, refusal
from veriscope.corpus.sources.mail import DAMAGED, attachments, read_message
from veriscope.corpus.sources.records import RawRecord, Skip

_DEEPEST = 4
_FROM = b"From "


def with_inner_records(
    record: RawRecord | Skip, *, kinds: frozenset[str] | None, depth: int = 0
) -> Iterator[RawRecord | Skip]:
    """A record, and the records that it holds; a mailbox is nothing but its messages."""
    if isinstance(record, Skip):
        yield record
    elif kind_of(record.place) == "mailbox":
        size = len(record.payload)
        yield from mailbox_records(
            record.place, io.BytesIO(record.payload), offset=record.offset, max_bytes=size, kinds=kinds
        )
    else:
        yield record
        if kind_of(record.place) == "mail":
            yield from _attached(record, kinds=kinds, depth=depth)


def mailbox_records(
    place: str, stream: BinaryIO, *, offset: int, max_bytes: int, kinds: frozenset[str] | None
) -> Iterator[RawRecord | Skip]:
    """The messages of a mailbox, with their attachments; only one message is in memory at once."""
    for number, message in enumerate(_messages(stream, max_bytes), start=1):
        name = f"{place}/{number}.eml"
        if len(message) > max_bytes:
            yield Skip(name, "message", f"more than {max_bytes:,} bytes")
        else:
            yield from with_inner_records(RawRecord(name, message, offset), kinds=kinds)


def _messages(stream: BinaryIO, max_bytes: int) -> Iterator[bytes]:
    """The messages between lines that begin with `From ` after a blank line; of one too large, its beginning."""
    message = bytearray()
    is_open = is_after_blank = True
    for line in iter(lambda: stream.readline(1 << 20), b""):
        if is_after_blank and line.startswith(_FROM):
            if message.strip():
                yield bytes(message)
            message, is_open = bytearray(), True
        elif is_open:
            # Programs write `>From ` where a line of the text begins with `From `.
            message += line[1:] if line.startswith(b">From ") else line
            is_open = len(message) <= max_bytes
        is_after_blank = not line.strip()
    if message.strip():
        yield bytes(message)


def _attached(record: RawRecord, *, kinds: frozenset[str] | None, depth: int) -> Iterator[RawRecord | Skip]:
    try:
        found = list(attachments(read_message(record.payload)))
    except (UnreadableDocument, *DAMAGED):
        return  # the record itself says so when it is parsed
    for name, data in found:
        place = f"{record.place}/{clean_name(name)}"
        if why := refusal(place, kinds=kinds):
            yield Skip(place, "attachment", why)
        elif depth >= _DEEPEST:
            yield Skip(place, "attachment", f"messages within messages, deeper than {_DEEPEST} levels")
        else:
            yield from with_inner_records(RawRecord(place, data, record.offset), kinds=kinds, depth=depth + 1)
