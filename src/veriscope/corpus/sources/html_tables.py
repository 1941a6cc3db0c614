"""An HTML table → its cells as written."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from veriscope.corpus.sources.html_text import RichText
from veriscope.corpus.sources.html_walk import Markup, Role, read_text
from veriscope.domain import Cell, TableKind
from veriscope.tables import MAX_COLUMN_SPAN, MAX_ROW_SPAN

_GROUPS = {"thead": 0, "tbody": 1, "tfoot": 2}
_NUMBER = re.compile(r"\s*\+?([0-9]+)")


class TableBlock(NamedTuple):
    """A table before it gets its number on the page."""

    cells: tuple[Cell, ...]
    caption: RichText
    kind: TableKind


class _Row(NamedTuple):
    """A row, whether it is in the table's head, and how many rows of its group remain, itself included."""

    node: LexborNode
    is_head: bool
    rows_left: int


def read_table(node: LexborNode, markup: Markup, *, kind: TableKind = TableKind.TABLE) -> TableBlock:
    """The cells of a table row by row, head first and foot last, wherever the source has the foot.

    Row spans end with their row group, as in browsers.
    """
    cells = tuple(cell for number, row in enumerate(_rows(node, markup)) for cell in _cells(number, row, markup))
    captions = (read_text(child, markup) for child in _children(node, markup) if child.tag == "caption")
    return TableBlock(cells, next(captions, RichText("")), kind)


def _rows(table: LexborNode, markup: Markup) -> Iterator[_Row]:
    groups = [child for child in _children(table, markup) if child.tag in _GROUPS]
    for group in sorted(groups, key=lambda group: _GROUPS[group.tag or ""]):
        rows = [child for child in _children(group, markup) if child.tag == "tr"]
        for number, row in enumerate(rows):
            yield _Row(row, group.tag == "thead", len(rows) - number)


def _cells(number: int, row: _Row, markup: Markup) -> Iterator[Cell]:
    written = (child for child in _children(row.node, markup) if child.tag in {"td", "th"})
    for column, node in enumerate(written):
        attributes = node.attributes
        rich = read_text(node, markup)
        is_header = node.tag == "th" or row.is_head or bool(attributes.get("scope"))
        height = min(_span(attributes.get("rowspan"), least=0, most=MAX_ROW_SPAN) or row.rows_left, row.rows_left)
        width = _span(attributes.get("colspan"), least=1, most=MAX_COLUMN_SPAN)
        yield Cell(number, column, rich.text, is_header, height, width, rich.links)


def _span(written: str | None, *, least: int, most: int) -> int:
    """A span attribute by HTML's rules: leading digits count, anything else means 1."""
    match = _NUMBER.match(written[:20]) if written else None
    if match is None:
        return 1
    return max(least, min(int(match[1]), most))


def _children(node: LexborNode, markup: Markup) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        if markup.roles.get(child.mem_id) is not Role.DROPPED:
            yield child
        child = child.next
