"""Word documents (DOCX): headings, paragraphs, lists, tables, notes and text boxes; tracked changes are accepted."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from veriscope.corpus.sources import ParsedRecord, RichText
from veriscope.corpus.sources.office.docx_styles import ParagraphKind, ParagraphRole, WordStyles
from veriscope.corpus.sources.office.docx_text import NoteMark, WordText, is_on
from veriscope.corpus.sources.office.office_page import OfficePage
from veriscope.corpus.sources.office.table_grid import TableGrid
from veriscope.corpus.sources.office.xml_parts import local_name, stream_blocks
from veriscope.corpus.sources.office.zip_package import ZipPackage, attribute

_BLOCKS = frozenset({"p", "tbl", "AlternateContent"})
# Elements that only wrap others.
_WRAPPERS = frozenset({"sdt", "sdtContent", "customXml", "ins", "moveTo", "AlternateContent", "Choice"})


def parse_docx(place: str, data: bytes) -> ParsedRecord:
    """The page of a Word document; headers and footers are no part of its text.

    Footnotes, endnotes and text boxes follow the paragraph, list or table that they belong to.
    """
    package = ZipPackage(data, what="a Word document")
    main = package.main_part("word/document.xml")
    reader = _Reader(place, package, main)
    for block in stream_blocks(package.needed_part(main), _BLOCKS, name=main):
        reader.add(block.element)
    return reader.finish()


class _Reader:
    """Adds the blocks of a document to its page."""

    def __init__(self, place: str, package: ZipPackage, main: str) -> None:
        relations = package.relations(main)
        parts = {relation.kind: relation.target for relation in relations.values()}
        self._page = OfficePage(place)
        self._styles = WordStyles(package.xml(parts.get("styles", "")), package.xml(parts.get("numbering", "")))
        self._text = WordText(place, relations)
        self._notes = {
            NoteMark(kind, attribute(note, "id")): note
            for kind in ("footnote", "endnote")
            for note in package.xml(parts.get(f"{kind}s", ""))
        }

    def add(self, element: Element) -> None:
        """Add a paragraph or table, or those inside a wrapper."""
        match local_name(element.tag):
            case "p":
                self._add_paragraph(element)
            case "tbl":
                self._add_table(element)
            case name if name in _WRAPPERS:
                self._add_all(element)

    def finish(self) -> ParsedRecord:
        self._page.add_paragraph(self._text.take())
        self._add_anchored()
        if self._text.drawings:
            self._page.skip("drawing", f"{self._text.drawings:,} charts, diagrams or embedded objects are not read")
        return self._page.finish()

    def _add_all(self, elements: Element) -> None:
        for element in elements:
            self.add(element)

    def _add_paragraph(self, paragraph: Element) -> None:
        role = self._styles.role(paragraph)
        if role.kind is not ParagraphKind.ITEM:
            self._add_anchored()  # of the list that ends here
        self._text.read(paragraph)
        if paragraph.find("{*}pPr/{*}rPr/{*}del") is not None:
            return  # the end of the paragraph was deleted, so the next one continues it
        self._place(role, self._text.take())
        if role.kind is not ParagraphKind.ITEM:
            self._add_anchored()

    def _place(self, role: ParagraphRole, text: RichText) -> None:
        match role.kind:
            case ParagraphKind.TITLE:
                self._page.add_title(text)
            case ParagraphKind.HEADING:
                self._page.add_heading(text, level=role.level)
            case ParagraphKind.CAPTION:
                self._page.add_caption(text)
            case ParagraphKind.ITEM:
                self._page.add_item(text, level=role.level, is_ordered=role.is_ordered)
            case ParagraphKind.PROSE:
                self._page.add_paragraph(text)

    def _add_anchored(self) -> None:
        """Add the text boxes and notes that the text read so far refers to, each note once."""
        boxes, self._text.boxes = self._text.boxes, []
        for box in boxes:
            self._add_all(box)
        marks, self._text.notes = self._text.notes, []
        for mark in marks:
            note = self._notes.pop(mark, None)
            if note is not None:
                self._add_all(note)

    def _add_table(self, table: Element) -> None:
        rows = [list(_within(row, "tc")) for row in _within(table, "tr")]
        if len(rows) == 1 and len(rows[0]) == 1:
            self._add_all(rows[0][0])  # a frame around text
            return
        self._add_anchored()
        grid, nested = TableGrid(), []
        for row in _within(table, "tr"):
            if row.find("{*}trPr/{*}del") is None:
                self._add_row(grid, row)
                nested += [inner for cell in _within(row, "tc") for inner in _within(cell, "tbl")]
        self._page.add_table(grid)
        self._add_anchored()
        for inner in nested:
            self._add_table(inner)

    def _add_row(self, grid: TableGrid, row: Element) -> None:
        grid.add_row()
        if is_on(row.find("{*}trPr/{*}tblHeader")) and grid.header_rows == len(grid.rows) - 1:
            grid.header_rows += 1
        column = _number(row, "{*}trPr/{*}gridBefore", least=0)
        for cell in _within(row, "tc"):
            width = _number(cell, "{*}tcPr/{*}gridSpan", least=1)
            merge = cell.find("{*}tcPr/{*}vMerge")
            if merge is not None and attribute(merge, "val", "continue") == "continue":
                grid.extend_above(column)
            else:
                grid.put(column, self._cell_text(cell), column_span=width)
            column += width

    def _cell_text(self, cell: Element) -> str:
        for paragraph in _within(cell, "p"):
            self._text.read(paragraph)
            self._text.separate()
        return self._text.take().text


def _within(element: Element, name: str) -> Iterator[Element]:
    """The children with a name, also those inside wrappers."""
    for child in element:
        own = local_name(child.tag)
        if own == name:
            yield child
        elif own in _WRAPPERS:
            yield from _within(child, name)


def _number(element: Element, path: str, *, least: int) -> int:
    setting = element.find(path)
    written = "" if setting is None else attribute(setting, "val")
    return max(least, int(written[:6])) if written.isdecimal() else least
