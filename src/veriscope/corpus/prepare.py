"""The work of a build's worker: raw records → pages ready to be stored."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from veriscope.corpus.links import page_links
from veriscope.corpus.page_codec import PageCodec
from veriscope.corpus.records import RawRecord, Redirect, Skip, SourceFormat
from veriscope.domain import Page, TableKind


class PageCounts(NamedTuple):
    """How much stands on a page; infoboxes count among the tables too."""

    sentences: int
    tables: int
    infoboxes: int
    cells: int
    lists: int
    list_items: int


class PreparedPage(NamedTuple):
    """A page as the store keeps it."""

    title: str
    place: str
    body: bytes
    counts: PageCounts
    links: list[tuple[str, int]]
    is_document: bool


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """What a run of records became; `offset` is how far into the source it reaches."""

    pages: list[PreparedPage]
    redirects: list[Redirect]
    skips: list[Skip]
    records: int
    offset: int


def prepare(source_format: SourceFormat, batch: Sequence[RawRecord | Skip]) -> PreparedBatch:
    """Parse and encode a batch."""
    codec = PageCodec.of_this_thread()
    pages: list[PreparedPage] = []
    redirects: list[Redirect] = []
    skips: list[Skip] = []
    offset = 0
    for record in batch:
        if isinstance(record, Skip):
            skips.append(record)
            continue
        offset = record.offset
        parsed = source_format.parse(record)
        skips.extend(parsed.skips)
        redirects.extend(parsed.redirects)
        if parsed.page is not None:
            pages.append(_prepare_page(codec, parsed.page, is_document=parsed.is_document))
    return PreparedBatch(pages, redirects, skips, len(batch), offset)


def _prepare_page(codec: PageCodec, page: Page, *, is_document: bool) -> PreparedPage:
    return PreparedPage(
        page.title, page.origin, codec.encode(page), count_elements(page), count_links(page), is_document
    )


def count_elements(page: Page) -> PageCounts:
    """How much stands on a page."""
    tables, lists = list(page.tables()), list(page.lists())
    return PageCounts(
        sentences=sum(1 for _ in page.sentences()),
        tables=len(tables),
        infoboxes=sum(table.kind is TableKind.INFOBOX for table in tables),
        cells=sum(len(table.cells) for table in tables),
        lists=len(lists),
        list_items=sum(len(item_list.items) for item_list in lists),
    )


def count_links(page: Page) -> list[tuple[str, int]]:
    """Each target that the page links to, and how often."""
    return sorted(Counter(link.target for link in page_links(page)).items())


def digest_of(body: bytes) -> bytes:
    """A short fingerprint that tells a damaged body from a whole one."""
    return hashlib.blake2b(body, digest_size=8).digest()
