"""OpenDocument presentations (ODP): each slide is a section with its texts, lists and tables, and its notes."""

from xml.etree.ElementTree import Element

from veriscope.corpus.sources import ParsedRecord, RichText
from veriscope.corpus.sources.office.odf_blocks import OdfBlocks
from veriscope.corpus.sources.office.odf_styles import STYLE_TAGS
from veriscope.corpus.sources.office.odt import CONTENT, read_styles
from veriscope.corpus.sources.office.office_page import OfficePage
from veriscope.corpus.sources.office.xml_parts import local_name, stream_blocks
from veriscope.corpus.sources.office.zip_package import ZipPackage, attribute

_FURNITURE = frozenset({"date-time", "footer", "header", "page-number", "page"})
_SLIDE, _NOTES = 2, 3


def parse_odp(place: str, data: bytes) -> ParsedRecord:
    """The page of a presentation, titled by its first slide; hidden slides and charts become skips."""
    package = ZipPackage(data, what="an OpenDocument presentation")
    content = package.needed_part(CONTENT)
    styles, page = read_styles(package), OfficePage(place)
    blocks, slides = OdfBlocks(place, page, styles), 0
    for block in stream_blocks(content, STYLE_TAGS | {"page"}, name=CONTENT):
        if local_name(block.element.tag) in STYLE_TAGS:
            styles.add(block.element)
            continue
        slides += 1
        if styles.is_hidden("drawing-page", attribute(block.element, "style-name")):
            page.skip("slide", "hidden", where=f"slide {slides}")
        else:
            _add_slide(page, blocks, block.element, number=slides)
    blocks.count_drawings()
    return page.finish()


def _add_slide(page: OfficePage, blocks: OdfBlocks, slide: Element, *, number: int) -> None:
    shapes = [shape for shape in slide if attribute(shape, "class") not in _FURNITURE]
    title = next((shape for shape in shapes if attribute(shape, "class") == "title"), None)
    heading = RichText("" if title is None else " ".join("".join(title.itertext()).split()))
    if number == 1:
        page.add_title(heading)
    else:
        page.add_heading(heading if heading.text else RichText(f"Slide {number}"), level=_SLIDE)
    notes = [shape for shape in shapes if local_name(shape.tag) == "notes"]
    for shape in shapes:
        if shape is not title and shape not in notes:
            blocks.add(shape)
            page.end_block()
    for note in notes:
        _add_notes(page, blocks, note)


def _add_notes(page: OfficePage, blocks: OdfBlocks, notes: Element) -> None:
    written = [frame for frame in notes if attribute(frame, "class") == "notes" and "".join(frame.itertext()).strip()]
    if written:
        page.add_heading(RichText("Notes"), level=_NOTES)
    blocks.add_all(written)
