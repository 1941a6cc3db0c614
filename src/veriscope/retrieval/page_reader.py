"""Reads pages as terms and remembers the latest ones, since the claims of a text are about the same few pages."""

from collections import OrderedDict
from dataclasses import dataclass, field

from veriscope.corpus import TermWeights, read_words
from veriscope.domain import PageStore, SearchIndex
from veriscope.retrieval.names import Name, find_names
from veriscope.retrieval.page_terms import PageTerms, Unit, page_terms
from veriscope.text import name_key

# About 40 MB whatever the pages are, since a unit is a sentence, row or item.
_MAX_UNITS = 30_000
_MAX_NAME_WORDS = 5


@dataclass(slots=True)
class ReadPage:
    """A page as terms, with the names found in each unit so far, and the linked title for names that are links."""

    title: str
    terms: PageTerms
    names: dict[int, list[tuple[Name, str]]] = field(default_factory=dict)


class PageReader:
    """Pages by title. When the corpus changes, it forgets them all."""

    def __init__(self, pages: PageStore, index: SearchIndex, weights: TermWeights) -> None:
        self._pages = pages
        self._index = index
        self._weights = weights
        self._state = -1
        self._units = 0
        self._remembered: OrderedDict[str, ReadPage] = OrderedDict()

    def take_note_of_changes(self) -> None:
        """Forget what was read if the corpus has changed; call this before each claim."""
        state = self._index.state()
        if state != self._state:
            self._state = state
            self._units = 0
            self._remembered.clear()

    def read(self, title: str) -> ReadPage | None:
        """The page of that title."""
        known = self._remembered.get(title)
        if known is not None:
            self._remembered.move_to_end(title)
            return known
        page = self._pages.page(title)
        return None if page is None else self._remember(ReadPage(title, page_terms(page)))

    def names(self, page: ReadPage, unit: int) -> list[tuple[Name, str]]:
        """The names in a unit: its links if the page has links, else the runs of its words that name pages."""
        known = page.names.get(unit)
        if known is None:
            text = page.terms.units[unit]
            known = page.names[unit] = list(_link_names(text)) if page.terms.has_links else self._mentioned_names(text)
        return known

    def _mentioned_names(self, unit: Unit) -> list[tuple[Name, str]]:
        found = find_names(
            read_words(unit.text),
            self._index,
            everyday=self._weights.everyday,
            max_words=_MAX_NAME_WORDS,
            only_names=True,
        )
        return [(name, "") for name in found if not name.is_inside and not name.key.isdigit()]

    def _remember(self, page: ReadPage) -> ReadPage:
        self._remembered[page.title] = page
        self._units += 1 + len(page.terms.units)
        while self._units > _MAX_UNITS and len(self._remembered) > 1:
            _, forgotten = self._remembered.popitem(last=False)
            self._units -= 1 + len(forgotten.terms.units)
        return page


def _link_names(unit: Unit) -> list[tuple[Name, str]]:
    names: list[tuple[Name, str]] = []
    for link in unit.links:
        written = read_words(unit.text[link.start : link.end])
        capitals = sum([word.is_name for word in written]) / max(1, len(written))
        names.append((Name(name_key(link.target), 0, len(written), capitals, is_inside=False), link.target))
    return names
