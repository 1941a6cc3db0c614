"""Scans N-Triples block by block: a kernel for lines written in the usual way."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import hash_of, inner_kernel
from veriscope.graph.rdf.statements import Statements, scan_block
from veriscope.graph.rdf.terms import BLANK, IRI, LITERAL, blank_end, iri_end, is_utf8, literal_end


def scan_ntriples(block: bytes, *, is_canonical: bool = False) -> Statements:
    """The statements of whole lines; lines that are unusual or wrong are returned as odd lines."""
    return scan_block(_scan, block, is_canonical=is_canonical)


@inner_kernel
def _skip_spaces(data: NDArray[np.uint8], place: int, end: int) -> int:
    while place < end and (data[place] == 32 or data[place] == 9):
        place += 1
    return place


@inner_kernel
def _resource(data: NDArray[np.uint8], place: int, end: int, is_canonical: bool) -> tuple[int, int, int, int]:  # noqa: FBT001
    """Kind, start and end of an IRI or blank node at `place`, and where to read on; kind -1 if there is none."""
    if place < end and data[place] == 60:
        close = iri_end(data, place, end)
        if close >= 0:
            return IRI, place + 1, close, close + 1
    elif place + 1 < end and data[place] == 95 and data[place + 1] == 58:
        close = blank_end(data, place, end, is_canonical)
        if close >= 0:
            return BLANK, place, close, close
    return -1, 0, 0, 0


@inner_kernel
def _object(data: NDArray[np.uint8], place: int, end: int, is_canonical: bool) -> tuple[int, int, int, int]:  # noqa: FBT001
    if place < end and data[place] == 34:
        close, after = literal_end(data, place, end, is_canonical)
        return (LITERAL, place, close, after) if close >= 0 else (-1, 0, 0, 0)
    return _resource(data, place, end, is_canonical)


@inner_kernel
def _ends_statement(data: NDArray[np.uint8], place: int, end: int) -> bool:
    """Whether only the dot, spaces and perhaps a comment follow."""
    place = _skip_spaces(data, place, end)
    if place >= end or data[place] != 46:
        return False
    place = _skip_spaces(data, place + 1, end)
    return place == end or data[place] == 35


@inner_kernel
def _line(
    data: NDArray[np.uint8],
    place: int,
    end: int,
    span: NDArray[np.int64],
    kind: NDArray[np.uint8],
    is_canonical: bool,  # noqa: FBT001
) -> bool:
    """Record the terms of a line; returns whether it is a statement."""
    subject, span[0], span[1], place = _resource(data, place, end, is_canonical)
    if subject < 0:
        return False
    predicate, span[2], span[3], place = _resource(data, _skip_spaces(data, place, end), end, is_canonical)
    if predicate != IRI:
        return False
    object_, span[4], span[5], place = _object(data, _skip_spaces(data, place, end), end, is_canonical)
    if object_ < 0:
        return False
    kind[0], kind[1] = subject, object_
    return _ends_statement(data, place, end)


@njit(cache=True, nogil=True)
def _scan(
    data: NDArray[np.uint8],
    spans: NDArray[np.int64],
    hashes: NDArray[np.uint64],
    kinds: NDArray[np.uint8],
    odd: NDArray[np.int64],
    is_canonical: bool,  # noqa: FBT001
) -> tuple[int, int, int]:
    start, count, odd_count, lines = 0, 0, 0, 0
    while start < len(data):
        end, is_ascii = start, True
        while end < len(data) and data[end] != 10:
            is_ascii &= data[end] < 128
            end += 1
        last = end - 1 if end > start and data[end - 1] == 13 else end
        first = _skip_spaces(data, start, last)
        if first < last and data[first] != 35:
            is_read = is_ascii or is_utf8(data, first, last)
            if is_read and _line(data, first, last, spans[count], kinds[count], is_canonical):
                for term in range(3):
                    hashes[count, term] = hash_of(data, spans[count, 2 * term], spans[count, 2 * term + 1])
                count += 1
            else:
                odd[odd_count, 0], odd[odd_count, 1], odd[odd_count, 2] = start, last, lines
                odd_count += 1
        start, lines = end + 1, lines + 1
    return count, odd_count, lines
