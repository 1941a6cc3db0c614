"""Collects the elements of one page in reading order, and numbers them."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from veriscope.corpus.document_text import UnreadableDocument
from veriscope.domain import Cell, Element, ItemList, Link, ListItem, Section, Sentence, Table
from veriscope.text import sentence_spans

MAX_SENTENCES = 500_000
MAX_CELLS = 2_000_000


class PageBuilder:
    """Sentences, tables and lists get the next number of their kind; beyond the limits the document is refused."""

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self._sentences = self._tables = self._lists = self._cells = self._items = 0

    def add_section(self, title: str, *, level: int) -> None:
        """A heading; an empty one heads nothing."""
        if title:
            self.elements.append(Section(title, level))

    def add_prose(self, text: str, links: Sequence[Link] = ()) -> None:
        """A paragraph, one `Sentence` for each of its sentences; `links` in order, none over another."""
        waiting = deque(links)
        for start, end in sentence_spans(text):
            inside = tuple(_links_within(waiting, start=start, end=end))
            self.elements.append(Sentence(self._sentences, text[start:end], inside))
            self._sentences += 1
        if self._sentences > MAX_SENTENCES:
            raise UnreadableDocument(f"more than {MAX_SENTENCES:,} sentences; split it into several documents")

    def add_list(self, items: Iterable[ListItem], *, is_ordered: bool) -> None:
        """A list, unless it has no items."""
        kept = tuple(items)
        self._items += len(kept)
        if self._items > MAX_SENTENCES:
            raise UnreadableDocument(f"more than {MAX_SENTENCES:,} list items; split it into several documents")
        if kept:
            self.elements.append(ItemList(self._lists, kept, is_ordered))
            self._lists += 1

    def add_table(self, cells: Iterable[Cell], *, caption: str = "") -> None:
        """A table, unless all its cells are empty."""
        kept = tuple(self._counted(cells))
        if any(cell.text for cell in kept):
            self.elements.append(Table(self._tables, kept, caption))
            self._tables += 1

    def add_elements(self, elements: Iterable[Element]) -> None:
        """The elements of another page, with the numbers they get on this one."""
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

    def _counted(self, cells: Iterable[Cell]) -> Iterable[Cell]:
        for cell in cells:
            self._cells += 1
            if self._cells > MAX_CELLS:
                raise UnreadableDocument(f"more than {MAX_CELLS:,} cells; split it into several documents")
            yield cell


def _links_within(waiting: deque[Link], *, start: int, end: int) -> Iterator[Link]:
    """The links over `text[start:end]`, with their places in that piece; those that end before it are dropped."""
    while waiting and waiting[0].start < end:
        link = waiting[0]
        if link.end > start:
            yield Link(max(link.start, start) - start, min(link.end, end) - start, link.target)
        if link.end > end:
            return
        waiting.popleft()
