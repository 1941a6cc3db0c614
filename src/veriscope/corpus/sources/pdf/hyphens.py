"""Joins wrapped lines, and undoes the hyphens at their ends."""

import re
from collections.abc import Iterable, Sequence

_WORDS = re.compile(r"[^\W\d_]+(?:[-‐][^\W\d_]+)*")
_HYPHENS = ("-", "‐")
_MOST_WORDS = 200_000


class Hyphens:
    """Decides by the words of the document: a hyphen stays where the word stands with it elsewhere, too."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._known: set[str] = set()
        for text in texts:
            if len(self._known) > _MOST_WORDS:
                break
            self._known.update(word.lower() for word in _WORDS.findall(text))

    def join_lines(self, lines: Sequence[str]) -> str:
        """The lines as one text."""
        text = ""
        for line in lines:
            text = self._join(text, line.strip()) if text else line.strip()
        return text

    def _join(self, before: str, line: str) -> str:
        if not before.endswith(_HYPHENS) or not before[-2:-1].isalpha() or not line[:1].isalpha():
            return f"{before} {line}"
        first = before.rsplit(" ", 1)[-1].lower()
        second = re.split(r"[^\w‐-]", line, maxsplit=1)[0].lower()
        if first + second in self._known or not line[0].islower():
            return before + line
        return before[:-1] + line
