"""Tantivy indexes open for reading: a protocol, and the index of a folder, always at its last commit."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import tantivy

from veriscope.errors import StoreError

_META = "meta.json"


class TermIndex(Protocol):
    """Provides searchers over an index; threads may share it."""

    @property
    def schema(self) -> tantivy.Schema:
        """The fields of the index."""

    @property
    def generation(self) -> int:
        """A number that grows whenever the index changes."""

    def searcher(self) -> tantivy.Searcher:
        """A searcher over the current state."""

    def hits(
        self,
        searcher: tantivy.Searcher,
        query: tantivy.Query,
        *,
        limit: int,
        offset: int = 0,
        order_by: str | None = None,
    ) -> list[tuple[float, tantivy.DocAddress]]:
        """The best hits of a query, by score or by a field; `limit` is at least 1."""

    def count(self, query: tantivy.Query) -> int:
        """How many documents a query finds."""


class OpenIndex:
    """Provides searchers over the last commit of an index in a folder, even if that is read-only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._seen = self._commit()
        self._searcher, self.schema = self._open()
        self.generation = 0

    def searcher(self) -> tantivy.Searcher:
        """A searcher over the last commit; `generation` grows whenever the commit changes."""
        try:
            commit = self._commit()
            if commit != self._seen:
                with self._lock:
                    self._follow(commit)
        except StoreError:
            # A new build may be replacing the index. The open one stays usable, and the next call tries again.
            pass
        return self._searcher

    def _follow(self, commit: tuple[int, int, int]) -> None:
        if commit != self._seen:
            self._searcher, self.schema = self._open()
            self._seen = commit
            self.generation += 1

    def hits(
        self,
        searcher: tantivy.Searcher,
        query: tantivy.Query,
        *,
        limit: int,
        offset: int = 0,
        order_by: str | None = None,
    ) -> list[tuple[float, tantivy.DocAddress]]:
        """The best hits of a query, by score or by a field; `limit` is at least 1."""
        with self._telling():
            return find_hits(searcher, query, limit=limit, offset=offset, order_by=order_by)

    def count(self, query: tantivy.Query) -> int:
        """How many documents a query finds."""
        with self._telling():
            return count_hits(self.searcher(), query)

    def _commit(self) -> tuple[int, int, int]:
        """A mark that differs between commits: each one replaces the file that lists the index's parts."""
        with self._telling():
            status = (self._folder / _META).stat()
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _open(self) -> tuple[tantivy.Searcher, tantivy.Schema]:
        with self._telling():
            try:
                return _open_searcher(self._folder)
            except ValueError as error:
                if "Lockfile" not in str(error):
                    raise
            # tantivy wants to lock the folder even for reading. Links to its files in a folder of our own are enough,
            # and only until the files are open.
            with tempfile.TemporaryDirectory(prefix="veriscope-index-") as mirror:
                for path in self._folder.resolve().iterdir():
                    if path.suffix != ".lock":
                        (Path(mirror) / path.name).symlink_to(path)
                return _open_searcher(Path(mirror))

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            raise self._damage_error(str(error)) from None
        except BaseException as error:
            # On a damaged file tantivy may raise something that is not an `Exception`, of a class without a module.
            if type(error).__name__ != "PanicException":
                raise
            raise self._damage_error("it is damaged") from None

    def _damage_error(self, why: str) -> StoreError:
        corpus = self._folder.parent.parent
        return StoreError(
            f"the index {self._folder} cannot be read ({why}); rebuild it: veriscope corpus index {corpus} --rebuild"
        )


def find_hits(
    searcher: tantivy.Searcher, query: tantivy.Query, *, limit: int, offset: int, order_by: str | None
) -> list[tuple[float, tantivy.DocAddress]]:
    """The best hits of a query, by score or by a field."""
    return searcher.search(query, limit=limit, count=False, offset=offset, order_by_field=order_by).hits


def count_hits(searcher: tantivy.Searcher, query: tantivy.Query) -> int:
    """How many documents a query finds."""
    return int(searcher.search(query, limit=1, count=True).count or 0)  # type: ignore[attr-defined]


def _open_searcher(folder: Path) -> tuple[tantivy.Searcher, tantivy.Schema]:
    index = tantivy.Index.open(str(folder))
    index.config_reader("manual")
    return index.searcher(), index.schema
