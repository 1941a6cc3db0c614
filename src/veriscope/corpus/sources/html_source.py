"""Bytes → HTML tree: finds the encoding, and refuses what cannot be parsed at reasonable cost."""

import codecs
import re
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser

from veriscope.corpus.sources.html_guard import refuse_costly_html
from veriscope.errors import InputError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META_CHARSET = re.compile(rb"<meta[^>]{1,200}?charset\s*=\s*[\"']?\s*([a-zA-Z0-9_.:-]{1,40})", re.IGNORECASE)
_META_REACH = 4096
# As browsers do: pages that declare Latin-1 or ASCII really use its superset.
_SUPERSETS = {"iso8859-1": "cp1252", "ascii": "cp1252"}
_MAX_NUL_SHARE = 0.02


class HtmlDocument(NamedTuple):
    """An HTML file as text and as a tree."""

    text: str
    tree: LexborHTMLParser


def parse_html(data: bytes) -> HtmlDocument:
    """The text and the tree of an HTML file; raises `InputError` with the reason if it cannot be read."""
    if not data.strip():
        raise InputError("the file is empty")
    text = decode_html(data)
    encoded = text.encode("utf-8", "replace")
    refuse_costly_html(encoded)
    return HtmlDocument(text, LexborHTMLParser(encoded))


def decode_html(data: bytes) -> str:
    """The text, decoded by byte order mark, else by declared charset, else as UTF-8."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decode(data[len(mark) :], encoding)
    if data.count(b"\0") > max(4, _MAX_NUL_SHARE * len(data)):
        raise InputError("binary data, or UTF-16 without a byte order mark; save it as UTF-8")
    return _decode(data, _declared_encoding(data)).replace("\0", "")


def _declared_encoding(data: bytes) -> str:
    match = _META_CHARSET.search(data, 0, _META_REACH)
    if match is None:
        return "utf-8"
    try:
        encoding = codecs.lookup(match[1].decode("ascii")).name
        b"a".decode(encoding)
    except (LookupError, UnicodeDecodeError, AssertionError):
        return "utf-8"
    # A declaration that is readable as ASCII cannot be in UTF-16.
    return "utf-8" if encoding.startswith(("utf-16", "utf-32")) else _SUPERSETS.get(encoding, encoding)


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if error.start >= len(data) - 3:  # a file cut short inside its last character
            return data[: error.start].decode(encoding)
        what = f"not {encoding.upper()} text (byte 0x{data[error.start]:02x} at {error.start:,})"
        raise InputError(f"{what}; save it as UTF-8 or declare its charset") from None
