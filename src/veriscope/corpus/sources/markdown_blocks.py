"""The blocks of a Markdown document as the elements of a page."""

import re
from dataclasses import dataclass, field
from typing import Any

from markdown_it.token import Token

from veriscope.corpus.sources.markdown_inline import MAX_NESTING, Inline, block_parser, join_inlines, read_inline
from veriscope.corpus.sources.page_builder import PageBuilder
from veriscope.corpus.sources.records import Skip
from veriscope.corpus.sources.web_html import NO_CONTENT, parse_web_html
from veriscope.domain import Cell, Element, ListItem

NESTED = "lists and quotes"
_BAR = re.compile(r"(?<!\\)\|")
_CONTAINERS = frozenset({"blockquote_open", "list_item_open"})


@dataclass(slots=True)
class _OpenItem:
    level: int
    pieces: list[Inline] = field(default_factory=list)


class MarkdownBlocks:
    """Reads the flat token stream one token at a time, so that nesting needs no recursion.

    Headings keep their level of 1 to 6; `main_heading` is the first of level 1.
    """

    def __init__(self, place: str) -> None:
        self.main_heading = ""
        self.skips: list[Skip] = []
        self._place = place
        self._references: dict[str, Any] = {}
        self._page = PageBuilder()
        self._open: list[Token] = []
        self._quotes = self._lists = 0
        self._is_ordered = False
        self._items: list[_OpenItem] = []
        self._item_stack: list[_OpenItem] = []
        self._cells: list[Cell] = []
        self._row = self._column = -1
        self._lines: list[str] = []

    @property
    def elements(self) -> list[Element]:
        """The elements read so far."""
        return self._page.elements

    def read(self, text: str) -> None:
        """Read a whole document."""
        self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        tokens = block_parser().parse(text, self._references)
        if any(token.type in _CONTAINERS and token.level >= MAX_NESTING - 1 for token in tokens):
            reason = f"nested deeper than {MAX_NESTING} levels"
            self.skips.append(Skip(self._place, NESTED, reason))
        for token in tokens:
            self._take(token)

    def _take(self, token: Token) -> None:
        match token.type:
            case "inline":
                self._take_inline(read_inline(token.content, place=self._place, references=self._references))
            case "fence" | "code_block":
                self.skips.append(Skip(self._place, "code block", "code is left out"))
            case "html_block":
                self._take_html(token.content)
            case _ if token.nesting > 0:
                self._take_open(token)
            case _ if token.nesting < 0:
                self._take_close(self._open.pop())

    def _take_open(self, token: Token) -> None:
        self._open.append(token)
        match token.type:
            case "blockquote_open":
                self._quotes += 1
            case "bullet_list_open" | "ordered_list_open":
                if self._lists == 0:
                    self._is_ordered, self._items = token.type == "ordered_list_open", []
                self._lists += 1
            case "list_item_open":
                item = _OpenItem(self._lists - 1)
                self._items.append(item)
                self._item_stack.append(item)
            case "table_open":
                self._cells, self._row = [], -1
            case "tr_open":
                self._row, self._column = self._row + 1, -1
            case "th_open" | "td_open":
                self._column += 1

    def _take_close(self, opened: Token) -> None:
        match opened.type:
            case "blockquote_open":
                self._quotes -= 1
            case "bullet_list_open" | "ordered_list_open":
                self._lists -= 1
                if self._lists == 0:
                    self._add_list()
            case "list_item_open":
                self._item_stack.pop()
            case "tr_open":
                self._add_cells_beyond(opened)
            case "table_open":
                self._page.add_table(self._cells)

    def _take_inline(self, inline: Inline) -> None:
        parent = self._open[-1]
        if parent.type in {"th_open", "td_open"}:
            is_header = parent.type == "th_open" and bool(inline.text)
            self._cells.append(Cell(self._row, self._column, inline.text, is_header, links=inline.links))
        elif self._item_stack:
            self._item_stack[-1].pieces.append(inline)
        elif parent.type == "heading_open" and self._quotes == 0:
            level = int(parent.tag[1:])
            self.main_heading = self.main_heading or (inline.text if level == 1 else "")
            self._page.add_section(inline.text, level=level)
        else:
            self._page.add_prose(inline.text, inline.links)

    def _add_cells_beyond(self, row: Token) -> None:
        """Add the cells of a row beyond its header's columns, which Markdown would drop."""
        if row.map is None:
            return
        written = _BAR.split(self._lines[row.map[0]].strip("> \t").removeprefix("|").removesuffix("|"))
        for piece in written[self._column + 1 :]:
            self._column += 1
            inline = read_inline(piece.replace("\\|", "|").strip(), place=self._place, references=self._references)
            self._cells.append(Cell(self._row, self._column, inline.text, links=inline.links))

    def _take_html(self, content: str) -> None:
        """Read HTML within Markdown as a page of its own, and add its elements here."""
        data = f"<!DOCTYPE html><meta charset=utf-8><body>{content}</body>".encode()
        parsed = parse_web_html(self._place, data)
        # A comment or a lone tag has no content, and needs no report.
        self.skips += (skip for skip in parsed.skips if skip.reason != NO_CONTENT)
        page = parsed.page
        if page is None:
            return
        if "<h1" in content.lower():
            self.main_heading = self.main_heading or page.title
        self._page.add_elements(page.elements)

    def _add_list(self) -> None:
        texts = [(item.level, join_inlines([piece for piece in item.pieces if piece.text])) for item in self._items]
        filled = [(level, inline) for level, inline in texts if inline.text]
        items = (ListItem(index, inline.text, level, inline.links) for index, (level, inline) in enumerate(filled))
        self._page.add_list(items, is_ordered=self._is_ordered)
