"""The text of a message without the messages that it answers and without its signature."""

import re
from importlib.resources import files
from typing import NamedTuple

from veriscope.text import load_alternatives

_QUOTED = re.compile(r"[ \t]*>")
# `On 3 May 2001, Ann wrote:` in any language: a line above a quote that ends with a colon and names a date or address.
_INTRODUCES = re.compile(r".*(?:\d|@).*:\s*")
_ORIGINAL = re.compile(r"[ \t]*(?:-{3,}|_{10,})[ \t]*(?:[A-Z][\w ]{3,40}[ \t]*-{3,})?[ \t]*")
_WORDS = load_alternatives(files("veriscope.corpus.sources.mail") / "words.toml", "headers")
_HEADER = re.compile(rf"[ \t]*\*?(?:{_WORDS['sender']})\*?:\*? .*[@<]")
_SIGNATURE = re.compile(r"-- ?")
_LONGEST_SIGNATURE = 15


class OwnText(NamedTuple):
    """What the sender wrote, and how many lines of what else were left out."""

    text: str
    left_out: tuple[tuple[str, int], ...]


def without_quotes(text: str) -> OwnText:
    """The message's own lines: no quotes, no original message below, no signature."""
    lines = text.split("\n")
    end = _original(lines)
    quoted = len(lines) - end
    lines, signed = _without_signature(lines[:end])
    kept: list[str] = []
    for line in lines:
        if not _QUOTED.match(line):
            kept.append(line)
            continue
        quoted += 1 + _drop_introduction(kept)
    return OwnText("\n".join(kept), (("quoted reply", quoted), ("signature", signed)))


def _original(lines: list[str]) -> int:
    """Where the copy of another message begins: a rule, and the header `From:` just below it."""
    for number, line in enumerate(lines):
        if line.strip() and _ORIGINAL.fullmatch(line) and any(map(_HEADER.match, lines[number + 1 : number + 3])):
            return number
    return len(lines)


def _without_signature(lines: list[str]) -> tuple[list[str], int]:
    for number in range(len(lines) - 1, max(-1, len(lines) - 2 - _LONGEST_SIGNATURE), -1):
        if _SIGNATURE.fullmatch(lines[number]):
            return lines[:number], len(lines) - number
    return lines, 0


def _drop_introduction(kept: list[str]) -> int:
    """Drop the line above a quote that says who wrote it, which may be wrapped; returns how many lines it had."""
    while kept and not kept[-1].strip():
        kept.pop()
    for height in (1, 2):
        said = " ".join(kept[-height:])
        if len(kept) >= height and len(said) < 200 and _INTRODUCES.fullmatch(said):
            del kept[-height:]
            kept.append("")
            return height
    kept.append("")
    return 0
