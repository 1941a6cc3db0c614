"""Turns pasted text into a plain sentence, without HTML marks, control characters and hidden instructions."""

import html
import re
import unicodedata
from typing import NamedTuple

from veriscope.text.normalise import normalise_space
from veriscope.text.word_lists import load_sentence_patterns

_TAGS = load_sentence_patterns("html_tags")
_UNREAD = re.compile(r"<(script|style)\b[^<>]*>.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(rf"</?(?:{_TAGS['block_and_inline']})(?=[\s/>])[^<>]*>|<!doctype[^<>]*>", re.IGNORECASE)
_INLINE_TAG = re.compile(rf"</?(?:{_TAGS['inline']})\b[^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});", re.IGNORECASE)
# Control characters except white space, marks that turn the writing direction, halves of characters.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
# Codes that set the colours of a terminal; each counts as one character.
_COLOUR = re.compile("\x1b\\[[0-9;?]{0,20}[A-Za-z]")


class CleanText(NamedTuple):
    """A text in readable form, with notes on what was left out."""

    text: str
    notes: tuple[str, ...] = ()


def clean(text: str) -> CleanText:
    """The text as people read it, on one line and in NFC; `notes` say what was left out, except white space."""
    notes = []
    without_colours, colours = _COLOUR.subn("", text)
    without_control, count = _CONTROL.subn(" ", without_colours)
    count += colours
    if count:
        notes.append(f"{count:,} control {'character was' if count == 1 else 'characters were'} left out")
    plain = _without_html(without_control)
    if plain != without_control:
        notes.append("HTML marks were left out")
    return CleanText(unicodedata.normalize("NFC", normalise_space(plain)), tuple(notes))


def _without_html(text: str) -> str:
    if "<" in text:
        text = _TAG.sub(" ", _INLINE_TAG.sub("", _UNREAD.sub(" ", text)))
    # The character that an entity stands for may itself be a control character.
    return _CONTROL.sub(" ", html.unescape(text)) if _ENTITY.search(text) else text
