"""Finds the targets of the links in a Wikipedia article."""

import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import unquote

from veriscope.corpus.sources.wikipedia_rules import rules
from veriscope.text import canonical_title

_ABSOLUTE = re.compile(r"(?:https?:)?//[a-z-]{2,20}(?:\.m)?\.wikipedia\.org/wiki/(.+)", re.DOTALL)
# Archives of articles link to files beside each other: `Lima`, `./Lima`, `../A/Lima`.
_RELATIVE = re.compile(
    r"(?:/wiki/|(?:\.{1,2}/)+(?:A/)?)?((?![a-zA-Z][a-zA-Z+.-]*://|mailto:|/|\.|_|-/|I/).+)", re.DOTALL
)
_NO_ARTICLE = frozenset({"external", "new", "image", "extiw", "mw-file-description", "mw-redirectedfrom", "internal"})


def article_of_link(attributes: Mapping[str, str | None]) -> str:
    """The title of the article a link leads to; empty for files, categories, red links and other sites."""
    href = attributes.get("href")
    if not href or href[0] == "#":
        return ""
    names = attributes.get("class")
    if names and not _NO_ARTICLE.isdisjoint(names.split()):
        return ""
    return article_of_href(href)


@lru_cache(maxsize=100_000)
def article_of_href(href: str) -> str:
    """The title in an address; empty if it is not an article's."""
    match = _ABSOLUTE.fullmatch(href) or _RELATIVE.fullmatch(href)
    if match is None or "action=" in href:
        return ""
    return article_title(unquote(match[1].partition("#")[0].partition("?")[0]).removesuffix(".html"))


def article_title(written: str) -> str:
    """A title in canonical form; empty if it is not an article's: `File:…`, `Category:…`."""
    title = canonical_title(written).removeprefix(":").strip()
    namespace, colon, _ = title.partition(":")
    if not title or (colon and namespace.strip().casefold() in rules().namespaces):
        return ""
    return title[0].upper() + title[1:]
