"""Markdown documents: CommonMark with tables, front matter and wiki links."""

import re
import tomllib
from typing import NamedTuple

from veriscope.corpus.sources.document_text import UnreadableDocument, decode_text, natural_title, title_from_place
from veriscope.corpus.sources.markdown_blocks import NESTED, MarkdownBlocks
from veriscope.corpus.sources.records import ParsedRecord
from veriscope.domain import Element, Page, Section

_MAX_CHARACTERS = 64 * 2**10
_YAML = re.compile(r"---[ \t]*\n(?P<fields>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(?P<fields>.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_YAML_TITLE = re.compile(
    r"""^title[ \t]*:[ \t]+(?:"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'|(?P<plain>[^\n]*))""", re.MULTILINE
)
# Marks of a YAML value that continues over several lines, or is not text.
_NO_PLAIN_TEXT = ("|", ">", "[", "{", "&", "*", "!", "#")


class FrontMatter(NamedTuple):
    """The title in front matter, or an empty text, and the document after it."""

    title: str
    body: str


def split_front_matter(text: str) -> FrontMatter:
    """Split YAML (`---`) or TOML (`+++`) front matter from a document; only a title on one line is read from it."""
    head = text[:_MAX_CHARACTERS]
    if match := _YAML.match(head):
        return FrontMatter(_yaml_title(match["fields"]), text[match.end() :])
    if match := _TOML.match(head):
        return FrontMatter(_toml_title(match["fields"]), text[match.end() :])
    return FrontMatter("", text)


def _yaml_title(fields: str) -> str:
    match = _YAML_TITLE.search(fields)
    if match is None:
        return ""
    plain = (match["plain"] or "").partition(" #")[0].strip()
    return match["double"] or match["single"] or ("" if plain.startswith(_NO_PLAIN_TEXT) else plain)


def _toml_title(fields: str) -> str:
    try:
        title = tomllib.loads(fields).get("title", "")
    except (tomllib.TOMLDecodeError, RecursionError):
        return ""
    return title if isinstance(title, str) else ""


MAX_MARKDOWN_LINES = 200_000


def parse_markdown(place: str, data: bytes) -> ParsedRecord:
    """The page of a Markdown document.

    Its title comes from the front matter, else from its first heading of level 1, else from the file's name. Headings
    become sections, paragraphs and quotes sentences, lists item lists, and tables tables. Code blocks become skips,
    since programs are not evidence. A link to another document has that document's path as its target (`guide/b.md`).
    """
    matter = split_front_matter(decode_text(data).removeprefix("\ufeff"))
    if matter.body.count("\n") > MAX_MARKDOWN_LINES:
        raise UnreadableDocument(f"more than {MAX_MARKDOWN_LINES:,} lines; split it into several documents")
    blocks = MarkdownBlocks(place)
    blocks.read(matter.body)
    title = natural_title(matter.title) or natural_title(blocks.main_heading)
    elements = below_title(blocks.elements, title)
    if not any(not isinstance(element, Section) for element in elements):
        too_deep = (skip.reason for skip in blocks.skips if skip.what == NESTED)
        raise UnreadableDocument(next(too_deep, "empty, or nothing but headings, code and pictures"))
    return ParsedRecord(Page(title or title_from_place(place), elements, origin=place), skips=tuple(blocks.skips))


def below_title(elements: list[Element], title: str) -> tuple[Element, ...]:
    """The elements without the heading that became the title, with the highest headings at level 2."""
    headings = [element for element in elements if isinstance(element, Section) and element.level == 1]
    is_title = bool(headings) and headings[0].title == title
    shift = 1 if len(headings) > is_title else 0
    kept: list[Element] = []
    for element in elements:
        if not isinstance(element, Section):
            kept.append(element)
        elif not (is_title and element is headings[0]):
            kept.append(Section(element.title, max(2, element.level + shift)))
    return tuple(kept)
