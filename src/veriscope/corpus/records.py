"""What a source format hands to the build: raw records in, pages, redirects and skips out."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from veriscope.domain import Page


@dataclass(frozen=True, slots=True)
class RawRecord:
    """The bytes of one page or document, and where they stand: `wiki-001.jsonl.gz:12`, `notes/a.md`.

    `offset` is how many bytes of the source (compressed, as on disk) were read so far, for progress.
    """

    place: str
    payload: bytes
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Skip:
    """Something that could not be read or was left out by a rule: never silently."""

    place: str
    what: str  # "record", "page", "section", "table", …
    reason: str


@dataclass(frozen=True, slots=True)
class Redirect:
    """Another name of a page."""

    title: str
    target: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What one record became.

    Two encyclopedia pages of one title are one page; two documents of one title stay two (`is_document`).
    """

    page: Page | None = None
    redirects: tuple[Redirect, ...] = ()
    skips: tuple[Skip, ...] = ()
    is_document: bool = False


class SourceFormat(Protocol):
    """One kind of source. `records` reads in order and cheaply; `parse` is pure and runs in workers."""

    def records(self, path: Path) -> Iterator[RawRecord | Skip]:
        """The raw records of a file, in order; what cannot be read becomes a `Skip`."""

    def parse(self, record: RawRecord) -> Parsed:
        """The page of a record. Never raises on bad content: it returns a `Skip` instead."""
