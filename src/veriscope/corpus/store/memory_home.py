"""A corpus in memory: an image of its database, and a search index made when it is first used."""

import sqlite3
from pathlib import Path

import tantivy

from veriscope.corpus.store.connections import MEMORY, connect_to_image
from veriscope.corpus.store.open_index import count_hits, find_hits
from veriscope.corpus.store.page_index_writer import index_in_memory
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.term_matrix import TermMatrix
from veriscope.corpus.store.term_matrix_files import passing_term_matrix
from veriscope.corpus.store.vector_texts import VectorKind
from veriscope.errors import StoreError


class MemoryHome:
    """Holds the image of a database that no longer changes; nothing of it stays on disk."""

    def __init__(self, image: bytes) -> None:
        self._image: bytes | None = image
        self._indexes: list[MemoryIndex] = []

    @property
    def path(self) -> Path:
        """Stands for the missing folder."""
        return MEMORY

    def connect(self) -> sqlite3.Connection:
        """A new connection to a copy of the database, for one thread."""
        if self._image is None:
            raise _closed_error()
        return connect_to_image(self._image)

    def open_index(self, corpus: Corpus) -> "MemoryIndex":
        """The search index, made now."""
        index = MemoryIndex(index_in_memory(corpus))
        self._indexes.append(index)
        return index

    def term_matrix(self, corpus: Corpus, kind: VectorKind) -> TermMatrix:
        """The term vectors, made now."""
        return passing_term_matrix(corpus, kind)

    def close(self) -> None:
        """Let go of the database and the index; whoever reads them from now on gets an error."""
        self._image = None
        while self._indexes:
            self._indexes.pop().close()


class MemoryIndex:
    """Provides searchers over a tantivy index in memory, which does not change; threads may share it."""

    def __init__(self, index: tantivy.Index) -> None:
        self.schema = index.schema
        self.generation = 0
        self._searcher: tantivy.Searcher | None = index.searcher()

    def searcher(self) -> tantivy.Searcher:
        """The searcher over the index."""
        if self._searcher is None:
            raise _closed_error()
        return self._searcher

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
        return find_hits(searcher, query, limit=limit, offset=offset, order_by=order_by)

    def count(self, query: tantivy.Query) -> int:
        """How many documents a query finds."""
        return count_hits(self.searcher(), query)

    def close(self) -> None:
        """Let go of the index."""
        self._searcher = None


def _closed_error() -> StoreError:
    return StoreError("this corpus was in memory and is closed; make it again from its texts")
