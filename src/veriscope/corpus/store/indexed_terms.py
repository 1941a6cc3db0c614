"""The content of a page for the search index: its terms by field, and its names."""

import zlib
from collections.abc import Iterable, Iterator
from math import log2
from typing import NamedTuple

from veriscope.corpus.store.page_index_fields import MAX_START, name_start
from veriscope.corpus.store.stored_pages import StoredPage
from veriscope.domain import ItemList, Page, Section, Sentence, Table
from veriscope.text import name_keys, terms

_TIES = 1 << 20


class IndexedFields(NamedTuple):
    """A page in the index's form, field by field; a text field holds terms with spaces between."""

    page: int
    title: list[str]
    heading: list[str]
    body: list[str]
    name: list[str]
    word: list[str]
    start: list[str]
    rank: int


def indexed_fields(pages: Iterable[StoredPage]) -> list[IndexedFields]:
    """The index fields of these pages."""
    return [_fields(stored) for stored in pages]


def _fields(stored: StoredPage) -> IndexedFields:
    title, redirects = stored.page.title, stored.redirects
    keys = list(dict.fromkeys(key for name in (title, *redirects) for key in name_keys(name)))
    words = list(dict.fromkeys(word for key in keys for word in key.split()))
    body = list(_values(_texts(stored.page)))
    return IndexedFields(
        page=stored.id,
        title=list(_values((title, *redirects))),
        heading=list(_values(_headings(stored.page))),
        body=body,
        name=keys,
        word=words,
        start=_starts(keys, words),
        rank=_rank(title, size=sum(map(len, body))),
    )


def _starts(keys: list[str], words: list[str]) -> list[str]:
    of_names = (name_start(key[:length]) for key in keys for length in range(1, MAX_START + 1))
    of_words = (word[:length] for word in words for length in range(1, MAX_START + 1))
    return list(dict.fromkeys((*of_names, *of_words)))


def _rank(title: str, *, size: int) -> int:
    """A title's rank in suggestions: full pages and short titles first; four letters more weigh like half the text.

    The last digits separate titles of one rank, so that their order depends on nothing else.
    """
    rank = round(64 * log2(2 + size)) - 16 * len(title)
    return rank * _TIES + zlib.crc32(title.encode()) % _TIES


def _values(texts: Iterable[str]) -> Iterator[str]:
    return (value for value in (" ".join(terms(text)) for text in texts) if value)


def _texts(page: Page) -> Iterator[str]:
    return (text for element in page.elements if not isinstance(element, Section) for text in element.texts())


def _headings(page: Page) -> Iterator[str]:
    for element in page.elements:
        match element:
            case Section(title):
                yield title
            case Table():
                yield element.caption
                yield from (cell.text for cell in element.cells if cell.is_header)
            case Sentence() | ItemList():
                pass
