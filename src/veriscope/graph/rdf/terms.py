"""The terms of RDF as bytes: kernels that find where an IRI, a blank node or a literal ends."""

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import inner_kernel

IRI, BLANK, LITERAL = 0, 1, 2

_STRING = np.frombuffer(b"^^<http://www.w3.org/2001/XMLSchema#string>", dtype=np.uint8)


def _letters(*, allowed: bytes) -> NDArray[np.bool_]:
    table = np.zeros(256, dtype=np.bool_)
    table[np.frombuffer(allowed, dtype=np.uint8)] = True
    return table


_DIGITS_AND_LETTERS = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_IN_IRI = _letters(allowed=bytes(sorted(set(range(0x21, 256)) - set(b'<>"{}|^`\\\x7f'))))
_IN_BLANK = _letters(allowed=_DIGITS_AND_LETTERS + b"_-")
_IN_LANGUAGE = _letters(allowed=b"0123456789abcdefghijklmnopqrstuvwxyz-")
_AFTER_BACKSLASH = _letters(allowed=b'tnrbf"\\')


@inner_kernel
def iri_end(data: NDArray[np.uint8], start: int, end: int) -> int:
    """The place of the `>` of an IRI whose `<` is at `start`; -1 if the IRI is not plain or has no scheme."""
    has_colon = False
    for place in range(start + 1, end):
        letter = data[place]
        if letter == 62:  # >
            return place if has_colon else -1
        if not _IN_IRI[letter]:
            return -1
        has_colon |= letter == 58
    return -1


@inner_kernel
def blank_end(data: NDArray[np.uint8], start: int, end: int, is_canonical: bool) -> int:  # noqa: FBT001
    """The end of a blank node that begins with `_:` at `start`; -1 if its name is empty or not plain.

    A canonical writer puts a space after it; otherwise a dot may belong to the name or end the statement.
    """
    place = start + 2
    while place < end and (_IN_BLANK[data[place]] or (is_canonical and data[place] != 32)):
        place += 1
    is_plain = place == end or data[place] in (9, 32, 60)
    return place if place > start + 2 and is_plain else -1


@inner_kernel
def literal_end(data: NDArray[np.uint8], start: int, end: int, is_canonical: bool) -> tuple[int, int]:  # noqa: FBT001
    """The end of a literal whose first quote is at `start`, without and with `^^xsd:string`; -1 if it is not plain.

    A plain literal can be written in only one way: no numeric escapes (unless the writer is known to be canonical), no
    capitals in language tags.
    """
    place = start + 1
    while place < end and data[place] != 34:
        if data[place] == 92:
            if place + 1 >= end or not (
                _AFTER_BACKSLASH[data[place + 1]] or (is_canonical and data[place + 1] | 32 == 117)
            ):
                return -1, -1
            place += 2
        elif data[place] < 32 or data[place] == 127:
            return -1, -1
        else:
            place += 1
    place += 1
    if place > end:
        return -1, -1
    if place < end and data[place] == 64:  # @
        return _language_end(data, place, end)
    if place < end and data[place] == 94:  # ^
        return _datatype_end(data, place, end)
    return place, place


@inner_kernel
def _language_end(data: NDArray[np.uint8], at: int, end: int) -> tuple[int, int]:
    place, hyphens, is_odd = at + 1, 0, False
    while place < end and _IN_LANGUAGE[data[place]]:
        if data[place] == 45:
            is_odd |= data[place - 1] == 45
            hyphens += 1
        elif data[place] < 97:  # the first part of a tag has letters only
            is_odd |= hyphens == 0
        place += 1
    is_odd |= place == at + 1 or data[at + 1] < 97 or data[place - 1] == 45 or (place < end and 65 <= data[place] <= 90)
    return (-1, -1) if is_odd else (place, place)


@inner_kernel
def _datatype_end(data: NDArray[np.uint8], at: int, end: int) -> tuple[int, int]:
    if at + 2 >= end or data[at + 1] != 94 or data[at + 2] != 60:
        return -1, -1
    close = iri_end(data, at + 2, end)
    if close < 0:
        return -1, -1
    if close + 1 - at == len(_STRING):
        for offset in range(len(_STRING)):
            if data[at + offset] != _STRING[offset]:
                return close + 1, close + 1
        return at, close + 1
    return close + 1, close + 1


@inner_kernel
def is_utf8(data: NDArray[np.uint8], start: int, end: int) -> bool:
    """Whether bytes are UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF."""
    place = start
    while place < end:
        letter = data[place]
        if letter < 128:
            place += 1
            continue
        size = 2 if 0xC2 <= letter < 0xE0 else 3 if 0xE0 <= letter < 0xF0 else 4 if 0xF0 <= letter < 0xF5 else 0
        if size == 0 or place + size > end:
            return False
        second = data[place + 1]
        low = 0xA0 if letter == 0xE0 else 0x90 if letter == 0xF0 else 0x80
        high = 0x9F if letter == 0xED else 0x8F if letter == 0xF4 else 0xBF
        if not low <= second <= high:
            return False
        for offset in range(2, size):
            if data[place + offset] & 0xC0 != 0x80:
                return False
        place += size
    return True
