"""OpenDocument texts (ODT): headings, paragraphs, lists, tables, footnotes and text boxes."""

from veriscope.corpus.sources import ParsedRecord
from veriscope.corpus.sources.office.odf_blocks import OdfBlocks
from veriscope.corpus.sources.office.odf_styles import STYLE_TAGS, OdfStyles
from veriscope.corpus.sources.office.odf_text import SHAPES
from veriscope.corpus.sources.office.office_page import OfficePage
from veriscope.corpus.sources.office.xml_parts import local_name, stream_blocks
from veriscope.corpus.sources.office.zip_package import ZipPackage

CONTENT = "content.xml"
# Tables of contents and other directories; changes that were tracked: what was deleted.
_LEFT_OUT = frozenset(
    {
        "table-of-content",
        "alphabetical-index",
        "bibliography",
        "illustration-index",
        "table-index",
        "object-index",
        "user-index",
        "tracked-changes",
        "forms",
    }
)
_BLOCKS = frozenset({"p", "h", "list", "table", "frame", "g"}) | SHAPES


def parse_odt(place: str, data: bytes) -> ParsedRecord:
    """The page of an OpenDocument text; headers, footers and directories are no part of it."""
    package = ZipPackage(data, what="an OpenDocument text")
    content = package.needed_part(CONTENT)
    styles, page = read_styles(package), OfficePage(place)
    blocks = OdfBlocks(place, page, styles)
    for block in stream_blocks(content, STYLE_TAGS | _BLOCKS | _LEFT_OUT, name=CONTENT):
        name = local_name(block.element.tag)
        if name in STYLE_TAGS:
            styles.add(block.element)
        elif name not in _LEFT_OUT:
            blocks.add(block.element)
    blocks.count_drawings()
    return page.finish()


def read_styles(package: ZipPackage) -> OdfStyles:
    """The styles that a document shares with others; those of its own stand at the head of its content."""
    styles = OdfStyles()
    for block in stream_blocks(package.part("styles.xml") or b"<none/>", STYLE_TAGS, name="styles.xml"):
        styles.add(block.element)
    return styles
