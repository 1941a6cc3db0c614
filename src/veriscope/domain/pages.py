"""Pages and their elements, in reading order."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from veriscope.domain.evidence import CaptionId, CellId, ItemId, SentenceId


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlink over `text[start:end]` of the element that holds it, to the page `target`."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading. Level 2 is the highest in a page, as in Wikipedia; the next heading of its level or above ends it."""

    title: str
    level: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence; `index` counts the sentences of the page (numbers may be missing, never repeated)."""

    index: int
    text: str
    links: tuple[Link, ...] = ()

    def texts(self) -> list[str]:
        """The text, as a list of one."""
        return [self.text]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as written: its row, its place among the cells written in that row, and the rows and columns it spans."""

    row: int
    column: int
    text: str
    is_header: bool = False
    row_span: int = 1
    column_span: int = 1
    links: tuple[Link, ...] = ()


class TableKind(StrEnum):
    """How a table is laid out: rows under headers, or one fact a row."""

    TABLE = "table"
    INFOBOX = "infobox"


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `cells` holds what was written, row by row. `tables.grid` lays it out with spans expanded."""

    index: int
    cells: tuple[Cell, ...]
    caption: str = ""
    kind: TableKind = TableKind.TABLE
    caption_links: tuple[Link, ...] = ()

    def texts(self) -> list[str]:
        """The caption, if there is one, and the cells, in reading order."""
        cells = [cell.text for cell in self.cells]
        return [self.caption, *cells] if self.caption else cells


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list; `index` counts all items of the list in reading order, `level` is 0 at the top."""

    index: int
    text: str
    level: int = 0
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list with its nested lists, flattened; `is_ordered` is about the outermost list."""

    index: int
    items: tuple[ListItem, ...]
    is_ordered: bool = False

    def texts(self) -> list[str]:
        """The items, in reading order."""
        return [item.text for item in self.items]


Content = Sentence | Table | ItemList
Element = Section | Content


@dataclass(frozen=True, slots=True)
class SheetMark:
    """Where a part of the source begins, as a person would find it: `p. 3` at the element of that position."""

    position: int
    label: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title, its elements in reading order, and where it was read (a file and line, or a path).

    `marks` are in order; a source on paper has one for each sheet.
    """

    title: str
    elements: tuple[Element, ...]
    origin: str = ""
    marks: tuple[SheetMark, ...] = ()

    def sentences(self) -> Iterator[Sentence]:
        """The sentences, in reading order."""
        return (element for element in self.elements if isinstance(element, Sentence))

    def tables(self) -> Iterator[Table]:
        """The tables, in reading order."""
        return (element for element in self.elements if isinstance(element, Table))

    def lists(self) -> Iterator[ItemList]:
        """The lists, in reading order."""
        return (element for element in self.elements if isinstance(element, ItemList))

    def outline(self) -> Iterator[tuple[tuple[str, ...], Content]]:
        """Each element except headings, with the titles of the sections around it, outermost first."""
        path: list[Section] = []
        for element in self.elements:
            if isinstance(element, Section):
                path = [section for section in path if section.level < element.level] + [element]
            else:
                yield tuple(section.title for section in path), element

    def mark_at(self, position: int) -> str:
        """The label of the mark before the element of that position; empty if there is none."""
        return next((mark.label for mark in reversed(self.marks) if mark.position <= position), "")

    def sentence_id(self, sentence: Sentence) -> SentenceId:
        """The address of a sentence of this page."""
        return SentenceId(self.title, sentence.index)

    def cell_id(self, table: Table, cell: Cell) -> CellId:
        """The address of a cell of a table of this page."""
        return CellId(self.title, table.index, cell.row, cell.column, is_header=cell.is_header)

    def caption_id(self, table: Table) -> CaptionId:
        """The address of the caption of a table of this page."""
        return CaptionId(self.title, table.index)

    def item_id(self, item_list: ItemList, item: ListItem) -> ItemId:
        """The address of an item of a list of this page."""
        return ItemId(self.title, item_list.index, item.index)
