"""The parts of a web page that surround its content: site heads and footers, sidebars, cookie notices."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from selectolax.lexbor import LexborNode

_NAMED = "[class], [id]"
# Enough for any page that people made; walking up from more would take long in a hostile one.
_MOST = 2_000
_WORD = re.compile(r"[a-z]+")


class _Rules(NamedTuple):
    content: str
    outside: str
    words: frozenset[str]


@cache
def _rules() -> _Rules:
    read = tomllib.loads(files(__package__).joinpath("web_furniture.toml").read_text(encoding="utf-8"))
    return _Rules(read["content"], " ".join(read["outside"].split()), frozenset(read["words"].split()))


def furniture(root: LexborNode) -> list[LexborNode]:
    """The outermost elements that are furniture; none if the page would be empty without them."""
    rules = _rules()
    content = root.css(rules.content)[:_MOST]
    held = {node.mem_id for node in content}
    around = {parent.mem_id for node in content for parent in _ancestors(node)}
    outside = [
        node for node in root.css(rules.outside)[:_MOST] if not _is_within(node, held) and not node.css_first("h1")
    ]
    named = [node for node in root.css(_NAMED) if _has_word(node, rules.words)]
    kept = held | around
    found = [node for node in (*outside, *named) if node.mem_id not in kept][:_MOST]
    ids = {node.mem_id for node in found}
    outermost = list({node.mem_id: node for node in found if not _is_within(node, ids)}.values())
    return outermost if _letters(root) > sum(map(_letters, outermost)) else []


def _has_word(node: LexborNode, words: frozenset[str]) -> bool:
    """Whether a class or the id has such a word; bodies and headings are named after many things."""
    if node.tag in {"body", "html", "table", "tr", "td"}:
        return False
    attributes = node.attributes
    named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".lower()
    return not words.isdisjoint(_WORD.findall(named))


def _is_within(node: LexborNode, ids: set[int]) -> bool:
    return any(parent.mem_id in ids for parent in _ancestors(node))


def _ancestors(node: LexborNode) -> Iterator[LexborNode]:
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def _letters(node: LexborNode) -> int:
    return sum(map(str.isalnum, node.text()))
