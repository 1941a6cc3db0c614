"""The input and output of a source format: raw records in, pages, redirects and skips out."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from veriscope.domain import Page


@dataclass(frozen=True, slots=True)
class PlannedSource:
    """A file or folder, the name of its format, and its size on disk in bytes.

    `fingerprint` changes when the source does. `keep_flagged` keeps Wikipedia articles and sections that are flagged as
    lacking references.
    """

    path: Path
    format: str
    size: int
    fingerprint: str = ""
    keep_flagged: bool = False


@dataclass(frozen=True, slots=True)
class RawRecord:
    """The bytes of one page or document, and their place: `wiki-001.jsonl.gz:12`, `notes/a.md`.

    `offset` is how many bytes of the source (compressed, as on disk) have been read, for progress reports.
    """

    place: str
    payload: bytes
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Skip:
    """Something that could not be read or was left out by a rule; every such case is recorded."""

    place: str
    what: str  # "record", "page", "section", "table", …
    reason: str


@dataclass(frozen=True, slots=True)
class Redirect:
    """Another name of a page."""

    title: str
    target: str


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """The result of one record.

    Two encyclopedia pages with the same title become one page; two documents with the same title stay two
    (`is_document`).
    """

    page: Page | None = None
    redirects: tuple[Redirect, ...] = ()
    skips: tuple[Skip, ...] = ()
    is_document: bool = False


class SourceFormat(Protocol):
    """One kind of source. `records` reads in order and cheaply; `parse` is pure and runs in workers."""

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """The raw records of a file, in order; unreadable ones become `Skip`s."""

    def parse(self, record: RawRecord) -> ParsedRecord:
        """The page of a record. It never raises on bad content; it returns a `Skip` instead."""
