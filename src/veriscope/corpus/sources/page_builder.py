"""Collects the elements of one page in reading order, and numbers them."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from veriscope.corpus.sources.document_text import UnreadableDocument
from veriscope.domain import Cell, Element, ItemList, Link, ListItem, Section, Sentence, Table
from veriscope.text import sentence_spans

MAX_SENTENCES = 500_000
MAX_CELLS = 2_000_000


class PageBuilder:
    """Numbers sentences, tables and lists by kind; refuses a document beyond the limits."""

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self._sentences = self._tables = self._lists = self._cells = self._items = 0

    def add_section(self, title: str, *, level: int) -> None:
        """Add a heading, unless it is empty."""
        if title:
            self.elements.append(Section(title, level))

    def add_prose(self, text: str, links: Sequence[Link] = ()) -> None:
        """Add a paragraph, one `Sentence` for each of its sentences; `links` are in order and do not overlap."""
        waiting = deque(links)
        for start, end in sentence_spans(text):
            inside = tuple(_links_within(waiting, start=start, end=end))
            self.elements.append(Sentence(self._sentences, text[start:end], inside))
            self._sentences += 1
        if self._sentences > MAX_SENTENCES:
            raise UnreadableDocument(f"more than {MAX_SENTENCES:,} sentences; split it into several documents")

    def add_list(self, items: Iterable[ListItem], *, is_ordered: bool) -> None:
        """Add a list, unless it has no items."""
        kept = tuple(items)
        self._items += len(kept)
        if self._items > MAX_SENTENCES:
            raise UnreadableDocument(f"more than {MAX_SENTENCES:,} list items; split it into several documents")
        if kept:
            self.elements.append(ItemList(self._lists, kept, is_ordered))
            self._lists += 1

    def add_table(self, cells: Iterable[Cell], *, caption: str = "") -> None:
        """Add a table, unless all its cells are empty."""
        kept = tuple(self._count_cells(cells))
        if any(cell.text for cell in kept):
            self.elements.append(Table(self._tables, kept, caption))
            self._tables += 1

    def add_elements(self, elements: Iterable[Element]) -> None:
        """Add the elements of another page, with new numbers for this one."""
        for element in elements:
            match element:
                case Section():
                    self.elements.append(element)
                case Sentence():
                    self.elements.append(Sentence(self._sentences, element.text, element.links))
                    self._sentences += 1
                case ItemList():
                    self.add_list(element.items, is_ordered=element.is_ordered)
                case Table():
                    self.elements.append(replace(element, index=self._tables))
                    self._tables += 1

    def _count_cells(self, cells: Iterable[Cell]) -> Iterable[Cell]:
        for cell in cells:
            self._cells += 1
            if self._cells > MAX_CELLS:
                raise UnreadableDocument(f"more than {MAX_CELLS:,} cells; split it into several documents")
            yield cell


def _links_within(waiting: deque[Link], *, start: int, end: int) -> Iterator[Link]:
    """The links over `text[start:end]`, with their places in that piece; links that end before it are dropped."""
    while waiting and waiting[0].start < end:
        link = waiting[0]
        if link.end > start:
            yield Link(max(link.start, start) - start, min(link.end, end) - start, link.target)
        if link.end > end:
            return
        waiting.popleft()
