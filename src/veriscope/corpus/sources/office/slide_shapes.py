"""The shapes of a slide in their order: its title, texts, tables and what cannot be read."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from veriscope.corpus.sources import RichText, TextBuilder
from veriscope.corpus.sources.office.table_grid import TableGrid
from veriscope.corpus.sources.office.xml_parts import local_name
from veriscope.corpus.sources.office.zip_package import attribute

_FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})
_TITLES = frozenset({"title", "ctrTitle"})
# Placeholders whose paragraphs carry bullets unless they say otherwise; a placeholder without a type is one.
_OUTLINES = frozenset({"", "body", "obj"})
_WRAPPERS = frozenset({"grpSp", "AlternateContent", "Choice"})
_LEFT_OUT = frozenset({"pPr", "rPr", "endParaRPr", "Fallback"})
_ON = frozenset({"1", "true", "on"})


class TextShape(NamedTuple):
    """A shape with paragraphs; the kind is that of its placeholder, `none` if it is no placeholder."""

    kind: str
    body: Element

    @property
    def is_title(self) -> bool:
        """Whether it is the slide's title."""
        return self.kind in _TITLES


class TableShape(NamedTuple):
    """A table."""

    table: Element


class UnreadShape(NamedTuple):
    """A chart, a diagram or an embedded object."""


Shape = TextShape | TableShape | UnreadShape


class SlideParagraph(NamedTuple):
    """A paragraph of a shape, and whether it is an item of a list; `is_ordered` counts for items only."""

    text: RichText
    level: int
    is_item: bool
    is_ordered: bool


def read_shapes(tree: Element) -> Iterator[Shape]:
    """The shapes in a tree of shapes, also in groups; dates, footers and numbers of slides are left out."""
    for shape in tree:
        name = local_name(shape.tag)
        if name in _WRAPPERS:
            yield from read_shapes(shape)
        elif name == "graphicFrame":
            table = shape.find("{*}graphic/{*}graphicData/{*}tbl")
            yield UnreadShape() if table is None else TableShape(table)
        elif name == "sp" and (body := shape.find("{*}txBody")) is not None:
            placeholder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
            kind = "none" if placeholder is None else attribute(placeholder, "type")
            if kind not in _FURNITURE:
                yield TextShape(kind, body)


def shape_paragraphs(shape: TextShape) -> list[SlideParagraph]:
    """The paragraphs of a shape that have text."""
    written = [(paragraph, paragraph_text(paragraph)) for paragraph in shape.body.iterfind("{*}p")]
    filled = [(paragraph, text) for paragraph, text in written if text.text]
    # A single paragraph of an outline is a statement, not a list.
    has_bullets = shape.kind in _OUTLINES and len(filled) > 1
    return [_slide_paragraph(paragraph, text, has_bullets=has_bullets) for paragraph, text in filled]


def _slide_paragraph(paragraph: Element, text: RichText, *, has_bullets: bool) -> SlideParagraph:
    settings = paragraph.find("{*}pPr")
    if settings is None:
        return SlideParagraph(text, 0, has_bullets, is_ordered=False)
    marks = {local_name(child.tag) for child in settings}
    level = attribute(settings, "lvl", "0")
    is_item = bool(marks & {"buChar", "buAutoNum", "buBlip"}) or (has_bullets and "buNone" not in marks)
    return SlideParagraph(text, int(level) if level in "12345678" else 0, is_item, "buAutoNum" in marks)


def paragraph_text(paragraph: Element) -> RichText:
    """The text of a paragraph of a slide."""
    builder = TextBuilder()
    _read(paragraph, builder)
    return builder.take()


def _read(element: Element, builder: TextBuilder) -> None:
    for child in element:
        match local_name(child.tag):
            case "t":
                builder.add(child.text or "")
            case "br" | "tab":
                builder.separate()
            case "r" if _is_raised(child):
                builder.open_raised()
                _read(child, builder)
                builder.close_raised()
            case name if name not in _LEFT_OUT:
                _read(child, builder)


def _is_raised(run: Element) -> bool:
    settings = run.find("{*}rPr")
    baseline = "" if settings is None else attribute(settings, "baseline")
    return baseline.rstrip("%").isdecimal() and baseline.rstrip("%") != "0"


def slide_table(table: Element) -> TableGrid:
    """The cells of a table on a slide."""
    grid = TableGrid()
    settings = table.find("{*}tblPr")
    grid.header_rows = int(settings is not None and attribute(settings, "firstRow") in _ON)
    for row in table.iterfind("{*}tr"):
        grid.add_row()
        for column, cell in enumerate(row.iterfind("{*}tc")):
            if attribute(cell, "hMerge") in _ON or attribute(cell, "vMerge") in _ON:
                continue
            paragraphs = (paragraph_text(paragraph).text for paragraph in cell.iterfind("{*}txBody/{*}p"))
            text = " ".join(filter(None, paragraphs))
            spans = {name: _count(attribute(cell, name)) for name in ("rowSpan", "gridSpan")}
            grid.put(column, text, row_span=spans["rowSpan"], column_span=spans["gridSpan"])
    return grid


def _count(written: str) -> int:
    return max(1, int(written[:6])) if written.isdecimal() else 1
