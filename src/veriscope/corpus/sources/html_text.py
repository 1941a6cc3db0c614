"""Runs of inline text joined by single spaces, with the places of their links."""

import re
from typing import NamedTuple

from veriscope.domain import Link

URL_TOKEN = "<URL>"  # noqa: S105  (a token of text, no secret)

_URL = re.compile(r"(?:https?://|ftp://|www\.)[^\s<>\"”]*[^\s<>\"”.,;:!?)\]}'’]")
# Invisible characters: zero-width characters, soft hyphens, direction marks.
_INVISIBLE_CHARACTERS = "\u00ad\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff"
_INVISIBLE = dict.fromkeys(map(ord, _INVISIBLE_CHARACTERS))
_HAS_INVISIBLE = re.compile(f"[{_INVISIBLE_CHARACTERS}]").search
_SUPERSCRIPTS = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_IS_EXPONENT = re.compile(r"[+\-−]?[0-9]{1,4}").fullmatch
_IS_RAISED_NUMBER = re.compile(r"[+\-−]?[0-9][0-9./,⁄+\-−]*").fullmatch
_CLOSERS = frozenset(",.;:!?)]}%’”")
_SEPARATES_ALREADY = frozenset(",;:–—(/•·")


class RichText(NamedTuple):
    """Text and its links."""

    text: str
    links: tuple[Link, ...] = ()

    def cut(self, start: int, end: int) -> "RichText":
        """The piece `text[start:end]`, with the links that reach into it."""
        links = tuple(
            Link(max(link.start, start) - start, min(link.end, end) - start, link.target)
            for link in self.links
            if link.start < end and link.end > start
        )
        return RichText(self.text[start:end], links)


NO_TEXT = RichText("")


class TextBuilder:
    """Collects text as a browser shows it: white space is collapsed, but separate texts stay apart."""

    __slots__ = ("_after_mark", "_length", "_link_start", "_links", "_pieces", "_raised", "_separator", "_target")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._separator = ""
        self._after_mark = False
        self._links: list[Link] = []
        self._target = ""
        self._link_start = -1
        self._raised = -1

    def add(self, text: str) -> None:
        """Append text as in the source, with its white space."""
        if not text.isascii() and _HAS_INVISIBLE(text):
            text = text.translate(_INVISIBLE)
        shown = " ".join(text.split())
        if not shown:
            if text:
                self.separate()
            return
        if text[0].isspace():
            self.separate()
        self._add_separator(shown)
        if self._target and self._link_start < 0:
            self._link_start = self._length
        self._append(shown)
        self._separator = " " if text[-1].isspace() else ""

    def separate(self, separator: str = " ") -> None:
        """Keep the next text apart from what is there; of several separators the longest counts."""
        if len(separator) > len(self._separator):
            self._separator = separator

    def pass_over_mark(self) -> None:
        """Note that something was left out here (a footnote mark): punctuation after it joins the word before it."""
        self._after_mark = True

    def open_link(self, target: str) -> None:
        """Text from here on is a link to `target`."""
        self.close_link()
        self._target = target

    def close_link(self) -> str:
        """End the open link; returns its target, or an empty text."""
        target, self._target = self._target, ""
        if target and self._link_start >= 0:
            self._links.append(Link(self._link_start, self._length, target))
        self._link_start = -1
        return target

    def open_raised(self) -> None:
        """Text from here on is raised."""
        self._raised = len(self._pieces) if not self._separator else -1

    def close_raised(self) -> None:
        """Write a raised number as an exponent: `10⁶`, `km²`, `2^1/72`; other raised text is unchanged: `1st`."""
        if 0 < self._raised < len(self._pieces) and self._link_start < 0:
            raised = "".join(self._pieces[self._raised :])
            if _IS_EXPONENT(raised):
                self._pieces[self._raised :] = [raised.translate(_SUPERSCRIPTS)]
            elif _IS_RAISED_NUMBER(raised) and self._pieces[self._raised - 1][-1].isalnum():
                self._pieces[self._raised :] = ["^", raised]
                self._length += 1
        self._raised = -1

    def take(self) -> RichText:
        """Return what was collected; the builder starts again, inside the same link."""
        target = self.close_link()
        rich = RichText("".join(self._pieces), tuple(self._links)) if self._pieces else NO_TEXT
        self.__init__()  # type: ignore[misc]
        self._target = target
        return rich

    def _append(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _add_separator(self, following: str) -> None:
        separator = self._separator
        if separator and self._length:
            last = self._pieces[-1][-1]
            if last in "([" or following[0] in ")]" or (self._after_mark and following[0] in _CLOSERS):
                separator = ""
            elif last in _SEPARATES_ALREADY:
                separator = " "
            if separator:
                self._append(separator)
        self._after_mark = False


def without_urls(rich: RichText) -> RichText:
    """The text with each URL replaced by a token, and links moved accordingly (FEVEROUS, supplement 7.7)."""
    if "://" not in rich.text and "www." not in rich.text:
        return rich
    pieces: list[str] = []
    moves: list[tuple[int, int]] = []  # (the end of a URL in the source, how far the text after it moved)
    end = moved = 0
    for match in _URL.finditer(rich.text):
        pieces += (rich.text[end : match.start()], URL_TOKEN)
        end = match.end()
        moved += len(URL_TOKEN) - (end - match.start())
        moves.append((end, moved))
    links = tuple(Link(_move(link.start, moves), _move(link.end, moves), link.target) for link in rich.links)
    text = "".join((*pieces, rich.text[end:]))
    return RichText(text, tuple(link for link in links if 0 <= link.start < link.end <= len(text)))


def _move(place: int, moves: list[tuple[int, int]]) -> int:
    return place + next((moved for end, moved in reversed(moves) if end <= place), 0)
