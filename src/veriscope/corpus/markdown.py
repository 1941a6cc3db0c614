"""Markdown documents: CommonMark with tables, front matter and wiki links."""

from veriscope.corpus.document_text import UnreadableDocument, decode_text, natural_title, title_from_place
from veriscope.corpus.front_matter import split_front_matter
from veriscope.corpus.markdown_blocks import NESTED, MarkdownBlocks
from veriscope.corpus.records import Parsed
from veriscope.domain import Element, Page, Section

MAX_MARKDOWN_LINES = 200_000


def parse_markdown(place: str, data: bytes) -> Parsed:
    """The page of a Markdown document.

    Its title is that of the front matter, else its first heading of level 1, else the file's name. Headings
    become sections, paragraphs and quotes sentences, lists item lists, tables tables. Code blocks are skips:
    programs are no evidence. A link to another document has that document's path as its target (`guide/b.md`).
    """
    matter = split_front_matter(decode_text(data).removeprefix("\ufeff"))
    if matter.body.count("\n") > MAX_MARKDOWN_LINES:
        raise UnreadableDocument(f"more than {MAX_MARKDOWN_LINES:,} lines; split it into several documents")
    blocks = MarkdownBlocks(place)
    blocks.read(matter.body)
    title = natural_title(matter.title) or natural_title(blocks.main_heading)
    elements = _below_title(blocks.elements, title)
    if not any(not isinstance(element, Section) for element in elements):
        too_deep = (skip.reason for skip in blocks.skips if skip.what == NESTED)
        raise UnreadableDocument(next(too_deep, "empty, or nothing but headings, code and pictures"))
    return Parsed(Page(title or title_from_place(place), elements, origin=place), skips=tuple(blocks.skips))


def _below_title(elements: list[Element], title: str) -> tuple[Element, ...]:
    """The elements without the heading that became the title, and with the highest headings at level 2."""
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
