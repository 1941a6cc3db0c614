"""Compares what people type with the names in a graph: kernels over all names at once."""

from urllib.parse import unquote

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact.byte_table import as_array
from veriscope.graph.compact.graph import Labels
from veriscope.graph.compact.kernels import inner_kernel
from veriscope.graph.compact.names import Names

NO_MATCH, WORDS, BEGINNING, SAME = 0, 1, 2, 3
FAR = 99
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "".join(map(chr, range(0xC0, 0xDF))).replace("×", "")
_LOWER = str.maketrans(_CAPITALS, _CAPITALS.lower())

# Letters, ends of the names; label of each name or -1; letters, ends of the labels.
_Tables = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8], NDArray[np.int64]]


def match_grades(names: Names, labels: Labels, text: str) -> NDArray[np.int8]:
    """How well each name matches a text: `SAME`, `BEGINNING` (it starts with the text), `WORDS`, or not at all.

    `WORDS` means that each word of the text begins a word of the name. The better of the label and the last part of the
    IRI counts; case and underscores do not.
    """
    query = fold_text(text)
    return _grades(_tables(names, labels), query, _longest(names, labels))


def edit_distances(names: Names, labels: Labels, text: str, *, most: int) -> NDArray[np.int8]:
    """The edit distance between a text and each name or label; `FAR` if more than `most`."""
    return _distances(_tables(names, labels), fold_text(text)[:64], most, _longest(names, labels))


def fold_text(text: str) -> NDArray[np.uint8]:
    """The bytes of a text in the form in which names are compared."""
    data = as_array(text.strip().replace("_", " ").encode())
    into = np.empty(len(data), dtype=np.uint8)
    return into[: _fold(data, 0, len(data), into)]


def comparable(text: str) -> str:
    """A text in the form in which names are compared: lower case, Latin-1 too. `_fold` is the kernel for this."""
    return text.translate(_LOWER)


def last_part(name: str) -> str:
    """What follows the last slash or hash, or else all; percent escapes are decoded, underscores become spaces."""
    part = name[max(name.rfind("/"), name.rfind("#")) + 1 :] or name
    return unquote(part).replace("_", " ")


def _tables(names: Names, labels: Labels) -> _Tables:
    return names.letters, names.ends, labels.places, labels.texts.letters, labels.texts.ends


def _longest(names: Names, labels: Labels) -> int:
    return max(int(np.diff(ends, prepend=0).max(initial=0)) for ends in (names.ends, labels.texts.ends))


@njit(cache=True, nogil=True)
def _fold(data: NDArray[np.uint8], start: int, end: int, into: NDArray[np.uint8]) -> int:
    """Write letters in lower case, Latin-1 ones too."""
    for place in range(start, end):
        letter = data[place]
        is_latin = place > start and data[place - 1] == 0xC3 and 0x80 <= letter <= 0x9E and letter != 0x97
        into[place - start] = letter + 32 if is_latin or 65 <= letter <= 90 else letter
    return end - start


@inner_kernel
def _digit(letter: int) -> int:
    if 48 <= letter <= 57:
        return letter - 48
    return (letter | 32) - 87 if 97 <= letter | 32 <= 102 else -1


@inner_kernel
def _fold_last_part(data: NDArray[np.uint8], start: int, end: int, into: NDArray[np.uint8]) -> int:
    """Write what follows the last slash or hash, with percent escapes decoded and underscores as spaces."""
    first = end
    while first > start and data[first - 1] not in (47, 35):
        first -= 1
    first, size = (start if first == end else first), 0
    while first < end:
        letter = int(data[first])
        if letter == 37 and first + 2 < end + 0 and _digit(data[first + 1]) >= 0 and _digit(data[first + 2]) >= 0:
            letter = 16 * _digit(data[first + 1]) + _digit(data[first + 2])
            first += 2
        into[size] = 32 if letter == 95 else letter
        first, size = first + 1, size + 1
    return _fold(into, 0, size, into)


@inner_kernel
def _grade(name: NDArray[np.uint8], query: NDArray[np.uint8]) -> int:
    if _begins(name, 0, query, 0, len(query)):
        return SAME if len(name) == len(query) else BEGINNING
    start = 0
    while start < len(query):
        end = start
        while end < len(query) and query[end] != 32:
            end += 1
        if end > start and not _has_word(name, query, start, end):
            return NO_MATCH
        start = end + 1
    return WORDS


@inner_kernel
def _begins(name: NDArray[np.uint8], at: int, query: NDArray[np.uint8], start: int, end: int) -> bool:
    if end - start > len(name) - at:
        return False
    for offset in range(end - start):  # noqa: SIM110
        if name[at + offset] != query[start + offset]:
            return False
    return True


@inner_kernel
def _has_word(name: NDArray[np.uint8], query: NDArray[np.uint8], start: int, end: int) -> bool:
    for at in range(len(name)):
        before = name[at - 1] if at else 32
        is_start = before < 48 or 58 <= before <= 96 or 123 <= before <= 127
        if is_start and _begins(name, at, query, start, end):
            return True
    return False


@njit(cache=True, nogil=True)
def _grades(tables: _Tables, query: NDArray[np.uint8], longest: int) -> NDArray[np.int8]:
    letters, ends, places, label_letters, label_ends = tables
    grades, scratch = np.zeros(len(ends), dtype=np.int8), np.empty(longest, dtype=np.uint8)
    for name in range(len(ends)):
        size = _fold_last_part(letters, ends[name - 1] if name else 0, ends[name], scratch)
        grades[name] = _grade(scratch[:size], query)
        label = places[name]
        if label >= 0:
            size = _fold(label_letters, label_ends[label - 1] if label else 0, label_ends[label], scratch)
            grades[name] = max(grades[name], _grade(scratch[:size], query))
    return grades


@njit(cache=True, nogil=True)
def _distances(tables: _Tables, query: NDArray[np.uint8], most: int, longest: int) -> NDArray[np.int8]:
    letters, ends, places, label_letters, label_ends = tables
    distances, scratch = np.full(len(ends), FAR, dtype=np.int8), np.empty(longest, dtype=np.uint8)
    masks = np.zeros(256, dtype=np.uint64)
    for place in range(len(query)):
        masks[query[place]] |= np.uint64(1) << np.uint64(place)
    for name in range(len(ends)):
        size = _fold_last_part(letters, ends[name - 1] if name else 0, ends[name], scratch)
        distances[name] = _distance(scratch[:size], masks, len(query), most)
        label = places[name]
        if label >= 0:
            size = _fold(label_letters, label_ends[label - 1] if label else 0, label_ends[label], scratch)
            distances[name] = min(distances[name], _distance(scratch[:size], masks, len(query), most))
    return distances


@inner_kernel
def _distance(name: NDArray[np.uint8], masks: NDArray[np.uint64], size: int, most: int) -> int:
    """Levenshtein's distance, all rows of a column at once (Myers, J. ACM 1999)."""
    if abs(len(name) - size) > most or size == 0:
        return FAR
    one, last = np.uint64(1), np.uint64(1) << np.uint64(size - 1)
    rises, falls, distance = ~np.uint64(0), np.uint64(0), size
    for letter in name:
        equal = masks[letter]
        flat = equal | falls
        across = (((equal & rises) + rises) ^ rises) | equal
        up, down = falls | ~(across | rises), rises & across
        distance += 1 if up & last else 0
        distance -= 1 if down & last else 0
        up, down = (up << one) | one, down << one
        rises, falls = down | ~(flat | up), up & flat
    return distance if distance <= most else FAR
