"""Blocks → the numbered elements of a page."""

from veriscope.corpus.sources.html_blocks import Block, Heading, Paragraph, PictureCaption
from veriscope.corpus.sources.html_lists import ListBlock
from veriscope.corpus.sources.html_tables import TableBlock
from veriscope.corpus.sources.html_text import RichText
from veriscope.domain import Element, ItemList, ListItem, Section, Sentence, Table
from veriscope.text import sentence_spans


class ElementCollector:
    """Numbers sentences, tables and lists as they come."""

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self.empty_tables = 0
        self._sentences = self._tables = self._lists = 0

    def add(self, block: Block) -> None:
        """Append a block; notices and left-out tables add nothing."""
        match block:
            case Heading(level, text):
                if text:
                    self.elements.append(Section(text, level))
            case Paragraph(text) | PictureCaption(text):
                self._add_sentences(text)
            case ListBlock():
                self._add_list(block)
            case TableBlock():
                self._add_table(block)

    def _add_sentences(self, rich: RichText) -> None:
        for start, end in sentence_spans(rich.text):
            text, links = rich.cut(start, end)
            self.elements.append(Sentence(self._sentences, text, links))
            self._sentences += 1

    def _add_list(self, block: ListBlock) -> None:
        if not block.items:
            return
        top = min(item.level for item in block.items)
        items = tuple(
            ListItem(number, item.text.text, item.level - top, item.text.links)
            for number, item in enumerate(block.items)
        )
        self.elements.append(ItemList(self._lists, items, block.is_ordered))
        self._lists += 1

    def _add_table(self, block: TableBlock) -> None:
        if not any(cell.text for cell in block.cells):
            self.empty_tables += 1
            return
        caption, links = block.caption
        self.elements.append(Table(self._tables, block.cells, caption, block.kind, links))
        self._tables += 1


def without_empty_sections(elements: list[Element]) -> list[Element]:
    """The elements without headings that have nothing below them."""
    kept: list[Element] = []
    level_below = 0  # the level of the nearest kept heading below, or 0 if other content follows
    has_content = False
    for element in reversed(elements):
        if not isinstance(element, Section):
            has_content = True
            kept.append(element)
        elif has_content or level_below > element.level:
            kept.append(element)
            level_below, has_content = element.level, False
    return kept[::-1]
