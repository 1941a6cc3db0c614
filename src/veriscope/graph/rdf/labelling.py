"""Chooses one label for each thing; the further labels of nodes become literal values."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import (
    SIDE_LABEL,
    SIDE_PREDICATE_LABEL,
    ByteTable,
    Labels,
    Names,
    language_ranks,
    name_order,
    texts_of,
)
from veriscope.graph.rdf.gathering import Gathering
from veriscope.graph.rdf.left_out import LeftOutNotes
from veriscope.graph.rdf.resource_kinds import Roles, Rows, number_of


@dataclass(frozen=True, slots=True)
class Labelling:
    """The labels of nodes, classes and predicates, and the rows of the further labels of nodes."""

    nodes: Labels
    classes: Labels
    predicates: Labels
    further: Rows

    @classmethod
    def of(cls, gathering: Gathering, rows: Rows, roles: Roles, *, language: str, notes: LeftOutNotes) -> "Labelling":
        """Choose a label from a file of labels, else one in the language, else an untagged one, else the first."""
        is_side = rows[:, 1] == number_of(SIDE_PREDICATE_LABEL)
        of_things, of_predicates = rows[~is_side], rows[is_side | (roles.predicates[rows[:, 0]] >= 0)]
        chosen = _chosen(of_things, gathering.literals, language=language)
        chosen_predicates = of_predicates[_chosen(of_predicates, gathering.literals, language=language)]
        _note_labels_of_unknown_things(rows, roles, notes)
        further = of_things[~chosen]
        is_of_node = roles.nodes[further[:, 0]] >= 0
        is_held = is_of_node | (roles.classes[further[:, 0]] >= 0) | (roles.predicates[further[:, 0]] >= 0)
        notes.count("further label of a class or predicate", int((is_held & ~is_of_node).sum()))
        return cls(
            nodes=_labels(of_things[chosen], roles.nodes, gathering.literals),
            classes=_labels(of_things[chosen], roles.classes, gathering.literals),
            predicates=_labels(chosen_predicates, roles.predicates, gathering.literals),
            further=_without_repeats(further[is_of_node], of_things[chosen]),
        )


def names_of(table: ByteTable) -> Names:
    """A table of strings as names, in order."""
    return Names(table.letters.copy(), table.ends.copy(), name_order(table.letters, table.ends))


def _chosen(rows: Rows, literals: ByteTable, *, language: str) -> NDArray[np.bool_]:
    ranks = language_ranks(literals, ~rows[:, 2].astype(np.int64), language=language)
    ranks[np.isin(rows[:, 1], [number_of(SIDE_LABEL), number_of(SIDE_PREDICATE_LABEL)])] = -1
    order = np.lexsort((ranks, rows[:, 0]))
    owners = rows[order, 0]
    chosen = np.zeros(len(rows), dtype=np.bool_)
    chosen[order[np.flatnonzero(np.diff(owners, prepend=-1))]] = True
    return chosen


def _labels(rows: Rows, numbers: NDArray[np.int32], literals: ByteTable) -> Labels:
    owners = numbers[rows[:, 0]]
    texts, places_of_rows = texts_of(literals, ~rows[owners >= 0, 2].astype(np.int64))
    places = np.full(int(numbers.max(initial=-1)) + 1, -1, dtype=np.int32)
    places[owners[owners >= 0]] = places_of_rows
    return Labels(places, names_of(texts))


def _note_labels_of_unknown_things(rows: Rows, roles: Roles, notes: LeftOutNotes) -> None:
    is_predicate = roles.predicates[rows[:, 0]] >= 0
    is_thing = (roles.nodes[rows[:, 0]] >= 0) | (roles.classes[rows[:, 0]] >= 0) | is_predicate
    for name, is_held, what in (
        (SIDE_LABEL, is_thing, "label of a thing that the graph does not hold"),
        (SIDE_PREDICATE_LABEL, is_predicate, "label of a predicate that the graph does not hold"),
    ):
        notes.count(what, int(((rows[:, 1] == number_of(name)) & ~is_held).sum()))


def _without_repeats(further: Rows, chosen: Rows) -> Rows:
    """Further labels that differ from the chosen one."""
    label_of = dict(zip(chosen[:, 0].tolist(), chosen[:, 2].tolist(), strict=True)) if len(further) else {}
    is_new = [label_of[owner] != literal for owner, _, literal in further.tolist()]
    return further[np.array(is_new, dtype=np.bool_)]
