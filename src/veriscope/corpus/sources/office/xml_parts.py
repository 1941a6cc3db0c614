"""Parses the XML of office documents within limits: no entities, no endless nesting, one block in memory at a time."""

from collections.abc import Collection, Iterator
from typing import NamedTuple, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser
from xml.parsers import expat

from veriscope.corpus.sources import UnreadableDocument, error_detail

# Readers descend into what is nested by calling themselves, so this stays below the depth that Python allows.
MAX_DEPTH = 300
_CHUNK_BYTES = 1 << 16
_DAMAGE = (ParseError, expat.ExpatError, LookupError, ValueError)


class Block(NamedTuple):
    """An element read whole, and the elements around it, outermost first, of which only the attributes are known."""

    element: Element
    around: tuple[Element, ...]


def local_name(tag: str) -> str:
    """A name without its namespace."""
    return tag.rpartition("}")[2]


def read_xml(part: bytes, *, name: str) -> Element:
    """The root of a part; an empty element if the part is empty."""
    root = Element("none")
    for block in stream_blocks(part or b"<none/>", (), name=name):
        root = block.element
    return root


def stream_blocks(part: bytes, wanted: Collection[str], *, name: str) -> Iterator[Block]:
    """The outermost elements with one of the wanted names, as they end, or else the root; each is then forgotten."""
    open_elements: list[Element] = []
    outermost = -1  # the depth of the wanted element that is open
    for event, element in _events(part, name=name):
        if event == "start":
            if outermost < 0 and (local_name(element.tag) in wanted or not (wanted or open_elements)):
                outermost = len(open_elements)
            open_elements.append(element)
            if len(open_elements) > MAX_DEPTH:
                raise UnreadableDocument(f"its part {name} is nested more than {MAX_DEPTH} levels deep")
            continue
        open_elements.pop()
        if len(open_elements) == outermost:
            outermost = -1
            yield Block(element, tuple(open_elements))
        if outermost < 0 and open_elements:
            open_elements[-1].remove(element)


def _events(part: bytes, *, name: str) -> Iterator[tuple[str, Element]]:
    parser: XMLPullParser[Element] = XMLPullParser(("start", "end"))
    try:
        _refuse_declarations(part, name=name)
        for start in range(0, len(part), _CHUNK_BYTES):
            parser.feed(part[start : start + _CHUNK_BYTES])
            # The cast holds: nothing but elements was asked for.
            yield from cast("Iterator[tuple[str, Element]]", parser.read_events())
        parser.close()
        yield from cast("Iterator[tuple[str, Element]]", parser.read_events())
    except _DAMAGE as error:
        raise UnreadableDocument(f"its part {name} is damaged: {error_detail(error)}") from None


class _RootReached(Exception):  # noqa: N818  (no error: it ends the search)
    """The root begins, so no document type follows."""


def _refuse_declarations(part: bytes, *, name: str) -> None:
    """Refuse a part that declares anything of its own, such as entities, in whatever encoding it is."""

    def refuse(_name: str, _system: str | None, _public: str | None, has_declarations: bool) -> None:  # noqa: FBT001
        if has_declarations:
            raise UnreadableDocument(f"its part {name} declares entities, as no office program does")

    def stop(*_: object) -> None:
        raise _RootReached

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = stop
    try:
        parser.Parse(part, True)  # noqa: FBT003  (it takes no names)
    except _RootReached:
        return
