"""Walks an HTML tree without recursion, and reads the inline text of an element."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from selectolax.lexbor import LexborNode

from veriscope.corpus.sources.html_text import NO_TEXT, RichText, TextBuilder


class Role(Enum):
    """The role that a source's rules give an element; elements without a role are read by their tag."""

    DROPPED = auto()
    NOTICE = auto()
    CAPTION = auto()
    TABLE = auto()
    INFOBOX = auto()
    LAYOUT = auto()
    LEFT_OUT = auto()


@dataclass(frozen=True, slots=True)
class Markup:
    """How one source uses HTML: the roles of its elements, by their ids in the tree, and the targets of its links."""

    roles: Mapping[int, Role]
    link_target: Callable[[Mapping[str, str | None]], str]
    finish: Callable[[RichText], RichText]


class Phase(Enum):
    """The kind of a step in a walk."""

    ENTER = auto()
    LEAVE = auto()
    TEXT = auto()
    DROPPED = auto()


# One step of a walk; a plain tuple, because there are many.
Step = tuple[Phase, str, LexborNode]


def _names(written: str) -> frozenset[str]:
    return frozenset(written.split())


_IGNORED_TAGS = _names(
    "script style template noscript head iframe object embed svg canvas audio video select textarea input button "
    "map datalist -comment -doctype"
)
BLOCK_TAGS = _names(
    "address article aside blockquote body center details dialog dd div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table caption tbody "
    "thead tfoot tr td th ul"
)
_DISPLAY_STYLE = re.compile(r"\{?\\(?:displaystyle|textstyle)\s*(.*?)\}?", re.DOTALL)


class Walk:
    """The steps below an element, in document order; deep trees do not use the call stack."""

    def __init__(self, root: LexborNode, roles: Mapping[int, Role]) -> None:
        self._root = root
        self._roles = roles
        self._descends = True

    def leave_out(self) -> None:
        """Skip the content of the element just entered; there is no step for its end."""
        self._descends = False

    def __iter__(self) -> Iterator[Step]:
        role_of, root_id, dropped = self._roles.get, self._root.mem_id, Role.DROPPED
        text, passed, enter, leave = Phase.TEXT, Phase.DROPPED, Phase.ENTER, Phase.LEAVE
        node = self._root.child
        while node is not None:
            tag = node.tag or "-comment"
            if tag == "-text":
                yield text, tag, node
            elif tag in _IGNORED_TAGS or role_of(node.mem_id) is dropped:
                yield passed, tag, node
            else:
                self._descends = True
                yield enter, tag, node
                if self._descends:
                    child = node.child
                    if child is not None:
                        node = child
                        continue
                    yield leave, tag, node
            following = node.next
            while following is None:
                node = node.parent
                if node is None or node.mem_id == root_id:
                    return
                yield leave, node.tag or "", node
                following = node.next
            node = following


def read_text(node: LexborNode, markup: Markup) -> RichText:
    """The text of a cell, a heading or a caption on one line, with spaces between blocks and at line breaks."""
    child = node.child
    if child is None:
        return NO_TEXT
    builder = TextBuilder()
    if child.next is None and child.tag == "-text":  # most cells: no walk needed
        builder.add(child.text_content or "")
    else:
        walk = Walk(node, markup.roles)
        for step in walk:
            feed(builder, walk, step, markup)
    return markup.finish(builder.take())


def feed(builder: TextBuilder, walk: Walk, step: Step, markup: Markup) -> None:
    """Feed one step of a walk over inline content to a builder."""
    phase, tag, node = step
    if phase is Phase.TEXT:
        builder.add(node.text_content or "")
    elif phase is Phase.DROPPED:
        builder.pass_over_mark()
    elif phase is Phase.ENTER:
        _enter(builder, walk, step, markup)
    elif tag == "a":
        builder.close_link()
    elif tag == "sup":
        builder.close_raised()
    elif tag in BLOCK_TAGS:
        builder.separate()


def _enter(builder: TextBuilder, walk: Walk, step: Step, markup: Markup) -> None:
    _, tag, node = step
    if tag == "a":
        builder.open_link(markup.link_target(node.attributes))
    elif tag == "li":
        builder.separate(", " if _follows_item(node) else " ")
    elif tag == "br" or tag in BLOCK_TAGS:
        builder.separate()
    elif tag == "sup":
        builder.open_raised()
    elif tag == "math":
        if written := node.attributes.get("alttext"):
            builder.add(_readable_formula(written))
            walk.leave_out()
    elif tag == "img":
        builder.add(_formula_of_picture(node.attributes))


def _follows_item(node: LexborNode) -> bool:
    before = node.prev
    while before is not None and before.tag != "li":
        before = before.prev
    return before is not None


def _formula_of_picture(attributes: Mapping[str, str | None]) -> str:
    """The source of a formula that is drawn as a picture; empty for other pictures."""
    classes = (attributes.get("class") or "").split()
    if "tex" in classes or any(name.startswith("mwe-math") for name in classes):
        return _readable_formula(attributes.get("alt") or "")
    return ""


def _readable_formula(written: str) -> str:
    match = _DISPLAY_STYLE.fullmatch(written.strip())
    return match[1] if match else written
