"""Reads of which date a document or a section is: from its title, its file name, its first lines or its heading."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import PurePath

from veriscope.domain import Evidence, Page, Section, SentenceId
from veriscope.text import Date, date_at, has_finite_verb, terms

# Where a document says its date: its first lines, if they are short and tell no story.
_FIRST, _LONGEST = 6, 160
_MARKS = re.compile(r"[_.\s-]+")


def with_dates(evidence: Sequence[Evidence], pages: Sequence[tuple[Page, float]]) -> list[Evidence]:
    """The evidence with the date of each piece: of its section if the heading has one, else of its document."""
    dates = {page.title: document_date(page) for page, _ in pages}
    return [piece._replace(date=_section_date(piece) or dates.get(piece.id.page, "")) for piece in evidence]


def document_date(page: Page) -> str:
    """The ISO date that a document gives as its own, with a day or only a month; empty if it gives none."""
    return next((date for text in _places(page) for date in dates_in(text)), "")


def dates_in(text: str) -> Iterator[str]:
    """The dates of a text that name a year and a month, as `2024-03-18` or `2024-03`."""
    found, at = terms(text), 0
    while at < len(found):
        date, taken = date_at(found, at)
        if date is not None and date.year and date.month:
            yield _iso(date)
        at += max(taken, 1)


def _iso(date: Date) -> str:
    return f"{date.year:04}-{date.month:02}" + (f"-{date.day:02}" if date.day else "")


def _section_date(piece: Evidence) -> str:
    # The rest of a cell's context are its headers.
    headings = piece.context[1:] if isinstance(piece.id, SentenceId) else ()
    return next((date for heading in reversed(headings) for date in dates_in(heading)), "")


def _places(page: Page) -> Iterator[str]:
    yield page.title
    yield _MARKS.sub(" ", PurePath(page.origin).stem)
    for element in islice(page.elements, _FIRST):
        text = element.title if isinstance(element, Section) else next(iter(element.texts()), "")
        if len(text) <= _LONGEST and not has_finite_verb(text):
            yield text
