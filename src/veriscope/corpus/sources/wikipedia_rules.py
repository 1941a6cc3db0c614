"""The roles of the parts of a Wikipedia article's HTML, by the rules in `wikipedia_rules.toml`."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from selectolax.lexbor import LexborNode

from veriscope.corpus.sources.html_walk import Role

HIDDEN = '[style*="display:none" i], [style*="display: none" i]'
# [1], [a], [note 2], [citation needed], [update]: raised text that is all in brackets.
_MARK = re.compile(r"\s*(?:\[[^\[\]]{1,60}\]\s*)+")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in memory; names are case-folded, CSS selectors are joined."""

    left_out_sections: frozenset[str]
    lacks_references: tuple[str, ...]
    notices: str
    captions: str
    dropped: str
    layout_tables: frozenset[str]
    namespaces: frozenset[str]


@cache
def rules() -> Rules:
    """The rules, loaded once."""
    written = tomllib.loads((files("veriscope.corpus.sources") / "wikipedia_rules.toml").read_text(encoding="utf-8"))
    return Rules(
        left_out_sections=frozenset(name.casefold() for name in written["left_out_sections"]),
        lacks_references=tuple(phrase.casefold() for phrase in written["lacks_references"]),
        notices=", ".join(written["notices"]),
        captions=", ".join(written["captions"]),
        dropped=", ".join(written["dropped"]),
        layout_tables=frozenset(written["layout_tables"]),
        namespaces=frozenset(name.casefold() for name in written["namespaces"]),
    )


def article_roles(root: LexborNode) -> dict[int, Role]:
    """The roles of the elements below `root`."""
    roles: dict[int, Role] = {}
    _mark_tables(root, roles)
    roles |= dict.fromkeys((node.mem_id for node in root.css(rules().captions)), Role.CAPTION)
    roles |= dict.fromkeys((node.mem_id for node in root.css(rules().dropped)), Role.DROPPED)
    roles |= dict.fromkeys((node.mem_id for node in root.css(rules().notices)), Role.NOTICE)
    for node in root.css(HIDDEN):
        if not _is_folded(node):
            roles[node.mem_id] = Role.DROPPED
    for node in root.css("sup"):
        if _MARK.fullmatch(node.text()[:200]):
            roles[node.mem_id] = Role.DROPPED
    return roles


def lacks_references(notice: str) -> bool:
    """Whether a box says that references are missing."""
    folded = notice.casefold()
    return any(phrase in folded for phrase in rules().lacks_references)


def is_about_section(notice: str) -> bool:
    """Whether a box is about its section rather than the whole article."""
    return bool(re.match(r"(?:this|the following) (?:\w+ )?(?:sub)?section\b", notice, re.IGNORECASE))


def is_left_out_section(name: str) -> bool:
    """Whether a section holds references or the like rather than content."""
    return name.strip(" :").casefold() in rules().left_out_sections


def _is_folded(node: LexborNode) -> bool:
    """Whether the element is only collapsed until the reader opens it."""
    names = (node.attributes.get("class") or "").split()
    return any(name in {"NavContent", "mw-collapsible-content"} for name in names)


def _mark_tables(root: LexborNode, roles: dict[int, Role]) -> None:
    tables = root.css("table")
    for table in tables:
        role = _kept_table(table.attributes)
        if role is not None:
            roles[table.mem_id] = role
    kept = frozenset(roles)
    for table in tables:
        if table.mem_id not in kept:
            roles[table.mem_id] = Role.LAYOUT if _is_layout(table, kept) else Role.LEFT_OUT


def _kept_table(attributes: Mapping[str, str | None]) -> Role | None:
    names = (attributes.get("class") or "").split()
    if any(name == "infobox" or name.startswith(("infobox_", "infobox-table")) for name in names):
        return Role.INFOBOX
    return Role.TABLE if "wikitable" in names else None


def _is_layout(table: LexborNode, kept: frozenset[int]) -> bool:
    """Whether a table only arranges content: by its class, a kept table inside, or lists or prose in a row or two."""
    names = (table.attributes.get("class") or "").split()
    if not rules().layout_tables.isdisjoint(names) or table.attributes.get("role") == "presentation":
        return True
    if any(inner.mem_id in kept for inner in table.css("table")):
        return True
    return len(table.css("tr")) <= 2 and bool(table.css("ul, ol, dl, p"))
