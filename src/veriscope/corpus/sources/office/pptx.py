"""Presentations (PPTX): each slide is a section with its texts, lists and tables, and its notes below it."""

from xml.etree.ElementTree import Element

from veriscope.corpus.sources import ParsedRecord, RichText, UnreadableDocument
from veriscope.corpus.sources.office.office_page import OfficePage
from veriscope.corpus.sources.office.slide_shapes import (
    Shape,
    TableShape,
    TextShape,
    read_shapes,
    shape_paragraphs,
    slide_table,
)
from veriscope.corpus.sources.office.xml_parts import read_xml
from veriscope.corpus.sources.office.zip_package import ZipPackage, attribute

_SLIDE, _NOTES = 2, 3


def parse_pptx(place: str, data: bytes) -> ParsedRecord:
    """The page of a presentation, titled by its first slide; hidden slides, charts and diagrams become skips."""
    package = ZipPackage(data, what="a presentation")
    main = package.main_part("ppt/presentation.xml")
    presentation = read_xml(package.needed_part(main), name=main)
    relations = package.relations(main)
    page = OfficePage(place)
    for number, entry in enumerate(presentation.iterfind("{*}sldIdLst/{*}sldId"), start=1):
        # The id with a namespace is the relation's; the one without is the slide's own.
        ids = [value for key, value in entry.attrib.items() if key.endswith("}id")]
        if not ids or ids[0] not in relations:
            page.skip("slide", "missing in the file", where=f"slide {number}")
        elif why := _add_slide(page, package, relations[ids[0]].target, number=number):
            page.skip("slide", why, where=f"slide {number}")
    return page.finish()


def _add_slide(page: OfficePage, package: ZipPackage, part: str, *, number: int) -> str:
    """Add a slide; returns why it is left out, if it is."""
    try:
        slide = package.xml(part)
    except UnreadableDocument as error:
        return str(error)
    if attribute(slide, "show") in {"0", "false"}:
        return "hidden"
    shapes = _shapes(slide)
    title = next((shape for shape in shapes if isinstance(shape, TextShape) and shape.is_title), None)
    _add_title(page, title, number=number)
    for shape in shapes:
        if shape is not title:
            _add_shape(page, shape, where=f"slide {number}")
    _add_notes(page, package, part)
    return ""


def _shapes(slide: Element) -> list[Shape]:
    tree = slide.find("{*}cSld/{*}spTree")
    return [] if tree is None else list(read_shapes(tree))


def _add_title(page: OfficePage, title: TextShape | None, *, number: int) -> None:
    texts = [] if title is None else [paragraph.text.text for paragraph in shape_paragraphs(title)]
    heading = RichText(" ".join(texts))
    if number == 1:
        page.add_title(heading)
    else:
        page.add_heading(heading if heading.text else RichText(f"Slide {number}"), level=_SLIDE)


def _add_shape(page: OfficePage, shape: Shape, *, where: str) -> None:
    if isinstance(shape, TextShape):
        _add_texts(page, shape)
    elif isinstance(shape, TableShape):
        page.add_table(slide_table(shape.table))
    else:
        page.skip("drawing", "a chart, diagram or embedded object is not read", where=where)


def _add_texts(page: OfficePage, shape: TextShape) -> None:
    for paragraph in shape_paragraphs(shape):
        if paragraph.is_item:
            page.add_item(paragraph.text, level=paragraph.level, is_ordered=paragraph.is_ordered)
        else:
            page.add_paragraph(paragraph.text)
    page.end_block()


def _add_notes(page: OfficePage, package: ZipPackage, part: str) -> None:
    """Add the speaker's notes of a slide, as prose."""
    targets = [relation.target for relation in package.relations(part).values() if relation.kind == "notesSlide"]
    shapes = [shape for target in targets[:1] for shape in _shapes(package.xml(target))]
    notes = [shape for shape in shapes if isinstance(shape, TextShape) and shape.kind == "body"]
    texts = [paragraph.text for shape in notes for paragraph in shape_paragraphs(shape)]
    if texts:
        page.add_heading(RichText("Notes"), level=_NOTES)
    for text in texts:
        page.add_paragraph(text)
