"""The text of a Word paragraph, with tracked changes accepted, and what is anchored in it."""

from collections.abc import Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from veriscope.corpus.sources import RichText, TextBuilder, resolve_href
from veriscope.corpus.sources.office.xml_parts import local_name
from veriscope.corpus.sources.office.zip_package import Relation, attribute

_LEFT_OUT = frozenset(
    {
        "del",
        "moveFrom",
        "delText",
        "instrText",
        "delInstrText",
        "pPr",
        "rPr",
        "tblPr",
        "tcPr",
        "trPr",
        "Fallback",
        "rt",
        "sdtPr",
        "sdtEndPr",
    }
)
_SEPARATORS = frozenset({"tab", "ptab", "br", "cr"})
_DRAWINGS = frozenset({"chart", "relIds", "OLEObject"})


class NoteMark(NamedTuple):
    """A mark in the text: `footnote` or `endnote`, and the note's id."""

    kind: str
    id: str


class WordText:
    """Collects the text of one paragraph after the other, until it is taken."""

    def __init__(self, place: str, relations: Mapping[str, Relation]) -> None:
        self.notes: list[NoteMark] = []
        self.boxes: list[Element] = []
        self.drawings = 0
        self._place = place
        self._relations = relations
        self._builder = TextBuilder()

    def read(self, element: Element) -> None:
        """Add the text of a paragraph, or of part of one."""
        for child in element:
            self._read_child(child, local_name(child.tag))

    def take(self) -> RichText:
        """The text so far; the next paragraph starts anew."""
        return self._builder.take()

    def separate(self) -> None:
        """Keep what follows apart from the text so far."""
        self._builder.separate()

    def _read_child(self, child: Element, name: str) -> None:
        if name == "r":
            self._read_run(child)
        elif name == "t":
            self._builder.add(child.text or "")
        elif name in _SEPARATORS:
            self._builder.separate()
        elif name == "noBreakHyphen":
            self._builder.add("-")
        elif name == "hyperlink":
            self._read_link(child)
        elif name in {"footnoteReference", "endnoteReference"}:
            self.notes.append(NoteMark(name.removesuffix("Reference"), attribute(child, "id")))
            self._builder.pass_over_mark()
        elif name == "txbxContent":
            self.boxes.append(child)
        elif name in _DRAWINGS:
            self.drawings += 1
        elif name not in _LEFT_OUT:
            self.read(child)

    def _read_run(self, run: Element) -> None:
        settings = run.find("{*}rPr")
        if settings is None:
            self.read(run)
            return
        if is_on(settings.find("{*}vanish")):
            return
        position = settings.find("{*}vertAlign")
        is_raised = position is not None and attribute(position, "val") == "superscript"
        if is_raised:
            self._builder.open_raised()
        self.read(run)
        if is_raised:
            self._builder.close_raised()

    def _read_link(self, link: Element) -> None:
        relation = self._relations.get(attribute(link, "id"))
        self._builder.open_link(resolve_href(relation.target, place=self._place) if relation else "")
        self.read(link)
        self._builder.close_link()


def is_on(setting: Element | None) -> bool:
    """Whether a setting is there and not switched off."""
    return setting is not None and attribute(setting, "val", "1") not in {"0", "false", "off", "none"}
