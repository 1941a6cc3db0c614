"""The text of a user's document: decoded, or refused with the reason; and a title for documents without one."""

import codecs
import re
import unicodedata
from pathlib import PurePosixPath

from veriscope.corpus.sources.encodings import guess_encoding
from veriscope.errors import InputError
from veriscope.files import COMPRESSED_SUFFIXES
from veriscope.text import canonical_title

MAX_TITLE_CHARACTERS = 250

# UTF-32 comes first, because its little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Escape sequences and stray separators would confuse terminals and line counts, and carry no text.
# A file with a larger share of zero bytes was never text.
_MOST_ZEROS = 0.05
_CONTROLS = re.compile("[\x01-\x08\x0b\x0e-\x1f\x7f-\x9f\u2028\u2029]")


class UnreadableDocument(InputError):  # noqa: N818  (it names the document's state, not a mishap)
    """A whole document cannot be read; the message is the reason, without the place."""


def decode_text(data: bytes) -> str:
    """The text of a document with uniform line ends: UTF-8, or UTF-16 or UTF-32 after a byte-order mark, else in a
    guessed encoding.

    A few zero bytes are dropped; many mean that the data is not text.
    """
    mark, encoding = _encoding(data)
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        text = _decode_foreign(data, encoding="" if mark else guess_encoding(data))
        if not text:
            raise UnreadableDocument(_not_text(data, error)) from None
    if text.count("\0") > _MOST_ZEROS * len(text):
        raise UnreadableDocument("binary data, not text")
    text = _CONTROLS.sub(" ", text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n"))
    if not text.strip("\ufeff \t\n\f"):
        raise UnreadableDocument("empty")
    return text


def _decode_foreign(data: bytes, *, encoding: str) -> str:
    """The text in an encoding that was guessed; empty if there is none, or it does not fit."""
    try:
        return data.decode(encoding) if encoding else ""
    except (UnicodeDecodeError, LookupError):
        return ""


def _not_text(data: bytes, error: UnicodeDecodeError) -> str:
    if zero_bytes(data):
        return "binary data, not text"
    name = _encoding(data)[1].upper().removesuffix("-LE").removesuffix("-BE")
    return f"not {name} text (at byte {error.start:,}); convert it to UTF-8"


def guessed_encoding(data: bytes) -> str:
    """The encoding that `decode_text` guessed; empty if the text is UTF-8, or has a byte-order mark."""
    if _encoding(data)[0]:
        return ""
    try:
        data.decode()
    except UnicodeDecodeError:
        return guess_encoding(data)
    return ""


def zero_bytes(data: bytes) -> int:
    """How many zero bytes a document holds; they are not text."""
    return 0 if _encoding(data)[1] != "utf-8" else data.count(0)


def _encoding(data: bytes) -> tuple[bytes, str]:
    return next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))


def error_detail(error: BaseException) -> str:
    """A library's message, on one line, printable and short, since it may quote the document."""
    said = " ".join(str(error).split()) or type(error).__name__
    return "".join(character if character.isprintable() else "\ufffd" for character in said[:200])


def natural_title(written: str) -> str:
    """A title as its author wrote it, in NFC with single spaces; empty if it is too long for a title."""
    title = unicodedata.normalize("NFC", " ".join(written.split()))
    return title if len(title) <= MAX_TITLE_CHARACTERS else ""


def title_from_place(place: str) -> str:
    """The name of a file without its suffixes, with underscores read as spaces: `guide/getting_started.md.gz`."""
    return canonical_title(document_stem(place)) or place


def document_stem(place: str) -> str:
    """The name of a file without the suffixes for its compression and its format."""
    return PurePosixPath(uncompressed_name(place)).stem


def document_suffix(place: str) -> str:
    """The suffix for a document's format, without any compression suffix and in lower case."""
    return PurePosixPath(uncompressed_name(place)).suffix.lower()


def uncompressed_name(place: str) -> str:
    """The place without its compression suffix."""
    path = PurePosixPath(place)
    return str(path.with_suffix("")) if path.suffix.lower() in COMPRESSED_SUFFIXES and path.stem else place
