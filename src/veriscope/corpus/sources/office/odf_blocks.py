"""Adds the blocks of OpenDocument texts and slides to a page."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from veriscope.corpus.sources.office.odf_styles import OdfStyles
from veriscope.corpus.sources.office.odf_tables import fill_row, rows_of
from veriscope.corpus.sources.office.odf_text import SHAPES, OdfText
from veriscope.corpus.sources.office.office_page import OfficePage
from veriscope.corpus.sources.office.table_grid import TableGrid
from veriscope.corpus.sources.office.xml_parts import local_name
from veriscope.corpus.sources.office.zip_package import attribute

_MAX_LEVEL = 9


class OdfBlocks:
    """Adds elements one by one; notes and text boxes follow the paragraph, list or table that they belong to."""

    def __init__(self, place: str, page: OfficePage, styles: OdfStyles) -> None:
        self._page = page
        self._styles = styles
        self._text = OdfText(place, styles)

    def add_all(self, elements: Iterable[Element]) -> None:
        """Add several elements in their order."""
        for element in elements:
            self.add(element)

    def add(self, element: Element) -> None:
        """Add an element, and then what is anchored in it."""
        match local_name(element.tag):
            case "p":
                self._add_paragraph(element)
            case "h":
                self._add_heading(element)
            case "list":
                self._add_list(element, level=0, style="")
            case "table":
                self._add_table(element)
            case "frame":
                self._text.add_frame(element)
            case "section" | "g" | "text-box" | "note-body":
                self.add_all(element)
            case name if name in SHAPES:
                self.add_all(element)
        for anchored in self._text.take_anchored():
            if local_name(anchored.tag) == "table":
                self._add_table(anchored)
            else:
                self.add_all(anchored)

    def count_drawings(self) -> None:
        """Report the charts and the like that were left out."""
        if self._text.drawings:
            self._page.skip("drawing", f"{self._text.drawings:,} charts or embedded objects are not read")

    def _add_paragraph(self, paragraph: Element) -> None:
        self._text.read(paragraph)
        text, style = self._text.take(), attribute(paragraph, "style-name")
        if self._styles.is_based_on(style, "Title"):
            self._page.add_title(text)
        elif self._styles.is_based_on(style, "Caption"):
            self._page.add_caption(text)
        else:
            self._page.add_paragraph(text)

    def _add_heading(self, heading: Element) -> None:
        self._text.read(heading)
        level = attribute(heading, "outline-level", "1")
        self._page.add_heading(self._text.take(), level=int(level) if level in "123456789" else _MAX_LEVEL)

    def _add_list(self, element: Element, *, level: int, style: str) -> None:
        style = attribute(element, "style-name") or style
        is_ordered = self._styles.is_ordered(style, level=level)
        for item in element:
            self._add_item(item, level=level, style=style, is_ordered=is_ordered)

    def _add_item(self, item: Element, *, level: int, style: str, is_ordered: bool) -> None:
        """Add an item and the lists in it; its paragraphs are one text, and a numbered heading stays a heading."""
        for child in item:
            match local_name(child.tag):
                case "p":
                    self._text.read(child)
                    self._text.separate()
                case "h":
                    self._add_heading(child)
                case "list":
                    self._page.add_item(self._text.take(), level=level, is_ordered=is_ordered)
                    self._add_list(child, level=min(level + 1, _MAX_LEVEL), style=style)
        self._page.add_item(self._text.take(), level=level, is_ordered=is_ordered)

    def _add_table(self, table: Element) -> None:
        rows = list(rows_of(table))
        cells = [cell for row in rows for cell in row.element if local_name(cell.tag) == "table-cell"]
        if len(cells) == 1 and len(rows) == 1:
            self.add_all(cells[0])  # a frame around text
            return
        grid, nested = TableGrid(), []
        for row in rows:
            fill_row(grid, row, text_of=self._cell_text)
            nested += [inner for cell in row.element for inner in cell if local_name(inner.tag) == "table"]
        self._page.add_table(grid)
        for inner in nested:
            self._add_table(inner)

    def _cell_text(self, cell: Element) -> str:
        self._read_cell(cell)
        return self._text.take().text

    def _read_cell(self, element: Element) -> None:
        for child in element:
            if local_name(child.tag) in {"p", "h"}:
                self._text.read(child)
                self._text.separate()
            elif local_name(child.tag) in {"list", "list-item", "list-header", "section"}:
                self._read_cell(child)
