"""Detects a zstd file that was cut short, which the `zstandard` reader treats like a normal end.

Frames are laid out as in RFC 8878, section 3; their blocks state their sizes, so a walk reads only the headers.
"""

from typing import BinaryIO

_MAGIC = 0xFD2FB528
_SKIPPABLE_MAGIC = 0x184D2A50
_DICTIONARY_ID_BYTES = (0, 1, 2, 4)
_CONTENT_SIZE_BYTES = (0, 2, 4, 8)
_RLE_BLOCK = 1


def is_cut_short(raw: BinaryIO) -> bool:
    """Whether the compressed file ends inside a frame; the position moves to the end of the file."""
    size = raw.seek(0, 2)
    place = 0
    while place < size:
        place = _end_of_frame(raw, place, size)
    raw.seek(size)
    return place > size


def _end_of_frame(raw: BinaryIO, place: int, size: int) -> int:
    """The end of the frame at `place`, beyond `size` if it is cut short; other data is left to the decoder."""
    magic = _number(raw, place, width=4)
    if magic & ~0xF == _SKIPPABLE_MAGIC:
        return place + 8 + _number(raw, place + 4, width=4)
    if magic != _MAGIC:
        return size
    descriptor = _number(raw, place + 4, width=1)
    is_last, place = False, place + 5 + _header_size(descriptor)
    while not is_last:
        if place + 3 > size:
            return size + 1
        block = _number(raw, place, width=3)
        is_last, kind, length = bool(block & 1), block >> 1 & 3, block >> 3
        place += 3 + (1 if kind == _RLE_BLOCK else length)
    has_checksum = bool(descriptor & 4)
    return place + 4 * has_checksum


def _header_size(descriptor: int) -> int:
    is_single_segment = bool(descriptor & 0x20)
    content_size = _CONTENT_SIZE_BYTES[descriptor >> 6] or int(is_single_segment)
    return (not is_single_segment) + _DICTIONARY_ID_BYTES[descriptor & 3] + content_size


def _number(raw: BinaryIO, place: int, *, width: int) -> int:
    raw.seek(place)
    return int.from_bytes(raw.read(width), "little")
