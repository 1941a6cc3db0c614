"""An HTML list with its nested lists → items with levels, in reading order."""

from dataclasses import dataclass, field
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from veriscope.corpus.sources.html_text import RichText, TextBuilder
from veriscope.corpus.sources.html_walk import Markup, Phase, Role, Step, Walk, feed

LIST_TAGS = frozenset({"ul", "ol", "dl", "menu", "dir"})
_ITEM_TAGS = frozenset({"li", "dt", "dd"})
_TABLE_ROLES = frozenset({Role.TABLE, Role.INFOBOX})


class RawItem(NamedTuple):
    """An item before it gets its number in the list."""

    level: int
    text: RichText


class ListBlock(NamedTuple):
    """A list before it gets its number on the page; tables from inside its items follow it."""

    items: tuple[RawItem, ...]
    is_ordered: bool
    tables: tuple[LexborNode, ...]


def is_item_list(node: LexborNode) -> bool:
    """Whether a list has items: a `dl` without terms, or with only one term, just indents a paragraph."""
    if node.tag != "dl":
        return True
    tags = [child.tag for child in node.css("dt, dd")]
    return "dt" in tags and len(tags) > 1


def read_list(node: LexborNode, markup: Markup) -> ListBlock:
    """The items of a list; definitions are one level below their terms."""
    reader = _Reader(markup)
    walk = Walk(node, markup.roles)
    for step in walk:
        reader.take(walk, step)
    items = (RawItem(level, markup.finish(builder.take())) for level, builder in reader.items)
    return ListBlock(tuple(item for item in items if item.text.text), node.tag == "ol", tuple(reader.tables))


@dataclass(slots=True)
class _Reader:
    """The items read so far, and those still open, innermost last."""

    markup: Markup
    items: list[tuple[int, TextBuilder]] = field(default_factory=list)
    tables: list[LexborNode] = field(default_factory=list)
    _open: list[TextBuilder] = field(default_factory=list)
    _depth: int = 0

    def take(self, walk: Walk, step: Step) -> None:
        phase, tag, node = step
        if phase is Phase.ENTER and self.markup.roles.get(node.mem_id) in _TABLE_ROLES:
            self.tables.append(node)
            walk.leave_out()
        elif phase is Phase.TEXT or phase is Phase.DROPPED:
            if self._open or (phase is Phase.TEXT and (node.text_content or "").strip()):
                feed(self._builder(), walk, step, self.markup)
        elif tag in LIST_TAGS:
            self._depth += 1 if phase is Phase.ENTER else -1
            if self._open:
                self._open[-1].separate()
        elif tag in _ITEM_TAGS:
            self._take_item(tag, phase)
        else:
            feed(self._builder(), walk, step, self.markup)

    def _take_item(self, tag: str, phase: Phase) -> None:
        if phase is Phase.ENTER:
            self._open.append(self._add_item(self._depth + (tag == "dd")))
        elif self._open:
            self._open.pop()

    def _builder(self) -> TextBuilder:
        """The builder of the innermost open item; text outside any item gets an item of its own."""
        if self._open:
            return self._open[-1]
        builder = self.items[-1][1] if self.items else self._add_item(0)
        builder.separate()
        return builder

    def _add_item(self, level: int) -> TextBuilder:
        builder = TextBuilder()
        self.items.append((level, builder))
        return builder
