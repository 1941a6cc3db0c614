"""The same content taken from a Wikipedia article with BeautifulSoup, as one would write it plainly.

It leans on our rule file for what to leave out, so that both sides extract the same content, and on the same
sentence splitter. It keeps text and link targets, not the places of links within texts.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from bs4 import BeautifulSoup, Tag

from veriscope.corpus.sources.wikipedia_rules import is_about_section, is_left_out_section, lacks_references, rules
from veriscope.text import sentence_spans

HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
LISTS = ["ul", "ol", "dl"]
CITING_PAGE = re.compile(r"rfr_id=info%3Asid%2Fen\.wikipedia\.org%3A([^&\"]+)")
MARK = re.compile(r"\s*(\[[^\[\]]{1,60}\]\s*)+")
HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
SELECTORS = [part for part in rules().dropped.split(", ") if not part.startswith("[")]
DROPPED = {name if name.startswith("#") else name.rpartition(".")[2] for name in SELECTORS}
NOTICES = {name.removeprefix(".") for name in rules().notices.split(", ")}


@dataclass
class Content:
    title: str = ""
    sections: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


def extract(data: bytes, *, parser: str) -> Content:
    """The content of an article, or empty content when it is flagged as lacking references."""
    soup = BeautifulSoup(data, parser)
    content = Content()
    match = CITING_PAGE.search(data.decode())
    bold = soup.select_one("p b")
    content.title = unquote(match[1]).replace("+", " ") if match else bold.get_text() if bold else ""
    for node in soup.find_all(_is_dropped):
        if not node.decomposed:
            node.decompose()
    for node in soup.find_all("sup"):
        if not node.decomposed and MARK.fullmatch(node.get_text()):
            node.decompose()
    for node in soup.find_all(style=HIDDEN):
        if not node.decomposed and "NavContent" not in (node.get("class") or []):
            node.decompose()
    notices = [box.get_text(" ") for box in soup.find_all(class_=list(NOTICES))]
    if any(lacks_references(text) and not is_about_section(" ".join(text.split())) for text in notices):
        return Content(title=content.title)
    _take(soup, content)
    return content


def _is_dropped(node: Tag) -> bool:
    # One pass over the classes: `soup.select` with the selectors of the rules takes several times as long.
    names = DROPPED.intersection(node.get("class") or ())
    if node.name in {"script", "style", "nav"} or DROPPED.intersection([f"#{node.get('id')}"]):
        return True
    if not names or NOTICES.intersection(node["class"]):
        return False
    return names != {"haudio"} or node.name == "span"


def _take(soup: BeautifulSoup, content: Content) -> None:
    left_out = 99
    flagged = _flagged_headings(soup)
    for node in soup.find_all([*HEADINGS, *LISTS, "p", "table", "div", "blockquote"]):
        if node.name in HEADINGS:
            name, level = _text(node), int(node.name[1])
            if level <= left_out:
                left_out = level if is_left_out_section(name) or id(node) in flagged else 99
                if left_out == 99:
                    content.sections.append(name)
        elif left_out < 99 or node.find_parent([*LISTS, "p"]) or _in_box(node):
            continue
        elif node.name == "table":
            _take_table(node, content)
        elif node.name in LISTS and (node.name != "dl" or node.find("dt")):
            for item in node.find_all(["li", "dt", "dd"]):
                _take_item(item, content)
        else:
            _take_prose(node, content)


def _flagged_headings(soup: BeautifulSoup) -> set[int]:
    boxes = [box for box in soup.find_all(class_=list(NOTICES)) if lacks_references(box.get_text(" "))]
    return {id(box.find_previous(HEADINGS)) for box in boxes if is_about_section(" ".join(box.get_text(" ").split()))}


def _in_box(node: Tag) -> bool:
    """Whether a node stands in a table that is read, or left out, as a whole."""
    for table in node.find_parents("table"):
        names = set(table.get("class") or [])
        if {"wikitable", "infobox", "ambox"} & names or not _is_layout(table):
            return True
    return False


def _is_layout(table: Tag) -> bool:
    names = set(table.get("class") or [])
    if names & rules().layout_tables or table.get("role") == "presentation":
        return True
    if table.select_one("table.wikitable, table.infobox"):
        return True
    return len(table.find_all("tr")) <= 2 and table.find([*LISTS, "p"]) is not None


def _take_table(table: Tag, content: Content) -> None:
    if not {"wikitable", "infobox"} & set(table.get("class") or []):
        return
    for cell in table.find_all(["td", "th"]):
        if cell.find_parent("table") is table:
            content.cells.append(_text(cell))
            _take_links(cell, content)


def _take_item(item: Tag, content: Content) -> None:
    pieces = [child for child in item.children if not (isinstance(child, Tag) and child.name in LISTS)]
    text = "".join(child.get_text() if isinstance(child, Tag) else str(child) for child in pieces)
    content.items.append(" ".join(text.split()))
    for child in pieces:
        if isinstance(child, Tag):
            _take_links(child, content)


def _take_prose(node: Tag, content: Content) -> None:
    if node.find([*HEADINGS, *LISTS, "p", "table", "div", "blockquote"]):
        return
    text = _text(node, separator="")
    content.sentences += [text[start:end] for start, end in sentence_spans(text)]
    _take_links(node, content)


def _take_links(node: Tag, content: Content) -> None:
    for link in [*([node] if node.name == "a" else []), *node.find_all("a", href=True)]:
        target = link.get("href", "").partition("//en.wikipedia.org/wiki/")[2].partition("#")[0]
        namespace = target.partition(":")[0].replace("_", " ").casefold()
        if target and link.get_text(strip=True) and not (":" in target and namespace in rules().namespaces):
            content.links.append(unquote(target).replace("_", " "))


def _text(node: Tag, *, separator: str = "") -> str:
    for line_break in node.find_all("br"):
        line_break.replace_with(" ")
    return " ".join(node.get_text(separator).split())
