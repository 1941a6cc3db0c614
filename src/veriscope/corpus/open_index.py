"""A tantivy index opened for reading: always its last commit, also where the folder cannot be written."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tantivy

from veriscope.errors import StoreError

_META = "meta.json"


class OpenIndex:
    """Gives searchers over the last commit of an index; threads may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._seen = self._commit()
        self._searcher, self.schema = self._open()
        self.generation = 0

    def searcher(self) -> tantivy.Searcher:
        """A searcher over the last commit; `generation` grows when that is another than before."""
        try:
            commit = self._commit()
            if commit != self._seen:
                with self._lock:
                    self._follow(commit)
        except StoreError:
            # It is being replaced by one built anew, say. What is open stays whole, and the next call tries again.
            pass
        return self._searcher

    def _follow(self, commit: tuple[int, int, int]) -> None:
        if commit != self._seen:
            self._searcher, self.schema = self._open()
            self._seen = commit
            self.generation += 1

    def found(
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
            return searcher.search(query, limit=limit, count=False, offset=offset, order_by_field=order_by).hits

    def count(self, query: tantivy.Query) -> int:
        """How many documents a query finds."""
        with self._telling():
            return int(self.searcher().search(query, limit=1, count=True).count or 0)  # type: ignore[attr-defined]

    def _commit(self) -> tuple[int, int, int]:
        """What tells one commit from another: the file that lists the parts of the index is replaced by each."""
        with self._telling():
            status = (self._folder / _META).stat()
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _open(self) -> tuple[tantivy.Searcher, tantivy.Schema]:
        with self._telling():
            try:
                return _opened(self._folder)
            except ValueError as error:
                if "Lockfile" not in str(error):
                    raise
            # tantivy wants to lock the folder even for reading. Links to its files in a folder of our own will do,
            # and only until they are open.
            with tempfile.TemporaryDirectory(prefix="veriscope-index-") as mirror:
                for path in self._folder.resolve().iterdir():
                    if path.suffix != ".lock":
                        (Path(mirror) / path.name).symlink_to(path)
                return _opened(Path(mirror))

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            raise self._damaged(str(error)) from None
        except BaseException as error:
            # What a damaged file makes tantivy stumble over is no `Exception`, and of a class that has no module.
            if type(error).__name__ != "PanicException":
                raise
            raise self._damaged("it is damaged") from None

    def _damaged(self, why: str) -> StoreError:
        corpus = self._folder.parent.parent
        return StoreError(
            f"the index {self._folder} cannot be read ({why}); build it anew: veriscope corpus index {corpus} --rebuild"
        )


def _opened(folder: Path) -> tuple[tantivy.Searcher, tantivy.Schema]:
    index = tantivy.Index.open(str(folder))
    index.config_reader("manual")
    return index.searcher(), index.schema
