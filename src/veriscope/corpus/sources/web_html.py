"""A user's own HTML → a page: keeps everything that reads as content; none of Wikipedia's rules apply."""

import re
from collections.abc import Callable, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from veriscope.corpus.sources.document_text import natural_title, title_from_place
from veriscope.corpus.sources.html_blocks import Block, Heading, read_blocks
from veriscope.corpus.sources.html_pages import ElementCollector
from veriscope.corpus.sources.html_source import parse_html
from veriscope.corpus.sources.html_text import RichText
from veriscope.corpus.sources.html_walk import Markup, Role
from veriscope.corpus.sources.markdown_inline import resolve_href
from veriscope.corpus.sources.records import ParsedRecord, Skip
from veriscope.corpus.sources.web_furniture import furniture
from veriscope.corpus.sources.wikipedia_links import article_of_href
from veriscope.domain import Page
from veriscope.errors import InputError

NO_CONTENT = "no content"
EMPTY_TABLE = "empty table"
_LEFT_OUT = "left out {} of: site head, footer, sidebar, cookie notice, buttons to share"

_BOILERPLATE = "nav, [role=navigation], [hidden], [aria-hidden=true], .sr-only, .visually-hidden, .screen-reader-text"
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_BLOCKS_IN_CELLS = "p, div, ul, ol, dl, h1, h2, h3, h4, h5, h6, table, form"


def parse_web_html(place: str, data: bytes, *, has_furniture: bool = True) -> ParsedRecord:
    """The page of an HTML document: every section, sentence, data table and list, in reading order.

    Without furniture, as in a book, what stands aside is content, too.
    """
    try:
        tree = parse_html(data).tree
    except InputError as error:
        return ParsedRecord(skips=(Skip(place, "page", str(error)),))
    root = tree.body
    around = [] if root is None or not has_furniture else furniture(root)
    roles = {} if root is None else _roles(root) | {node.mem_id: Role.DROPPED for node in around}
    blocks = [] if root is None else read_blocks(root, Markup(roles, _link_reader(place), _as_it_is))
    title = _title(tree, blocks) or title_from_place(place)
    collector = ElementCollector()
    for block in _with_section_levels(blocks, title):
        collector.add(block)
    skips = [Skip(place, "table", EMPTY_TABLE)] * collector.empty_tables
    if around:
        skips.append(Skip(place, "furniture", _LEFT_OUT.format(len(around))))
    if not collector.elements:
        return ParsedRecord(skips=(*skips, Skip(place, "page", NO_CONTENT)))
    return ParsedRecord(Page(title, tuple(collector.elements), place), skips=tuple(skips))


def _title(tree: LexborHTMLParser, blocks: list[Block]) -> str:
    """The document's title, else its first heading of the first level."""
    written = tree.css_first("head > title")
    title = natural_title(written.text()) if written is not None else ""
    return title or next((natural_title(b.text) for b in blocks if isinstance(b, Heading) and b.level == 1), "")


def _with_section_levels(blocks: list[Block], title: str) -> list[Block]:
    """The blocks, with headings from level 2 down.

    A single `h1` that is part of the title is not a section. Any other `h1` is a section, and the headings below it
    move down one level.
    """
    tops = [block.text for block in blocks if isinstance(block, Heading) and block.level == 1 and block.text]
    if len(tops) == 1 and tops[0].casefold() in title.casefold():
        return [block for block in blocks if not (isinstance(block, Heading) and block.level == 1)]
    shift = 1 if tops else 0
    return [Heading(block.level + shift, block.text) if isinstance(block, Heading) else block for block in blocks]


def _link_reader(place: str) -> Callable[[Mapping[str, str | None]], str]:
    """Reads links: to other documents by their path, to Wikipedia by the article's title."""

    def target(attributes: Mapping[str, str | None]) -> str:
        href = attributes.get("href") or ""
        if ".wikipedia.org/wiki/" in href:
            return article_of_href(href)
        return resolve_href(href, place=place)

    return target


def _roles(root: LexborNode) -> dict[int, Role]:
    roles = {table.mem_id: Role.LAYOUT if _is_layout(table) else Role.TABLE for table in root.css("table")}
    roles |= dict.fromkeys((node.mem_id for node in root.css(_BOILERPLATE)), Role.DROPPED)
    for node in root.css("[style]"):
        if _HIDDEN.search(node.attributes.get("style") or ""):
            roles[node.mem_id] = Role.DROPPED
    return roles


def _is_layout(table: LexborNode) -> bool:
    """Whether a table only arranges the page: it says so, or shows no sign of data.

    Signs of data are header cells, a caption, a head or a summary. So are several rows of several cells, or one row of
    four or more, if most of them contain no blocks.
    """
    if table.attributes.get("role") in {"presentation", "none"}:
        return True
    if table.attributes.get("summary") or table.css_first("th, caption, thead") is not None:
        return _holds_table_with_headers_only_inside(table)
    rows = table.css("tr")
    cells = table.css("td")
    if table.css_first("td table") is not None or _holds_blocks(cells):
        return True
    return len(cells) < 4 if len(rows) < 2 else len(cells) < 2 * len(rows)


def _holds_blocks(cells: list[LexborNode]) -> bool:
    """Whether most cells contain blocks."""
    return 2 * sum(cell.css_first(_BLOCKS_IN_CELLS) is not None for cell in cells) > len(cells)


def _holds_table_with_headers_only_inside(table: LexborNode) -> bool:
    """Whether every header cell belongs to a table inside this one."""
    inner = {sign.mem_id for nested in table.css("table table") for sign in nested.css("th, caption, thead")}
    own = (sign for sign in table.css("th, caption, thead") if sign.mem_id not in inner)
    return bool(inner) and next(own, None) is None and not table.attributes.get("summary")


def _as_it_is(rich: RichText) -> RichText:
    return rich
