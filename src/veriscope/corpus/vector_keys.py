"""What of a page the vector index counts: its hashed unigrams and bigrams, of all of it and of its introduction."""

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from veriscope.corpus.stored_pages import StoredPage
from veriscope.corpus.vector_runs import Keys, counted
from veriscope.domain import Page, Section, Sentence
from veriscope.text.ngrams import BinnedTexts, joined


class PageKeys(NamedTuple):
    """The postings of some pages, numbered as in `ids`; `introductions` is none where they are the whole pages."""

    ids: list[int]
    pages: Keys
    introductions: Keys | None


def page_keys(stored: list[StoredPage]) -> PageKeys:
    """The postings of some pages: the work of an index worker."""
    pages = [entry.page for entry in stored]
    ids = [entry.id for entry in stored]
    whole = _keys([page_text(page) for page in pages])
    if all(_is_introduction(page) for page in pages):
        return PageKeys(ids, whole, None)
    return PageKeys(ids, whole, _keys([introduction_text(page) for page in pages]))


def page_text(page: Page) -> str:
    """The title, the headings and all that stands under them."""
    return joined(_page_texts(page))


def introduction_text(page: Page) -> str:
    """The title and the sentences before the first section; the whole page where no sentence stands there."""
    sentences = _introduction(page)
    return joined([page.title, *sentences]) if sentences else page_text(page)


def _keys(texts: list[str]) -> Keys:
    binned = BinnedTexts(texts)
    return counted(binned.bins, binned.texts)


def _page_texts(page: Page) -> Iterator[str]:
    yield page.title
    for element in page.elements:
        if isinstance(element, Section):
            yield element.title
        else:
            yield from element.texts()


def _introduction(page: Page) -> list[str]:
    before = takewhile(lambda element: not isinstance(element, Section), page.elements)
    return [element.text for element in before if isinstance(element, Sentence)]


def _is_introduction(page: Page) -> bool:
    return all(isinstance(element, Sentence) for element in page.elements) or not _introduction(page)
