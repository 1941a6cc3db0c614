"""Gathered statements → a graph."""

from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
from numba import njit
from numpy.typing import NDArray

from veriscope.graph.compact import (
    LABEL,
    PREFERRED_LABEL,
    Attributes,
    ByteTable,
    Edges,
    Graph,
    Groups,
    Names,
    Schema,
    name_order,
    ordered_edges,
    reversed_edges,
)
from veriscope.graph.rdf.gathering import FIRST_PREDICATE, Gathering
from veriscope.graph.rdf.labelling import Labelling
from veriscope.graph.rdf.left_out import LeftOutNotes
from veriscope.graph.rdf.resource_kinds import Roles, Rows, SortedRows, number_of


def assemble(gathering: Gathering, *, language: str, notes: LeftOutNotes) -> Graph:
    """The graph of all gathered statements; consumes the gathering."""
    rows = SortedRows.of(gathering, notes)
    roles = Roles.of(gathering, rows)
    labelling = Labelling.of(gathering, rows.labels, roles, language=language, notes=notes)
    with ThreadPoolExecutor(1) as pool:
        nodes: Future[Names] = pool.submit(_selected, gathering.resources, np.flatnonzero(roles.nodes >= 0))
        out, into = _edges(gathering, roles.nodes, notes)
        attributes, names = _attributes(gathering, rows.attributes, labelling.further, roles.nodes, notes)
        predicates = Names.of(name.decode() for name in names)
        schema = _schema(gathering, rows, roles, labelling, predicates=len(predicates), notes=notes)
        return Graph(
            nodes=nodes.result(),
            predicates=predicates,
            out=out,
            into=into,
            schema=schema,
            attributes=attributes,
            node_labels=labelling.nodes,
            predicate_labels=labelling.predicates.pad(len(predicates)),
        )


def _edges(gathering: Gathering, numbers: NDArray[np.int32], notes: LeftOutNotes) -> tuple[Edges, Edges]:
    count = int(numbers.max(initial=-1)) + 1
    for block in gathering.facts:
        block[:, 0], block[:, 2] = numbers[block[:, 0]], numbers[block[:, 2]]
        block[:, 1] -= FIRST_PREDICATE
    read = sum(len(block) for block in gathering.facts)
    out = ordered_edges(gathering.facts, nodes=count)
    gathering.facts.clear()
    notes.count("repeated fact", read - len(out))
    return out, reversed_edges(out, nodes=count)


def _attributes(
    gathering: Gathering, rows: Rows, further: Rows, numbers: NDArray[np.int32], notes: LeftOutNotes
) -> tuple[Attributes, list[bytes]]:
    """The literal values, and the names of all predicates; the predicates of further labels come last."""
    names = [gathering.predicates[number] for number in range(FIRST_PREDICATE, len(gathering.predicates))]
    parts = [np.stack([rows[:, 0], rows[:, 1] - FIRST_PREDICATE, rows[:, 2]], axis=1)]
    for name in (LABEL, PREFERRED_LABEL):
        is_preferred = further[:, 1] == number_of(PREFERRED_LABEL)
        labels = further[is_preferred if name == PREFERRED_LABEL else ~is_preferred]
        if len(labels):
            parts.append(np.stack([labels[:, 0], np.full(len(labels), len(names)), labels[:, 2]], axis=1))
            names.append(name.encode())
    values = np.concatenate(parts).astype(np.int32)
    used, places = np.unique(~values[:, 2], return_inverse=True)
    values[:, 0], values[:, 2] = numbers[values[:, 0]], places
    edges = ordered_edges([values], nodes=int(numbers.max(initial=-1)) + 1)
    notes.count("repeated literal value", len(values) - len(edges))
    return Attributes(edges.starts, edges.predicates, edges.nodes, _selected(gathering.literals, used)), names


def _schema(
    gathering: Gathering, rows: SortedRows, roles: Roles, labelling: Labelling, *, predicates: int, notes: LeftOutNotes
) -> Schema:
    def groups(pairs: Rows, owners: NDArray[np.int32], count: int, what: str) -> Groups:
        found = Groups.of(owners[pairs[:, 0]], roles.classes[pairs[:, 2]], count=count)
        notes.count(f"repeated {what}", len(pairs) - len(found.members))
        return found

    nodes, classes = (int(numbers.max(initial=-1)) + 1 for numbers in (roles.nodes, roles.classes))
    return Schema(
        classes=_selected(gathering.resources, np.flatnonzero(roles.classes >= 0)),
        types=groups(rows.types, roles.nodes, nodes, "type"),
        superclasses=groups(rows.subclasses, roles.classes, classes, "superclass"),
        domains=groups(rows.domains, roles.predicates, predicates, "domain"),
        ranges=groups(rows.ranges, roles.predicates, predicates, "range"),
        class_labels=labelling.classes,
    )


def _selected(table: ByteTable, numbers: NDArray[np.integer]) -> Names:
    """Some strings of a table as names, in the order of their numbers."""
    starts = np.concatenate([np.zeros(1, dtype=np.int64), table.ends])
    ends = np.cumsum(starts[numbers + 1] - starts[numbers])
    letters = np.empty(int(ends[-1]) if len(ends) else 0, dtype=np.uint8)
    _copy(table.letters, starts, numbers, letters)
    return Names(letters, ends, name_order(letters, ends))


@njit(cache=True, nogil=True)
def _copy(
    letters: NDArray[np.uint8], starts: NDArray[np.int64], numbers: NDArray[np.integer], into: NDArray[np.uint8]
) -> None:
    at = 0
    for number in numbers:
        for place in range(starts[number], starts[number + 1]):
            into[at] = letters[place]
            at += 1
