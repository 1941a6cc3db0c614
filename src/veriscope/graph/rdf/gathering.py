"""Statements as bytes → rows of numbers, with tables of resources, predicates and literals."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import (
    SCHEMA_PREDICATES,
    SHORT_FORMS,
    Arrays,
    ByteTable,
    as_array,
    find_or_add,
    hash_of,
    inner_kernel,
    touch,
)
from veriscope.graph.rdf.statements import Statements
from veriscope.graph.rdf.terms import BLANK, LITERAL

_SHORT_NUMBERS = {
    len(SCHEMA_PREDICATES) + place: SCHEMA_PREDICATES.index(full) for place, full in enumerate(SHORT_FORMS.values())
}
_STRETCH = 128
FIRST_PREDICATE = len(SCHEMA_PREDICATES) + len(SHORT_FORMS)


class Gathering:
    """All statements read so far: rows (subject, predicate, object); an object `~n` is the literal `n`.

    Predicates below `FIRST_PREDICATE` are those of the vocabulary; short forms are already replaced. `facts` holds rows
    between resources, `others` the literal values and the schema; both in reading order.
    """

    def __init__(self) -> None:
        self.resources, self.predicates, self.literals = ByteTable(), ByteTable(), ByteTable()
        self.facts: list[NDArray[np.int32]] = []
        self.others: list[NDArray[np.int32]] = []
        for name in (*SCHEMA_PREDICATES, *SHORT_FORMS):
            self.predicates.add(name.encode())

    def add(self, statements: Statements, *, blank_prefix: bytes) -> int:
        """Add statements; `blank_prefix` keeps the blank nodes of one file apart from those of others."""
        if not len(statements):
            return 0
        count, letters = len(statements), len(statements.data) + len(statements) * 2 * len(blank_prefix)
        rows = _number_terms(
            (statements.data, statements.spans, statements.hashes, statements.kinds),
            self.resources.make_room(strings=2 * count, letters=letters),
            self.predicates.make_room(strings=count, letters=letters),
            self.literals.make_room(strings=count, letters=letters),
            as_array(blank_prefix),
        )
        self._keep(rows)
        return count

    def _keep(self, rows: NDArray[np.int32]) -> None:
        predicates = rows[:, 1]
        is_fact = (predicates >= FIRST_PREDICATE) & (rows[:, 2] >= 0)
        if is_fact.all():
            self.facts.append(rows)
            return
        for short, full in _SHORT_NUMBERS.items():
            predicates[predicates == short] = full
        self.facts.append(rows[is_fact])
        self.others.append(rows[~is_fact])


_ScannedBlock = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint8]]


@njit(cache=True, nogil=True)
def _number_terms(
    scanned: _ScannedBlock, resources: Arrays, predicates: Arrays, literals: Arrays, prefix: NDArray[np.uint8]
) -> NDArray[np.int32]:
    data, spans, hashes, kinds = scanned
    rows = np.empty((len(spans), 3), dtype=np.int32)
    scratch = np.empty(_STRETCH, dtype=np.int64)
    for row in range(len(spans)):
        if row % _STRETCH == 0:
            touch(resources, hashes[row : row + _STRETCH, 0], scratch)
            touch(resources, hashes[row : row + _STRETCH, 2], scratch)
        span, value = spans[row], hashes[row]
        rows[row, 1] = find_or_add(predicates, data, span[2], span[3], value[1])
        if kinds[row, 0] == BLANK:
            rows[row, 0] = _blank(resources, data, span[0], span[1], prefix)
        else:
            rows[row, 0] = find_or_add(resources, data, span[0], span[1], value[0])
        if kinds[row, 1] == LITERAL:
            rows[row, 2] = ~find_or_add(literals, data, span[4], span[5], value[2])
        elif kinds[row, 1] == BLANK:
            rows[row, 2] = _blank(resources, data, span[4], span[5], prefix)
        else:
            rows[row, 2] = find_or_add(resources, data, span[4], span[5], value[2])
    return rows


@inner_kernel
def _blank(table: Arrays, data: NDArray[np.uint8], start: int, end: int, prefix: NDArray[np.uint8]) -> np.int64:
    """The number of a blank node, with the prefix put between `_:` and its name."""
    name = np.concatenate((data[start : start + 2], prefix, data[start + 2 : end]))
    return find_or_add(table, name, 0, len(name), hash_of(name, 0, len(name)))
