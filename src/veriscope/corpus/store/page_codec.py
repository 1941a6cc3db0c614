"""Converts pages to compressed bytes and back: MessagePack arrays under zstd.

An element is an array that starts with its kind. Defaults at the end of an array are left out. Links are a flat run of
start, end and target.
"""

import threading
from typing import Any

import msgspec
import zstandard

from veriscope.domain import (
    Cell,
    Element,
    ItemList,
    Link,
    ListItem,
    Page,
    Section,
    Sentence,
    SheetMark,
    Table,
    TableKind,
)
from veriscope.errors import StoreError

_SECTION, _SENTENCE, _TABLE, _LIST = range(4)
_MAX_PAGE_BYTES = 2**30
_OWN = threading.local()

# The arrays of numbers, strings and arrays that MessagePack returns; building the elements checks them.
_Array = list[Any]


class PageCodec:
    """Encodes and decodes pages; one per thread, since the compressors keep state."""

    def __init__(self) -> None:
        self._compressor = zstandard.ZstdCompressor(level=3)
        self._decompressor = zstandard.ZstdDecompressor()
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder()

    @classmethod
    def of_this_thread(cls) -> "PageCodec":
        """The codec of the current thread."""
        codec: PageCodec | None = getattr(_OWN, "codec", None)
        if codec is None:
            codec = _OWN.codec = cls()
        return codec

    def encode(self, page: Page) -> bytes:
        """The bytes of a page without its title, which the store keeps separately."""
        elements = [_encode_element(element) for element in page.elements]
        marks = [[mark.position, mark.label] for mark in page.marks]
        return self._compressor.compress(self._encoder.encode([page.origin, elements, *([marks] if marks else [])]))

    def decode(self, title: str, body: bytes) -> Page:
        """The page that `encode` wrote."""
        try:
            packed = self._decompressor.decompress(body, max_output_size=_MAX_PAGE_BYTES)
            origin, elements, *rest = self._decoder.decode(packed)
            marks = tuple(SheetMark(*fields) for fields in (rest[0] if rest else []))
            return Page(title, tuple(_decode_element(fields) for fields in elements), origin, marks)
        except (zstandard.ZstdError, msgspec.MsgspecError, ValueError, TypeError, IndexError) as error:
            raise StoreError(f"the page {title!r} is damaged ({error}); build the corpus again") from None


def _encode_element(element: Element) -> _Array:
    match element:
        case Sentence(index, text, links):
            return [_SENTENCE, index, text, *_flat(links)]
        case Section(title, level):
            return [_SECTION, title, level]
        case Table(index, cells, caption, kind, links):
            return [_TABLE, index, kind is TableKind.INFOBOX, caption, _flat(links), [_encode_cell(c) for c in cells]]
        case ItemList(index, items, is_ordered):
            packed = [[item.index, item.level, item.text, *_flat(item.links)] for item in items]
            return [_LIST, index, is_ordered, packed]


def _encode_cell(cell: Cell) -> _Array:
    if cell.row_span == 1 and cell.column_span == 1:
        return [cell.row, cell.column, cell.is_header, cell.text, *_flat(cell.links)]
    spans = [cell.row_span, cell.column_span]
    return [cell.row, cell.column, [cell.is_header, *spans], cell.text, *_flat(cell.links)]


def _flat(links: tuple[Link, ...]) -> _Array:
    return [field for link in links for field in (link.start, link.end, link.target)]


def _decode_element(fields: _Array) -> Element:
    kind = fields[0]
    if kind == _SENTENCE:
        return Sentence(fields[1], fields[2], _links(fields, 3))
    if kind == _SECTION:
        return Section(fields[1], fields[2])
    if kind == _TABLE:
        _, index, is_infobox, caption, links, cells = fields
        layout = TableKind.INFOBOX if is_infobox else TableKind.TABLE
        return Table(index, tuple(_decode_cell(cell) for cell in cells), caption, layout, _links(links, 0))
    if kind == _LIST:
        _, index, is_ordered, items = fields
        read = tuple(ListItem(item[0], item[2], item[1], _links(item, 3)) for item in items)
        return ItemList(index, read, is_ordered)
    raise ValueError(f"unknown element {kind}")


def _decode_cell(fields: _Array) -> Cell:
    header = fields[2]
    links = _links(fields, 4) if len(fields) > 4 else ()
    if header is True or header is False:
        return Cell(fields[0], fields[1], fields[3], header, 1, 1, links)
    return Cell(fields[0], fields[1], fields[3], header[0], header[1], header[2], links)


def _links(fields: _Array, start: int) -> tuple[Link, ...]:
    if len(fields) == start:
        return ()
    return tuple(Link(*fields[i : i + 3]) for i in range(start, len(fields), 3))
