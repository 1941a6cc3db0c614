"""What the search index takes of a page: its terms by field, and its names."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from veriscope.corpus.stored_pages import StoredPage
from veriscope.domain import ItemList, Page, Section, Sentence, Table
from veriscope.text import name_key, name_keys, terms


class IndexedFields(NamedTuple):
    """A page as the index takes it; each string holds terms with spaces between, each value stands apart."""

    page: int
    title: list[str]
    heading: list[str]
    body: list[str]
    name: list[str]
    word: str
    size: int


def indexed_fields(pages: Iterable[StoredPage]) -> list[IndexedFields]:
    """What the index takes of these pages."""
    return [_fields(stored) for stored in pages]


def _fields(stored: StoredPage) -> IndexedFields:
    names = [stored.page.title, *stored.redirects]
    keys = dict.fromkeys(key for name in names for key in name_keys(name))
    words = dict.fromkeys(word for name in names for word in name_key(name).split())
    body = [*_values(_texts(stored.page))]
    return IndexedFields(
        page=stored.id,
        title=[*_values(names)],
        heading=[*_values(_headings(stored.page))],
        body=body,
        name=list(keys),
        word=" ".join(words),
        size=sum(map(len, body)),
    )


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
