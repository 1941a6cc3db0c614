"""A tantivy index opened for reading: always its last commit, also where the folder cannot be written."""

import tempfile
import threading
from pathlib import Path

import tantivy

from veriscope.errors import StoreError

_META = "meta.json"


class OpenIndex:
    """Gives searchers over the last commit of an index; threads may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._mirror: tempfile.TemporaryDirectory[str] | None = None
        self._seen = self._commit()
        self._index = self._open()
        self._searcher = self._index.searcher()
        self.schema = self._index.schema
        self.generation = 0

    def searcher(self) -> tantivy.Searcher:
        """A searcher over the last commit; `generation` grows when that is another than before."""
        commit = self._commit()
        if commit != self._seen:
            with self._lock:
                if commit != self._seen:
                    self._reload()
                    self._seen = commit
        return self._searcher

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
        try:
            return searcher.search(query, limit=limit, count=False, offset=offset, order_by_field=order_by).hits
        except ValueError as error:
            raise self._damaged(error) from None

    def count(self, query: tantivy.Query) -> int:
        """How many documents a query finds."""
        try:
            return int(self.searcher().search(query, limit=1, count=True).count or 0)  # type: ignore[attr-defined]
        except ValueError as error:
            raise self._damaged(error) from None

    def _reload(self) -> None:
        if self._mirror is None:
            self._index.reload()
        else:
            self._index = self._open()
        self._searcher = self._index.searcher()
        self.generation += 1

    def _commit(self) -> tuple[int, int, int]:
        """What tells one commit from another: the file that lists the parts of the index is replaced by each."""
        try:
            status = (self._folder / _META).stat()
        except OSError as error:
            raise StoreError(f"cannot read the index {self._folder}: {error.strerror}") from None
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _open(self) -> tantivy.Index:
        try:
            return _opened(self._folder)
        except ValueError as error:
            if "Lockfile" not in str(error):
                raise self._damaged(error) from None
        # tantivy wants to lock the folder even for reading: links to its files in a folder of our own will do.
        self._mirror = tempfile.TemporaryDirectory(prefix="veriscope-index-")
        for path in self._folder.resolve().iterdir():
            if path.suffix != ".lock":
                (Path(self._mirror.name) / path.name).symlink_to(path)
        try:
            return _opened(Path(self._mirror.name))
        except ValueError as error:
            raise self._damaged(error) from None

    def _damaged(self, error: ValueError) -> StoreError:
        corpus = self._folder.parent.parent
        return StoreError(
            f"the index {self._folder} cannot be read ({error}); build it anew: veriscope corpus index {corpus} --rebuild"
        )


def _opened(folder: Path) -> tantivy.Index:
    index = tantivy.Index.open(str(folder))
    index.config_reader("manual")
    return index
