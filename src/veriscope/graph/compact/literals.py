"""Literals as N-Triples writes them: their text, their language, and kernels for many."""

import re

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact.byte_table import Arrays, ByteTable, as_array, find_or_add, hash_of
from veriscope.graph.compact.kernels import inner_kernel

_PARTS = re.compile(r'"(?P<text>.*)"(?:@(?P<language>[A-Za-z0-9-]+)|\^\^<(?P<datatype>[^>]*)>)?', re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_PLAIN = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}

UNTAGGED, WANTED, OTHER = 1, 0, 2


def literal_text(literal: str) -> str:
    """What a literal says, without quotes, escapes, language and datatype."""
    match = _PARTS.fullmatch(literal)
    if match is None:
        return literal
    return _ESCAPE.sub(lambda escape: _resolve_escape(escape[1]), match["text"])


def literal_datatype(literal: str) -> str | None:
    """The datatype's IRI, if it has one."""
    match = _PARTS.fullmatch(literal)
    return match["datatype"] if match else None


def _resolve_escape(escape: str) -> str:
    return chr(int(escape[1:], 16)) if len(escape) > 1 else _PLAIN.get(escape, escape)


def texts_of(table: ByteTable, numbers: NDArray[np.int64]) -> tuple[ByteTable, NDArray[np.int32]]:
    """The distinct texts of some literals of a table, and the number of each literal's text."""
    texts = ByteTable()
    starts, ends = _bounds(table, numbers)
    arrays = texts.make_room(strings=len(numbers), letters=int((ends - starts).sum()))
    return texts, _add_texts(table.letters, starts, ends, arrays)


def language_ranks(table: ByteTable, numbers: NDArray[np.int64], *, language: str) -> NDArray[np.int8]:
    """For each literal whether it is in the wanted language (or a kind of it), untagged, or in another one."""
    starts, ends = _bounds(table, numbers)
    return _ranks(table.letters, starts, ends, as_array(language.lower().encode()))


def _bounds(table: ByteTable, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    starts = np.concatenate([np.zeros(1, dtype=np.int64), table.ends])
    return starts[numbers], starts[numbers + 1]


@inner_kernel
def _closing_quote(letters: NDArray[np.uint8], start: int, end: int) -> int:
    place = end - 1
    while place > start and letters[place] != 34:
        place -= 1
    return place


@njit(cache=True, nogil=True)
def _ranks(
    letters: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], language: NDArray[np.uint8]
) -> NDArray[np.int8]:
    ranks = np.full(len(starts), UNTAGGED, dtype=np.int8)
    for row in range(len(starts)):
        tag = _closing_quote(letters, starts[row], ends[row]) + 2
        if tag > ends[row] or letters[tag - 1] != 64:
            continue
        size = len(language)
        is_same = ends[row] - tag >= size
        for offset in range(size if is_same else 0):
            is_same &= letters[tag + offset] == language[offset]
        is_whole = is_same and (ends[row] - tag == size or letters[tag + size] == 45)
        ranks[row] = WANTED if is_whole else OTHER
    return ranks


@njit(cache=True, nogil=True)
def _add_texts(
    letters: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], texts: Arrays
) -> NDArray[np.int32]:
    numbers = np.empty(len(starts), dtype=np.int32)
    scratch = np.empty((ends - starts).max() if len(starts) else 0, dtype=np.uint8)
    for row in range(len(starts)):
        size = _unescape(letters, starts[row] + 1, _closing_quote(letters, starts[row], ends[row]), scratch)
        numbers[row] = find_or_add(texts, scratch, 0, size, hash_of(scratch, 0, size))
    return numbers


@inner_kernel
def _unescape(letters: NDArray[np.uint8], start: int, end: int, into: NDArray[np.uint8]) -> int:
    """Write the unescaped text, which is never longer, and return its number of bytes."""
    place, size = start, 0
    while place < end:
        if letters[place] != 92:
            into[size] = letters[place]
            place, size = place + 1, size + 1
            continue
        kind = letters[place + 1]
        if kind in (117, 85):
            digits = 4 if kind == 117 else 8
            size = _write_utf8(_hexadecimal(letters, place + 2, digits), into, size)
            place += 2 + digits
        else:
            into[size] = 9 if kind == 116 else 10 if kind == 110 else 13 if kind == 114 else 8 if kind == 98 else kind
            into[size] = 12 if kind == 102 else into[size]
            place, size = place + 2, size + 1
    return size


@inner_kernel
def _hexadecimal(letters: NDArray[np.uint8], start: int, digits: int) -> np.int64:
    value = np.int64(0)
    for place in range(start, start + digits):
        letter = np.int64(letters[place])
        value = 16 * value + (letter - 48 if letter < 58 else (letter | 32) - 87)
    return value


@inner_kernel
def _write_utf8(point: np.int64, into: NDArray[np.uint8], size: int) -> int:
    if point < 0x80:
        into[size] = point
        return size + 1
    count = 1 if point < 0x800 else 2 if point < 0x10000 else 3
    into[size] = (0xC0 if count == 1 else 0xE0 if count == 2 else 0xF0) | (point >> (6 * count))
    for offset in range(1, count + 1):
        into[size + offset] = 0x80 | ((point >> (6 * (count - offset))) & 0x3F)
    return size + count + 1
