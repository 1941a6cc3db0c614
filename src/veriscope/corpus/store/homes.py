"""Where an open corpus keeps its data: a protocol, and the folder."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from veriscope.corpus.store.connections import connect_for_reading
from veriscope.corpus.store.index_folders import require_index
from veriscope.corpus.store.open_index import OpenIndex, TermIndex
from veriscope.corpus.store.page_index import SEARCH, SEARCH_INDEX_VERSION
from veriscope.corpus.store.term_matrix import TermMatrix
from veriscope.corpus.store.term_matrix_files import kept_term_matrix
from veriscope.corpus.store.vector_texts import VectorKind

if TYPE_CHECKING:
    from veriscope.corpus.store.store import Corpus


class CorpusHome(Protocol):
    """Opens what a corpus reads: its database, its search index, its term vectors."""

    @property
    def path(self) -> Path:
        """The folder, or `MEMORY`."""

    def connect(self) -> sqlite3.Connection:
        """A new connection to the database, for one thread."""

    def open_index(self, corpus: "Corpus") -> TermIndex:
        """The search index of the corpus."""

    def term_matrix(self, corpus: "Corpus", kind: VectorKind) -> TermMatrix:
        """The term vectors of the corpus in its current state."""

    def close(self) -> None:
        """Release what is held; connections are closed by those who asked for them."""


@dataclass(frozen=True, slots=True)
class FolderHome:
    """A corpus folder."""

    path: Path

    def connect(self) -> sqlite3.Connection:
        """A new connection to the database, for one thread."""
        return connect_for_reading(self.path)

    def open_index(self, corpus: "Corpus") -> OpenIndex:  # noqa: ARG002 - the folder holds it
        """The index of the folder; if it is missing, raises an error that says how to build it."""
        return OpenIndex(require_index(self.path, SEARCH, version=SEARCH_INDEX_VERSION))

    def term_matrix(self, corpus: "Corpus", kind: VectorKind) -> TermMatrix:
        """The matrix kept beside the corpus or in the user's cache, else made there."""
        return kept_term_matrix(corpus, kind)

    def close(self) -> None:
        """Nothing: files are closed with their connections."""
