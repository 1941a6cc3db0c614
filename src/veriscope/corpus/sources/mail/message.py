"""E-mail: a message becomes a page, and so does each attachment that can be read."""

from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parsedate_to_datetime

from veriscope.corpus.sources import (
    PageBuilder,
    ParsedRecord,
    Skip,
    UnreadableDocument,
    natural_title,
    parse_html,
    parse_plain_text,
    parse_web_html,
    title_from_place,
)
from veriscope.corpus.sources.mail.own_text import without_quotes
from veriscope.domain import Cell, Page, Table, TableKind
from veriscope.errors import InputError

_HEADS = ("From", "To", "Cc", "Date")
_LONGEST_VALUE = 500
_MAX_PARTS = 1_000
# What the standard library raises on headers and parts that no program wrote.
DAMAGED = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError)
# How mail programs mark the message that is answered, and the signature.
_QUOTES = (
    "blockquote[type=cite], .gmail_quote, .gmail_signature, .moz-cite-prefix, .moz-signature, .yahoo_quoted, "
    "#divRplyFwdMsg"
)


def read_message(data: bytes) -> "Message[str, str]":
    """The message in the bytes; raises `UnreadableDocument` if there is none."""
    try:
        message = message_from_bytes(data, policy=policy.compat32)
    except DAMAGED:
        raise UnreadableDocument("a damaged message") from None
    if not message.keys():
        raise UnreadableDocument("no e-mail: it has no header")
    return message


def parse_mail(place: str, data: bytes) -> ParsedRecord:
    """The page of a message: its sender, receivers and date as a table, then its text.

    Its title is the subject. Plain text is preferred to HTML; quoted replies and signatures are left out and counted.
    """
    message = read_message(data)
    try:
        body = _body(place, message)
        heads = [(name, value) for name in _HEADS if (value := _head(message, name))]
        title = natural_title(header_text(message, "Subject")) or title_from_place(place)
    except DAMAGED as error:
        raise UnreadableDocument(f"a damaged message: {type(error).__name__}") from None
    page = PageBuilder()
    cells = (Cell(n, k, text, is_header=k == 0) for n, pair in enumerate(heads) for k, text in enumerate(pair))
    table = Table(0, tuple(cells), kind=TableKind.INFOBOX)
    page.add_elements([*([table] if heads else []), *(body.page.elements if body.page else ())])
    return ParsedRecord(Page(title, tuple(page.elements), place), skips=body.skips)


def attachments(message: "Message[str, str]") -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each part that is a file; a message within a message is one, too."""
    for number, part in enumerate(_parts(message), start=1):
        if part.get_content_type() == "message/rfc822":
            inner = part.get_payload(0) if part.is_multipart() else None
            if isinstance(inner, Message):
                yield f"message-{number}.eml", inner.as_bytes()
        elif name := part.get_filename():
            payload = part.get_payload(decode=True)
            yield _decoded(name), payload if isinstance(payload, bytes) else b""


def header_text(message: "Message[str, str]", name: str) -> str:
    """A header on one line, decoded."""
    return _decoded(str(message.get(name, "")))[:_LONGEST_VALUE]


def _decoded(written: str) -> str:
    try:
        text = str(make_header(decode_header(written)))
    except DAMAGED:
        text = written
    shown = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(shown.encode(errors="replace").decode().split())


def _head(message: "Message[str, str]", name: str) -> str:
    text = header_text(message, name)
    if name != "Date" or not text:
        return text
    try:
        when: datetime = parsedate_to_datetime(text)
    except (*DAMAGED, OverflowError):
        return text
    return when.strftime("%Y-%m-%d %H:%M")


def _parts(message: "Message[str, str]") -> Iterator["Message[str, str]"]:
    """The parts that are no containers, in order; those of an attached message belong to it."""
    waiting: list[Message[str, str]] = [message]
    for _ in range(_MAX_PARTS):
        if not waiting:
            return
        part = waiting.pop()
        inner = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(inner, list):
            waiting += (each for each in reversed(inner) if isinstance(each, Message))
        else:
            yield part


def _body(place: str, message: "Message[str, str]") -> ParsedRecord:
    texts = [part for part in _parts(message) if part.get_content_maintype() == "text" and not part.get_filename()]
    plain = "\n\n".join(_text(part) for part in texts if part.get_content_subtype() == "plain")
    if plain.strip():
        return _plain(place, plain)
    pages = [_text(part) for part in texts if part.get_content_subtype() == "html"]
    if not pages:
        raise UnreadableDocument("a message without text")
    return _html(place, "\n".join(pages))


def _text(part: "Message[str, str]") -> str:
    """The text of a part; a wrong or missing charset is read as what old programs sent."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    for charset in (part.get_content_charset("utf-8"), "utf-8"):
        try:
            return data.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("cp1252", errors="replace")


def _plain(place: str, text: str) -> ParsedRecord:
    own = without_quotes(text.replace("\r\n", "\n").replace("\r", "\n"))
    skips = tuple(Skip(place, what, f"left out {count:,} lines") for what, count in own.left_out if count)
    if not own.text.strip():
        raise UnreadableDocument("a message without text of its own")
    # A title that no line can have, so that no line of the text is taken for it.
    parsed = parse_plain_text(place, own.text.encode(errors="replace"), title="\n")
    return ParsedRecord(parsed.page, skips=skips)


def _html(place: str, text: str) -> ParsedRecord:
    try:
        tree = parse_html(f"<!DOCTYPE html><meta charset=utf-8>{text}".encode(errors="replace")).tree
    except InputError as error:
        raise UnreadableDocument(str(error)) from None
    quotes = tree.css(_QUOTES)
    for node in quotes:
        node.decompose()
    parsed = parse_web_html(place, (tree.html or "").encode(errors="replace"))
    if parsed.page is None:
        raise UnreadableDocument("a message without text")
    left_out = (Skip(place, "quoted reply", f"left out {len(quotes):,} parts"),) if quotes else ()
    return ParsedRecord(parsed.page, skips=(*parsed.skips, *left_out))
