"""The effect of a corpus change on its indexes: the pages that they must read again."""

import sqlite3
from collections.abc import Iterable
from typing import Any

_CHUNK = 500
_MAX_HOPS = 5


class PageChanges:
    """Collects the pages and names that a change touches, and stores them in the same transaction.

    A title or redirect that is added or removed changes the pages that redirects lead to from it.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._pages: set[int] = set()
        self._names: set[str] = set()

    def page(self, number: int, *titles: str) -> None:
        """Note a page that is new, changed or gone, with the titles that were added or removed with it."""
        self._pages.add(number)
        self._names.update(titles)

    def names(self, names: Iterable[str]) -> None:
        """Note both ends of redirects that are added or removed."""
        self._names.update(names)

    def store(self) -> None:
        """Store all pages that were touched, and start over."""
        self._db.executemany(
            "INSERT INTO page_changes (page) VALUES (?)",
            ((page,) for page in sorted(self._pages | self._pages_behind_names())),
        )
        self.clear()

    def clear(self) -> None:
        """Forget what was noted."""
        self._pages.clear()
        self._names.clear()

    def _pages_behind_names(self) -> set[int]:
        """The pages that the names lead to, through any redirects."""
        pages: set[int] = set()
        names, seen = self._names, set[str]()
        for _ in range(_MAX_HOPS):
            pages.update(self._select("SELECT id FROM pages WHERE title IN", names))
            seen |= names
            names = set(self._select("SELECT target FROM redirects WHERE title IN", names)) - seen
        return pages

    def _select(self, query: str, names: Iterable[str]) -> list[Any]:
        ordered = sorted(names)
        found = []
        for start in range(0, len(ordered), _CHUNK):
            chunk = ordered[start : start + _CHUNK]
            found += [row[0] for row in self._db.execute(f"{query} ({', '.join('?' * len(chunk))})", chunk)]
        return found
