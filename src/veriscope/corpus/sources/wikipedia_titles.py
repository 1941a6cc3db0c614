"""Finds the title of a Wikipedia article in its HTML, by the most reliable sign it has."""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote, unquote_plus

from selectolax.lexbor import LexborHTMLParser, LexborNode

from veriscope.corpus.sources.document_text import title_from_place
from veriscope.corpus.sources.html_source import HtmlDocument
from veriscope.corpus.sources.html_text import RichText
from veriscope.corpus.sources.html_walk import Markup, read_text
from veriscope.corpus.sources.wikipedia_links import article_of_href, article_title
from veriscope.corpus.sources.wikipedia_rules import article_roles

_PAGE_NAME = re.compile(r'"wgPageName"\s*:\s*"((?:[^"\\]|\\.){1,500})"')
_SITE = re.compile(r"\s+[-–—|]\s+Wikipedia\b.*$", re.DOTALL)
# Citations name their page for reference managers, and links to maps name the place's page.
_CITING_PAGE = re.compile(r"rfr_id=info%3Asid%2F[a-z-]+\.wikipedia\.org%3A([^&\"]{1,500})")
_MAPPED_PAGE = re.compile(r"[?&](?:amp;)?pagename=([^&\"]{1,500})")
_EDITED_PAGE = re.compile(r"index\.php\?title=([^&\"]{1,500})&amp;action=edit(?:&amp;section=\w+)?\"")
_DISCUSSED_PAGE = re.compile(r"/wiki/Talk:([^\"#]{1,500})[\"#]")
_LONGEST = 120


_Rule = tuple[str, Callable[[LexborHTMLParser, str], str]]


class FoundTitle(NamedTuple):
    """A title and the rule that found it."""

    title: str
    rule: str


def find_title(document: HtmlDocument, *, place: str) -> FoundTitle:
    """The article's title; the file's name if the HTML does not give it."""
    return _first(_STATED, document) or guess_title(document) or FoundTitle(title_from_place(place), "file name")


def guess_title(document: HtmlDocument) -> FoundTitle | None:
    """A title guessed from the text of an article that does not state one."""
    return _first(_GUESSED, document)


def _first(rules: tuple[_Rule, ...], document: HtmlDocument) -> FoundTitle | None:
    for rule, find in rules:
        if title := article_title(find(document.tree, document.text)):
            return FoundTitle(title, rule)
    return None


def _canonical_link(tree: LexborHTMLParser, _text: str) -> str:
    link = tree.css_first("link[rel=canonical]")
    href = (link.attributes.get("href") or "") if link else ""
    return article_of_href(href) if "/wiki/" in href else ""


def _page_name(_tree: LexborHTMLParser, text: str) -> str:
    match = _PAGE_NAME.search(text)
    return match[1].replace('\\"', '"').replace("\\\\", "\\") if match else ""


def _first_heading(tree: LexborHTMLParser, _text: str) -> str:
    heading = tree.css_first("h1.firstHeading, #firstHeading, #titleHeading, h1.article-header")
    return heading.text() if heading else ""


def _document_title(tree: LexborHTMLParser, _text: str) -> str:
    title = tree.css_first("title")
    return _SITE.sub("", title.text()) if title else ""


def _citing_page(_tree: LexborHTMLParser, text: str) -> str:
    match = _CITING_PAGE.search(text)
    return unquote_plus(match[1]) if match else ""


def _mapped_page(_tree: LexborHTMLParser, text: str) -> str:
    names = {unquote(name) for name in _MAPPED_PAGE.findall(text)}
    return names.pop() if len(names) == 1 else ""


def _edited_page(_tree: LexborHTMLParser, text: str) -> str:
    return next(filter(article_title, map(unquote, _EDITED_PAGE.findall(text))), "")


def _discussed_page(_tree: LexborHTMLParser, text: str) -> str:
    match = _DISCUSSED_PAGE.search(text)
    return unquote(match[1]) if match else ""


def _name_in_infobox(tree: LexborHTMLParser, _text: str) -> str:
    """The name at the top of a person's infobox; prose often gives a longer one first."""
    return _title_of(tree.css_first("table.infobox.vcard .fn:not(.org)"))


def _lead_bold(tree: LexborHTMLParser, _text: str) -> str:
    """The first bold words of the first paragraph that has any, since articles name their subject there."""
    body = tree.body
    paragraphs = [] if body is None else _lead(body)
    return next(filter(None, (_title_of(paragraph.css_first("b")) for paragraph in paragraphs)), "")


def _lead(body: LexborNode) -> list[LexborNode]:
    """The paragraphs above the first heading that are not in a table."""
    nodes = body.css("p, h2")
    heading = next((number for number, node in enumerate(nodes) if node.tag == "h2"), len(nodes))
    return [node for node in nodes[:heading] if not _stands_in_table(node)][:5]


def _infobox_heading(tree: LexborHTMLParser, _text: str) -> str:
    """The first heading of the first infobox."""
    nodes = (tree.css_first(f"table.infobox {part}") for part in ("caption", ".summary"))
    return next(filter(None, map(_title_of, nodes)), "")


def _title_of(node: LexborNode | None) -> str:
    """The text of a heading or of bold words, if it may be this article's title.

    Words that link elsewhere are another article's title; words in lower case are part of a sentence.
    """
    if node is None:
        return ""
    words = _plain(node)
    link = node.css_first("a[href]")
    is_link = (link is not None and link.text().strip() == words) or (
        node.parent is not None and node.parent.tag == "a"
    )
    if is_link or not 1 < len(words) <= _LONGEST:
        return ""
    return words if words[0].isupper() or words[0].isdigit() or words.startswith("list of ") else ""


def _plain(node: LexborNode) -> str:
    markup = Markup(article_roles(node), lambda _: "", _as_it_is)
    return read_text(node, markup).text.strip(' "“”:,.')


def _as_it_is(rich: RichText) -> RichText:
    return rich


def _stands_in_table(node: LexborNode) -> bool:
    above = node.parent
    while above is not None and above.tag != "table":
        above = above.parent
    return above is not None


_STATED: tuple[_Rule, ...] = (
    ("canonical link", _canonical_link),
    ("page name", _page_name),
    ("first heading", _first_heading),
    ("document title", _document_title),
    ("citations", _citing_page),
    ("map link", _mapped_page),
    ("edit link", _edited_page),
    ("talk link", _discussed_page),
)
_GUESSED: tuple[_Rule, ...] = (
    ("name in the infobox", _name_in_infobox),
    ("bold in the lead", _lead_bold),
    ("infobox heading", _infobox_heading),
)
