"""Makes a plain sentence of what was pasted: without HTML marks, control characters and invisible steering."""

import html
import re
import unicodedata
from typing import NamedTuple

from veriscope.text.normalise import normalise_space

_TAGS = (
    "a|abbr|article|aside|b|blockquote|body|br|button|cite|code|dd|div|dl|dt|em|figure|font|footer|form|h[1-6]|head|header"
    "|hr|html|i|iframe|img|input|label|li|link|main|mark|meta|nav|object|ol|p|pre|q|s|script|section|small|span|strong"
    "|style|sub|sup|svg|table|tbody|td|th|thead|title|tr|u|ul|video"
)
_UNREAD = re.compile(r"<(script|style)\b[^<>]*>.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(rf"</?(?:{_TAGS})(?=[\s/>])[^<>]*>|<!doctype[^<>]*>", re.IGNORECASE)
_INLINE_TAG = re.compile(
    r"</?(?:a|abbr|b|cite|code|em|font|i|mark|q|s|small|span|strong|sub|sup|u)\b[^<>]*>", re.IGNORECASE
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});", re.IGNORECASE)
# Control characters but white space, marks that turn the writing direction, halves of characters.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
# What steers the colours of a terminal, as one character each.
_COLOUR = re.compile("\x1b\\[[0-9;?]{0,20}[A-Za-z]")


class Cleaned(NamedTuple):
    """A text as it is read, with what was left out of it."""

    text: str
    notes: tuple[str, ...] = ()


def clean(text: str) -> Cleaned:
    """The text as people read it, on one line and in NFC; `notes` tells what was left out, white space aside."""
    notes = []
    without_colours, colours = _COLOUR.subn("", text)
    without_control, count = _CONTROL.subn(" ", without_colours)
    count += colours
    if count:
        notes.append(f"{count:,} control {'character was' if count == 1 else 'characters were'} left out")
    plain = _without_html(without_control)
    if plain != without_control:
        notes.append("HTML marks were left out")
    return Cleaned(unicodedata.normalize("NFC", normalise_space(plain)), tuple(notes))


def _without_html(text: str) -> str:
    if "<" in text:
        text = _TAG.sub(" ", _INLINE_TAG.sub("", _UNREAD.sub(" ", text)))
    # What an entity stands for may be a control character itself.
    return _CONTROL.sub(" ", html.unescape(text)) if _ENTITY.search(text) else text
