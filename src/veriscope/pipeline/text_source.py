"""Reads a text to check: plain text, Markdown or HTML, in UTF-8."""

import re
from pathlib import Path

from veriscope.corpus import parse_document
from veriscope.domain import ItemList, Page, Section, Sentence
from veriscope.errors import InputError
from veriscope.files import open_compressed

_MAX_BYTES = 8 * 2**20
_OPENERS = b"!doctype html", rb"html\b", rb"head\b", rb"body\b"
_BLOCKS = b"p", b"div", b"h[1-6]", b"li", b"tr", b"table", b"section", b"article"
_BEGINS_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?<(?:" + b"|".join(_OPENERS) + rb")", re.IGNORECASE)
_BLOCK_END = re.compile(rb"</(?:" + b"|".join(_BLOCKS) + rb")\s*>", re.IGNORECASE)
# A fragment of a page may begin anywhere.
_ENOUGH_BLOCKS = 3


def read_text(path: Path) -> str:
    """The text of a file, decompressed if needed."""
    return decode_text(_read(path), name=str(path))


def read_plain(path: Path) -> str:
    """The characters of a file in UTF-8 as they are, decompressed if needed."""
    try:
        return _read(path).decode()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8; save it as UTF-8") from None


def _read(path: Path) -> bytes:
    if path.is_dir():
        raise InputError(f"cannot read {path}: it is a folder; name a file")
    stream, raw = open_compressed(path)
    with raw, stream:
        try:
            return stream.read(_MAX_BYTES + 1)
        except (OSError, EOFError) as error:
            raise InputError(f"{path}: the file is damaged or cut short ({error}); fetch it again") from None


def decode_text(data: bytes, *, name: str) -> str:
    """The text in `data`; from HTML, the text that a reader sees."""
    if len(data) > _MAX_BYTES:
        raise InputError(f"{name}: the text has more than {_MAX_BYTES:,} bytes; divide it")
    if b"\0" in data:
        raise InputError(f"{name} is not text (it holds a zero byte); save it as plain text, Markdown or HTML in UTF-8")
    if _is_html(data):
        return _from_html(data, name=name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{name}:{line}: byte 0x{data[error.start]:02x} is not UTF-8; save the text as UTF-8"
        ) from None


def _is_html(data: bytes) -> bool:
    if _BEGINS_HTML.match(data):
        return True
    return data.lstrip().startswith(b"<") and len(_BLOCK_END.findall(data)) >= _ENOUGH_BLOCKS


def _from_html(data: bytes, *, name: str) -> str:
    parsed = parse_document(f"{name}.html", data, keep_flagged=True)
    if parsed.page is None:
        reason = parsed.skips[0].reason if parsed.skips else "no content"
        raise InputError(f"{name}: no text was found in the HTML ({reason})")
    return _as_markdown(parsed.page)


def _as_markdown(page: Page) -> str:
    """The prose of a page: headings, sentences and list items; tables alone make no statements."""
    parts = [f"# {page.title}\n"]
    for element in page.elements:
        match element:
            case Section(title=title):
                parts.append(f"\n\n## {title}\n\n")
            case Sentence(text=text):
                parts.append(f"{text} ")
            case ItemList(items=items):
                parts.append("\n\n" + "".join(f"- {item.text}\n" for item in items) + "\n")
    return "".join(parts)
