"""Retrieves the pages whose titles or redirects stand in the claim."""

import re

from veriscope.domain import Claim, RankedPage, TitleIndex
from veriscope.text import load_words

_MAX_WORDS = 8
_WORD = re.compile(r"[^\s,;:!?()\"“”]+")
_POSSESSIVE = re.compile(r"['’]s?$")


class TitleRetriever:
    """Every run of the claim's words that names a page; a longer name ranks higher, an earlier one next.

    A run inside a longer name that matched is left out ("Guinea" in "Papua New Guinea"), and an everyday word
    counts only when it is written in capitals ("US", not "us").
    """

    def __init__(self, titles: TitleIndex) -> None:
        self._titles = titles
        self._everyday = load_words("stop_words.txt")

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        spans = [match.span() for match in _WORD.finditer(claim.text)]
        found: dict[str, float] = {}
        covered: set[int] = set()
        for length in range(min(_MAX_WORDS, len(spans)), 0, -1):
            for first in range(len(spans) - length + 1):
                run = range(first, first + length)
                if covered.issuperset(run):
                    continue
                title = self._named(claim.text[spans[first][0] : spans[first + length - 1][1]])
                if title is not None:
                    covered.update(run)
                    # The first names of a sentence are more often its subject.
                    found.setdefault(title, length + 1 / (2 + first))
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        return [RankedPage(title, score) for title, score in ranked[:limit]]

    def _named(self, words: str) -> str | None:
        name = words.rstrip(".")
        is_everyday = name.casefold() in self._everyday and not name.isupper()
        if is_everyday or len(name) < 2:
            return None
        return self._titles.resolve(name) or self._titles.resolve(_POSSESSIVE.sub("", name))
