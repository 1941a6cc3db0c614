"""Scans tab-separated tables of subject, predicate and object, block by block."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import hash_of, inner_kernel
from veriscope.graph.rdf.statements import Statements, scan_block
from veriscope.graph.rdf.terms import BLANK, IRI, LITERAL, is_utf8, literal_end


def scan_table(block: bytes, *, is_canonical: bool = False) -> Statements:
    """The statements of whole lines; a line without exactly three fields, or with an unusual literal, is odd."""
    return scan_block(_scan, block, is_canonical=is_canonical)


@inner_kernel
def _field(
    data: NDArray[np.uint8],
    start: int,
    end: int,
    span: NDArray[np.int64],
    place: int,
    is_canonical: bool,  # noqa: FBT001
) -> int:
    """Record where a field is, without angle brackets; returns its kind, or -1 if it is empty or a broken literal."""
    span[place], span[place + 1] = start, end
    if start == end:
        return -1
    if data[start] == 34:
        span[place + 1], after = literal_end(data, start, end, is_canonical)
        return LITERAL if after == end else -1
    if data[start] == 60 and data[end - 1] == 62 and end - start > 2:
        span[place], span[place + 1] = start + 1, end - 1
        return IRI
    is_blank = end - start > 2 and data[start] == 95 and data[start + 1] == 58
    return BLANK if is_blank else IRI


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
        end, is_ascii, has_zero, tabs, first, second = start, True, False, 0, 0, 0
        while end < len(data) and data[end] != 10:
            letter = data[end]
            if letter == 9:
                first, second, tabs = (end, second, 1) if tabs == 0 else (first, end, tabs + 1)
            is_ascii &= letter < 128
            has_zero |= letter == 0
            end += 1
        last = end - 1 if end > start and data[end - 1] == 13 else end
        if last > start:
            is_read = tabs == 2 and (is_canonical or not has_zero) and (is_ascii or is_utf8(data, start, last))
            if is_read:
                subject = _field(data, start, first, spans[count], 0, is_canonical)
                predicate = _field(data, first + 1, second, spans[count], 2, is_canonical)
                object_ = _field(data, second + 1, last, spans[count], 4, is_canonical)
                is_read = subject in (IRI, BLANK) and predicate == IRI and object_ >= 0
            if is_read:
                kinds[count, 0], kinds[count, 1] = subject, object_
                for term in range(3):
                    hashes[count, term] = hash_of(data, spans[count, 2 * term], spans[count, 2 * term + 1])
                count += 1
            else:
                odd[odd_count, 0], odd[odd_count, 1], odd[odd_count, 2] = start, last, lines
                odd_count += 1
        start, lines = end + 1, lines + 1
    return count, odd_count, lines
