"""What of a page is read: its sentences and lists, its tables, or both: FEVEROUS's three systems."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from veriscope.domain import Element, Page, Section, Table

_IS_READ: Mapping[str, Callable[[Element], bool]] = {
    "sentences": lambda element: not isinstance(element, Table),
    "tables": lambda element: isinstance(element, Table | Section),
}
SOURCES = ("both", *_IS_READ)


def read_part(page: Page, sources: str) -> Page:
    """The page with what is read of it; addresses stay as they are, and marks of sheets are left out."""
    if sources not in _IS_READ:
        return page
    return replace(page, elements=tuple(filter(_IS_READ[sources], page.elements)), marks=())
