"""Collects the blocks of an office document in reading order, and makes the page of them."""

from veriscope.corpus.sources import (
    NO_TEXT,
    PageBuilder,
    ParsedRecord,
    RichText,
    Skip,
    UnreadableDocument,
    below_title,
    natural_title,
    title_from_place,
)
from veriscope.corpus.sources.office.table_grid import TableGrid
from veriscope.domain import ListItem, Page, Section


class OfficePage:
    """Headings, paragraphs, list items and tables as they come; a list ends where another block begins."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._builder = PageBuilder()
        self._title = ""
        self._caption = NO_TEXT
        self._items: list[tuple[RichText, int]] = []
        self._is_ordered = False
        self._skips: list[Skip] = []

    def add_title(self, text: RichText) -> None:
        """Add the document's title; one that comes late or is too long is a heading."""
        title = natural_title(text.text)
        if self._title or self._builder.elements or self._items or not title:
            self.add_heading(text, level=1)
        else:
            self._title = title

    def add_heading(self, text: RichText, *, level: int) -> None:
        """Add a heading of level 1 or below, as in the source."""
        self.end_block()
        self._builder.add_section(text.text, level=level)

    def add_paragraph(self, text: RichText) -> None:
        """Add a run of prose."""
        # A text without letters and digits is decoration: bullets, rules, arrows.
        if any(map(str.isalnum, text.text)):
            self.end_block()
            self._builder.add_prose(text.text, text.links)

    def add_caption(self, text: RichText) -> None:
        """Add a caption; right above a table it belongs to the table."""
        if text.text:
            self.end_block()
            self._caption = text

    def add_item(self, text: RichText, *, level: int, is_ordered: bool) -> None:
        """Add an item to the list that is open, or to a new one."""
        if not text.text:
            return
        starts_another = level == 0 and is_ordered is not self._is_ordered
        if not self._items or starts_another:
            self.end_block()
            self._is_ordered = is_ordered
        self._items.append((text, level))

    def add_table(self, grid: TableGrid, *, caption: str = "") -> None:
        """Add a table, with the caption right above it if none is given."""
        above, self._caption = self._caption, NO_TEXT
        self.end_block()
        self._builder.add_table(grid.cells(), caption=caption or above.text)

    def skip(self, what: str, reason: str, *, where: str = "") -> None:
        """Count something that is left out."""
        self._skips.append(Skip(f"{self._place} {where}".rstrip(), what, reason))

    def end_block(self) -> None:
        """End the list and the caption that are open."""
        if self._items:
            top = min(level for _, level in self._items)
            items = (
                ListItem(number, text.text, level - top, text.links) for number, (text, level) in enumerate(self._items)
            )
            self._builder.add_list(items, is_ordered=self._is_ordered)
            self._items = []
        if self._caption.text:
            self._builder.add_prose(self._caption.text, self._caption.links)
            self._caption = NO_TEXT

    def finish(self) -> ParsedRecord:
        """The page; raises `UnreadableDocument` if there is nothing on it but headings."""
        self.end_block()
        elements = self._builder.elements
        if all(isinstance(element, Section) for element in elements):
            raise UnreadableDocument(
                self._skips[0].reason if self._skips else "empty, or nothing but headings and pictures"
            )
        title = self._title or self._main_heading()
        page = Page(title or title_from_place(self._place), below_title(elements, title), origin=self._place)
        return ParsedRecord(page, skips=tuple(self._skips))

    def _main_heading(self) -> str:
        """The only heading of level 1, if everything stands below it."""
        tops = [element for element in self._builder.elements if isinstance(element, Section) and element.level == 1]
        return natural_title(tops[0].title) if len(tops) == 1 and tops[0] is self._builder.elements[0] else ""
