"""The text of OpenDocument paragraphs, and what is anchored in them."""

from xml.etree.ElementTree import Element

from veriscope.corpus.sources import RichText, TextBuilder, resolve_href
from veriscope.corpus.sources.office.odf_styles import OdfStyles
from veriscope.corpus.sources.office.xml_parts import local_name
from veriscope.corpus.sources.office.zip_package import attribute

_LEFT_OUT = frozenset({"annotation", "ruby-text", "hidden-text", "tracked-changes", "desc", "title", "event-listeners"})
_SEPARATORS = frozenset({"s", "tab", "line-break"})
# Shapes that hold paragraphs of their own.
SHAPES: frozenset[str] = frozenset({"custom-shape", "rect", "ellipse", "circle", "polygon", "path", "caption"})


class OdfText:
    """Collects the text of one paragraph after the other, until it is taken."""

    def __init__(self, place: str, styles: OdfStyles) -> None:
        self.anchored: list[Element] = []
        self.drawings = 0
        self._place = place
        self._styles = styles
        self._builder = TextBuilder()

    def read(self, element: Element) -> None:
        """Add the text of an element with that of the elements in it."""
        self._builder.add(element.text or "")
        for child in element:
            self._read_child(child, local_name(child.tag))
            self._builder.add(child.tail or "")

    def take(self) -> RichText:
        """The text so far; the next paragraph starts anew."""
        return self._builder.take()

    def separate(self) -> None:
        """Keep what follows apart from the text so far."""
        self._builder.separate()

    def take_anchored(self) -> list[Element]:
        """The notes and text boxes of the text so far."""
        anchored, self.anchored = self.anchored, []
        return anchored

    def add_frame(self, frame: Element) -> None:
        """Keep what a frame holds; pictures hold no text."""
        for child in frame:
            name = local_name(child.tag)
            if name in {"text-box", "table"}:
                self.anchored.append(child)
            elif name in {"object", "object-ole"}:
                self.drawings += 1

    def _read_child(self, child: Element, name: str) -> None:
        if name in _SEPARATORS:
            self._builder.separate()
        elif name == "span":
            self._read_span(child)
        elif name == "a":
            self._builder.open_link(resolve_href(attribute(child, "href"), place=self._place))
            self.read(child)
            self._builder.close_link()
        elif name == "note":
            self.anchored += [part for part in child if local_name(part.tag) == "note-body"]
            self._builder.pass_over_mark()
        elif name == "frame":
            self.add_frame(child)
        elif name in SHAPES:
            self.anchored.append(child)
        elif name not in _LEFT_OUT:
            self.read(child)

    def _read_span(self, span: Element) -> None:
        style = attribute(span, "style-name")
        if self._styles.is_hidden("text", style):
            return
        is_raised = self._styles.is_raised(style)
        if is_raised:
            self._builder.open_raised()
        self.read(span)
        if is_raised:
            self._builder.close_raised()
