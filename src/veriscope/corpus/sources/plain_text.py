"""Plain text: paragraphs, bullet lists, and headings if they are clear."""

from collections.abc import Sequence

from veriscope.corpus.sources.document_text import UnreadableDocument, decode_text, natural_title, title_from_place
from veriscope.corpus.sources.page_builder import PageBuilder
from veriscope.corpus.sources.records import ParsedRecord
from veriscope.corpus.sources.text_layout import Block, Heading, ListBlock, Paragraph, layout
from veriscope.domain import ListItem, Page

_SENTENCE_ENDS = (".", "!", "?", ";", ":", ",", "…")
_MAX_TITLE_LINE = 80


def parse_plain_text(place: str, data: bytes, *, title: str = "") -> ParsedRecord:
    """The page of a text file.

    Its title is the one given; else the first line if that is separate, short and without punctuation at its end; else
    the file's name. A first line that repeats the title is left out.
    """
    blocks = layout(decode_text(data).removeprefix("\ufeff"))
    written = _title_line(blocks)
    title = title or written
    builder = PageBuilder()
    for block in blocks[1:] if written and written == title else blocks:
        _add(builder, block)
    if not any(not isinstance(block, Heading) for block in blocks):
        raise UnreadableDocument("empty, or nothing but headings")
    return ParsedRecord(Page(title or title_from_place(place), tuple(builder.elements), origin=place))


def _title_line(blocks: Sequence[Block]) -> str:
    """The title, if the first block is one and more blocks follow."""
    if len(blocks) < 2:
        return ""
    match blocks[0]:
        case Heading(text=text, is_numbered=False):
            return natural_title(text)
        case Paragraph(lines=(line,)) if len(line) <= _MAX_TITLE_LINE and not line.endswith(_SENTENCE_ENDS):
            return natural_title(line)
        case _:
            return ""


def _add(builder: PageBuilder, block: Block) -> None:
    match block:
        case Heading():
            builder.add_section(block.text, level=block.level)
        case Paragraph():
            for line in block.lines:
                builder.add_prose(line)
        case ListBlock():
            items = (ListItem(index, item.text, item.level) for index, item in enumerate(block.items))
            builder.add_list(items, is_ordered=block.is_ordered)
