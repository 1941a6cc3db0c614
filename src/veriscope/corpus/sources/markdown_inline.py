"""The inline content of Markdown as plain text with links; markup, inline HTML and images are left out."""

import posixpath
import re
from collections.abc import Iterator, MutableMapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from veriscope.domain import Link

MAX_NESTING = 60
# Inline rules take quadratic time on a hostile paragraph, so a longer one is kept as plain text.
MAX_INLINE_CHARACTERS = 20_000
_WIKI_LINK = re.compile(r"\[\[([^\[\]|]{1,250})(?:\|([^\[\]]{1,250}))?\]\]")
_FOOTNOTE = re.compile(r"\[\^[\w-]{1,40}\]:?")


class Inline(NamedTuple):
    """A piece of text, single-spaced, and its links."""

    text: str
    links: tuple[Link, ...]


@cache
def block_parser() -> MarkdownIt:
    """A parser for CommonMark with tables and strikethrough; `read_inline` reads inline content, block by block."""
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    return parser.disable(["inline", "text_join"])


def read_inline(content: str, *, place: str, references: MutableMapping[str, Any]) -> Inline:
    """The text of a paragraph, heading, item or cell of the document at `place`, and its links to other documents.

    A relative link becomes the path of its target from the root of the folder: in `guide/a.md`, `b.md#x` leads to
    `guide/b.md`. A wiki link `[[Name|shown]]` leads to `Name`. Links that leave the folder are dropped.
    """
    if len(content) > MAX_INLINE_CHARACTERS:
        return Inline(" ".join(content.split()), ())
    tokens: list[Token] = []
    parser = block_parser()
    parser.inline.parse(content, parser, references, tokens)
    return _single_spaced(_pieces(tokens, place=place))


def _pieces(tokens: list[Token], *, place: str) -> Iterator[tuple[str, str]]:
    """Runs of text, each with the target of the link around it, or an empty one."""
    target = ""
    text = ""
    for token in tokens:
        match token.type:
            case "text" | "text_special" | "code_inline":
                text += token.content
            case "softbreak" | "hardbreak":
                text += " "
            case "html_inline":
                text += " " if token.content.lower().startswith(("<br", "<p", "</p", "<td", "<li")) else ""
            case "link_open" | "link_close":
                yield from _with_wiki_links(text, target)
                href = str(token.attrGet("href") or "") if token.type == "link_open" else ""
                target, text = resolve_href(href, place=place), ""
    yield from _with_wiki_links(text, target)


def _with_wiki_links(text: str, target: str) -> Iterator[tuple[str, str]]:
    text = _FOOTNOTE.sub("", text)
    end = 0
    if not target:
        for match in _WIKI_LINK.finditer(text):
            yield text[end : match.start()], ""
            name = match[1].partition("#")[0].strip()
            yield (match[2] or match[1]).strip(), name
            end = match.end()
    yield text[end:], target


def resolve_href(href: str, *, place: str) -> str:
    """The path of a link's target within the folder; empty if it leads elsewhere or within its own page."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    if parts.scheme or parts.netloc or not parts.path:
        return ""
    path = unquote(parts.path)
    folder = "" if path.startswith("/") else posixpath.dirname(place)
    target = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
    return "" if target in {".", ".."} or target.startswith("../") else target


def _single_spaced(pieces: Iterator[tuple[str, str]]) -> Inline:
    text = ""
    links: list[Link] = []
    for piece, target in pieces:
        if piece[:1].isspace() and text and not text.endswith(" "):
            text += " "
        start = len(text)
        text += " ".join(piece.split())
        if target and len(text) > start:
            links.append(Link(start, len(text), target))
        if piece[-1:].isspace() and text and not text.endswith(" "):
            text += " "
    return Inline(text.rstrip(), tuple(links))


def join_inlines(pieces: Sequence[Inline]) -> Inline:
    """Several pieces as one, with spaces between them."""
    links: list[Link] = []
    start = 0
    for piece in pieces:
        links += (Link(link.start + start, link.end + start, link.target) for link in piece.links)
        start += len(piece.text) + 1
    return Inline(" ".join(piece.text for piece in pieces), tuple(links))
