"""Wikipedia articles as HTML → pages, by the rules of the FEVEROUS paper (Aly et al. 2021, supplement 7.3 and 7.7).

Reads the output of MediaWiki (whole pages, `action=render` and Parsoid output) and the articles of Kiwix's ZIM files.
"""

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from veriscope.corpus.sources.html_blocks import (
    Block,
    Heading,
    LeftOutTable,
    Notice,
    Paragraph,
    PictureCaption,
    read_blocks,
)
from veriscope.corpus.sources.html_pages import ElementCollector, without_empty_sections
from veriscope.corpus.sources.html_source import parse_html
from veriscope.corpus.sources.html_text import without_urls
from veriscope.corpus.sources.html_walk import Markup
from veriscope.corpus.sources.records import ParsedRecord, Redirect, Skip
from veriscope.corpus.sources.wikipedia_links import article_of_href, article_of_link, article_title
from veriscope.corpus.sources.wikipedia_rules import (
    article_roles,
    is_about_section,
    is_left_out_section,
    lacks_references,
)
from veriscope.corpus.sources.wikipedia_titles import find_title
from veriscope.domain import Page
from veriscope.errors import InputError

FLAGGED = "flagged as lacking references"
REFERENCE_LIKE = "reference-like section"
OTHER_TABLE = "neither a wikitable nor an infobox"
EMPTY_TABLE = "empty table"
NO_CONTENT = "no content"

_SNIFFED_BYTES = 400_000
_MEDIAWIKI = re.compile(rb"mw-parser-output|mw-headline|mw-content-text|[\"']MediaWiki|mwoffliner|mw-body-content")
_RENDERED_LINK = re.compile(
    rb"href=\"(?:https?:)?//[a-z-]{2,20}\.wikipedia\.org/wiki/[^\"]*\"(?: class=\"[^\"]*\")? title=\""
)
_REDIRECTS_HERE = re.compile(r"((?:[\"“][^\"“”]{1,120}[\"”](?:,? and |,? or |, )?)+) redirects? (?:to )?here\b")
_QUOTED = re.compile(r"[\"“]([^\"“”]{1,120})[\"”]")
_REFRESH_URL = re.compile(r"url\s*=\s*['\"]?([^'\"]+)", re.IGNORECASE)


def is_wikipedia_html(data: bytes) -> bool:
    """Whether HTML is an article of Wikipedia rather than a page of the user's own."""
    head = data[:_SNIFFED_BYTES]
    if b"ikipedia" not in head:
        return False
    return _MEDIAWIKI.search(head) is not None or len(_RENDERED_LINK.findall(head)) > 2


def parse_wikipedia_html(place: str, data: bytes, *, keep_flagged: bool = False) -> ParsedRecord:
    """The page of an article, with the names that redirect to it according to its hatnotes.

    Pages and sections flagged as lacking references become skips, unless `keep_flagged` is set.
    """
    try:
        document = parse_html(data)
    except InputError as error:
        return ParsedRecord(skips=(Skip(place, "page", str(error)),))
    tree = document.tree
    title = find_title(document, place=place).title
    if target := _redirect_target(tree):
        return ParsedRecord(redirects=(Redirect(title, target),) if target != title else ())
    root = _content(tree)
    blocks = [] if root is None else read_blocks(root, Markup(article_roles(root), article_of_link, without_urls))
    return _parse_blocks(blocks, place=place, title=title, keep_flagged=keep_flagged)


def _content(tree: LexborHTMLParser) -> LexborNode | None:
    for selector in ("#mw-content-text", ".mw-parser-output", "#bodyContent"):
        if (node := tree.css_first(selector)) is not None:
            return node
    return tree.body


def _redirect_target(tree: LexborHTMLParser) -> str:
    """The article that a stub forwards to, or an empty text."""
    link = tree.css_first(".redirectText a, .redirectMsg a")
    if link is not None:
        return article_of_link(link.attributes)
    for meta in tree.css("meta[http-equiv]"):
        if (meta.attributes.get("http-equiv") or "").lower() == "refresh":
            match = _REFRESH_URL.search(meta.attributes.get("content") or "")
            return article_of_href(match[1].strip()) if match else ""
    return ""


def _parse_blocks(blocks: list[Block], *, place: str, title: str, keep_flagged: bool) -> ParsedRecord:
    if not keep_flagged and any(_flags(block, is_section=False) for block in blocks):
        return ParsedRecord(skips=(Skip(place, "page", FLAGGED),))
    article = _Article(place, title, keep_flagged=keep_flagged)
    for section in _sections(blocks):
        article.add(section)
    if not article.collector.elements:
        return ParsedRecord(skips=(*article.skips, Skip(place, "page", NO_CONTENT)))
    article.skips += [Skip(place, "table", EMPTY_TABLE)] * article.collector.empty_tables
    page = Page(title, tuple(without_empty_sections(article.collector.elements)), place)
    return ParsedRecord(page, tuple(_redirects(blocks, title)), tuple(article.skips))


def _flags(block: Block, *, is_section: bool) -> bool:
    """Whether a block is a box that says that references are missing, in its section or in the whole article."""
    return isinstance(block, Notice) and lacks_references(block.text) and is_about_section(block.text) is is_section


def _sections(blocks: list[Block]) -> list[list[Block]]:
    """The blocks in groups: the lead, then each heading with the blocks up to the next one."""
    sections: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, Heading):
            sections.append([])
        sections[-1].append(block)
    return sections


@dataclass(slots=True)
class _Article:
    """An article to which sections are added."""

    place: str
    title: str
    keep_flagged: bool
    collector: ElementCollector = field(default_factory=ElementCollector)
    skips: list[Skip] = field(default_factory=list)
    _left_out_level: int = 99

    def add(self, section: list[Block]) -> None:
        """Add a section, unless the rules leave out it or a section above it."""
        heading = section[0] if section and isinstance(section[0], Heading) else Heading(1, "")
        if heading.level > self._left_out_level:
            return
        self._left_out_level = 99
        if reason := self._reason_to_leave_out(heading, section):
            self._left_out_level = heading.level if heading.text else 99
            self.skips.append(Skip(f"{self.place}#{heading.text}", "section", reason))
            return
        # Pictures float beside the text, so their captions go last and do not interrupt it.
        for block in sorted(section, key=lambda block: isinstance(block, PictureCaption)):
            self._add_block(block)

    def _reason_to_leave_out(self, heading: Heading, section: list[Block]) -> str:
        if is_left_out_section(heading.text):
            return REFERENCE_LIKE
        is_flagged = not self.keep_flagged and any(_flags(block, is_section=True) for block in section)
        return FLAGGED if is_flagged else ""

    def _add_block(self, block: Block) -> None:
        if isinstance(block, LeftOutTable):
            self.skips.append(Skip(self.place, "table", OTHER_TABLE))
        elif isinstance(block, Heading):
            if block.text != self.title or block.level > 1:
                self.collector.add(Heading(max(block.level, 2), block.text))
        else:
            self.collector.add(block)


def _redirects(blocks: list[Block], title: str) -> list[Redirect]:
    """The names that redirect here according to a hatnote, which puts them in quotes."""
    names: dict[str, None] = {}
    for block in blocks:
        if isinstance(block, Paragraph) and (match := _REDIRECTS_HERE.match(block.text.text)):
            names |= dict.fromkeys(map(article_title, _QUOTED.findall(match[1])))
    return [Redirect(name, title) for name in names if name and name != title]
