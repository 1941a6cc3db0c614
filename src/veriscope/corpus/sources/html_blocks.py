"""An HTML tree → headings, paragraphs, tables and lists in reading order."""

from typing import NamedTuple

from selectolax.lexbor import LexborNode

from veriscope.corpus.sources.html_lists import LIST_TAGS, ListBlock, is_item_list, read_list
from veriscope.corpus.sources.html_tables import TableBlock, read_table
from veriscope.corpus.sources.html_text import RichText, TextBuilder
from veriscope.corpus.sources.html_walk import BLOCK_TAGS, Markup, Phase, Role, Step, Walk, feed, read_text
from veriscope.domain import TableKind

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}


class Heading(NamedTuple):
    """A heading of level 1 to 6, as in the source."""

    level: int
    text: str


class Paragraph(NamedTuple):
    """A run of prose."""

    text: RichText


class PictureCaption(NamedTuple):
    """The text below a picture."""

    text: RichText


class Notice(NamedTuple):
    """A box about the page or section that is not part of its content."""

    text: str


class LeftOutTable(NamedTuple):
    """A table that the rules of the source leave out."""


Block = Heading | Paragraph | PictureCaption | Notice | LeftOutTable | TableBlock | ListBlock


def read_blocks(root: LexborNode, markup: Markup) -> list[Block]:
    """The blocks below an element, in reading order."""
    return _Reader(root, markup).read()


class _Reader:
    """Collects inline content into paragraphs until a block begins or ends."""

    def __init__(self, root: LexborNode, markup: Markup) -> None:
        self._walk = Walk(root, markup.roles)
        self._markup = markup
        self._builder = TextBuilder()
        self._is_after_break = False
        self._blocks: list[Block] = []

    def read(self) -> list[Block]:
        roles, text, enter = self._markup.roles, Phase.TEXT, Phase.ENTER
        for step in self._walk:
            phase, tag, node = step
            if phase is text:
                self._take_text(node.text_content or "")
            elif phase is enter and (role := roles.get(node.mem_id)) is not None:
                self._take_role(role, node)
            elif tag in BLOCK_TAGS:
                self._take_block(step)
            elif tag == "br":
                self._take_break(phase)
            else:
                feed(self._builder, self._walk, step, self._markup)
        self._end_paragraph()
        return self._blocks

    def _take_text(self, text: str) -> None:
        self._builder.add(text)
        if self._is_after_break and not text.isspace():
            self._is_after_break = False

    def _take_break(self, phase: Phase) -> None:
        """Treat one line break as a space, and two in a row as the end of a paragraph."""
        if phase is not Phase.ENTER:
            return
        if self._is_after_break:
            self._end_paragraph()
        self._is_after_break = True
        self._builder.separate()

    def _take_block(self, step: Step) -> None:
        self._end_paragraph()
        phase, tag, node = step
        if phase is not Phase.ENTER:
            return
        if tag in _HEADINGS:
            self._add_whole(Heading(_HEADINGS[tag], read_text(node, self._markup).text))
        elif tag in LIST_TAGS and is_item_list(node):
            self._add_list(node)

    def _take_role(self, role: Role, node: LexborNode) -> None:
        self._end_paragraph()
        if role is Role.LAYOUT:
            return
        if role is Role.NOTICE:
            self._add_whole(Notice(" ".join(node.text(separator=" ").split())))
        elif role is Role.CAPTION:
            self._add_whole(PictureCaption(read_text(node, self._markup)))
        elif role is Role.LEFT_OUT:
            self._add_whole(LeftOutTable())
        else:
            self._add_whole(self._table(node))

    def _table(self, node: LexborNode) -> TableBlock:
        is_infobox = self._markup.roles.get(node.mem_id) is Role.INFOBOX
        return read_table(node, self._markup, kind=TableKind.INFOBOX if is_infobox else TableKind.TABLE)

    def _add_list(self, node: LexborNode) -> None:
        block = read_list(node, self._markup)
        self._add_whole(block)
        self._blocks += (self._table(table) for table in block.tables)

    def _add_whole(self, block: Block) -> None:
        self._blocks.append(block)
        self._walk.leave_out()

    def _end_paragraph(self) -> None:
        self._is_after_break = False
        rich = self._markup.finish(self._builder.take())
        # A text without letters and digits is decoration: bullets, rules, arrows.
        if any(map(str.isalnum, rich.text)):
            self._blocks.append(Paragraph(rich))
