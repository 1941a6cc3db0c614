"""The part of a page that term vectors count: all of it, or its introduction."""

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import Literal

from veriscope.domain import Page, Section, Sentence
from veriscope.text import join_texts

VectorKind = Literal["pages", "introductions"]


def page_text(page: Page) -> str:
    """The title, the headings and everything below them."""
    return join_texts(_page_texts(page))


def introduction_text(page: Page) -> str:
    """The title and the sentences before the first section; the whole page if there are none."""
    before = takewhile(lambda element: not isinstance(element, Section), page.elements)
    sentences = [element.text for element in before if isinstance(element, Sentence)]
    return join_texts([page.title, *sentences]) if sentences else page_text(page)


VECTOR_TEXTS: Mapping[VectorKind, Callable[[Page], str]] = {"pages": page_text, "introductions": introduction_text}


def _page_texts(page: Page) -> Iterator[str]:
    yield page.title
    for element in page.elements:
        if isinstance(element, Section):
            yield element.title
        else:
            yield from element.texts()
