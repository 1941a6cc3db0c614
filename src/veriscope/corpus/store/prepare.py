"""The work of a build's worker: turns raw records into pages ready to be stored."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from veriscope.corpus.sources import ParsedRecord, RawRecord, Redirect, Skip, SourceFormat
from veriscope.corpus.store.links import page_links
from veriscope.corpus.store.page_codec import PageCodec
from veriscope.domain import Page, TableKind


class PageCounts(NamedTuple):
    """How many elements a page has; infoboxes count as tables too."""

    sentences: int
    tables: int
    infoboxes: int
    cells: int
    lists: int
    list_items: int


class PreparedPage(NamedTuple):
    """A page in the form in which it is stored."""

    title: str
    place: str
    body: bytes
    counts: PageCounts
    links: list[tuple[str, int]]
    is_document: bool


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """The result of a run of records; `offset` is how far into the source it reaches."""

    pages: list[PreparedPage]
    redirects: list[Redirect]
    skips: list[Skip]
    records: int
    offset: int


def prepare(source_format: SourceFormat, batch: Sequence[RawRecord | Skip]) -> PreparedBatch:
    """Parse and encode a batch."""
    offset = max((record.offset for record in batch if isinstance(record, RawRecord)), default=0)
    parsed = (
        ParsedRecord(skips=(record,)) if isinstance(record, Skip) else source_format.parse(record) for record in batch
    )
    return prepare_parsed(parsed, offset=offset)


def prepare_parsed(records: Iterable[ParsedRecord], *, offset: int = 0) -> PreparedBatch:
    """Encode a batch of parsed records."""
    codec = PageCodec.of_this_thread()
    batch = PreparedBatch([], [], [], 0, offset)
    count = 0
    for parsed in records:
        count += 1
        batch.skips.extend(parsed.skips)
        batch.redirects.extend(parsed.redirects)
        if parsed.page is not None:
            batch.pages.append(_prepare_page(codec, parsed.page, is_document=parsed.is_document))
    return replace(batch, records=count)


def _prepare_page(codec: PageCodec, page: Page, *, is_document: bool) -> PreparedPage:
    return PreparedPage(
        page.title, page.origin, codec.encode(page), count_elements(page), count_links(page), is_document
    )


def count_elements(page: Page) -> PageCounts:
    """Count the elements of a page."""
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
    """A short fingerprint that reveals a damaged body."""
    return hashlib.blake2b(body, digest_size=8).digest()
