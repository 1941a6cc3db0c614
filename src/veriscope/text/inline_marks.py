"""Removes the marks of Markdown and of citations from a sentence."""

import re

from veriscope.text.normalise import normalise_space

_QUOTE_MARKS = re.compile(r"\n\s*>+\s?")
_PICTURE = re.compile(r"!\[[^\]]{0,500}\]\([^()\s]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]]{1,500})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s+\"[^\"]{0,200}\")?\)")
_CITATION = re.compile(r"\s?\[(?:\d{1,3}(?:[,–-]\s?\d{1,3})*|\^[^\]]{1,40}|citation needed)\]")
_CODE = re.compile(r"`{1,3}([^`]{1,500})`{1,3}")
_STRONG = re.compile(r"(\*{1,3}|_{1,3})(?=\S)([^*_]{1,1000}?)(?<=\S)\1(?!\w)")
_LABEL = re.compile(r"(?:\*\*[^*]{1,60}?(?::\*\*|\*\*\s?:)|(?:[A-Z][\w-]*)(?:\s[\w-]+){0,2}:)\s+(?=[A-Z0-9])")
_MIN_WORDS = 4


def without_marks(sentence: str) -> str:
    """The sentence as people read it: link texts only, no emphasis, no footnotes, on one line."""
    text = _QUOTE_MARKS.sub(" ", sentence)
    text = _LINK.sub(r"\1", _PICTURE.sub("", text))
    text = _CODE.sub(r"\1", _CITATION.sub("", text))
    # Twice, for bold within italics.
    return normalise_space(_STRONG.sub(r"\2", _STRONG.sub(r"\2", text)))


def without_label(sentence: str) -> str:
    """The sentence without a label before it, as in `**History:** The town was founded in 1913`."""
    match = _LABEL.match(sentence)
    rest = sentence[match.end() :] if match else ""
    return rest if len(rest.split()) >= _MIN_WORDS else sentence
