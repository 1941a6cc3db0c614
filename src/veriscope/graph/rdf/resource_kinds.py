"""Decides which resources of gathered statements are nodes, classes or predicates; one can be several."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import (
    CLASS_KINDS,
    DOMAIN,
    LABEL,
    PREDICATE_KINDS,
    PREFERRED_LABEL,
    RANGE,
    SCHEMA_PREDICATES,
    SIDE_LABEL,
    SIDE_PREDICATE_LABEL,
    SUBCLASS_OF,
    TYPE,
)
from veriscope.graph.rdf.gathering import FIRST_PREDICATE, Gathering
from veriscope.graph.rdf.left_out import LeftOutNotes

Rows = NDArray[np.int32]  # (subject, predicate, object) as `Gathering` numbers them


@dataclass(frozen=True, slots=True)
class SortedRows:
    """The rows that are not facts between resources, by what they say."""

    attributes: Rows
    labels: Rows
    types: Rows  # of things; types that declare a class or a predicate are below
    subclasses: Rows
    domains: Rows
    ranges: Rows
    class_declarations: Rows
    predicate_declarations: Rows

    @classmethod
    def of(cls, gathering: Gathering, notes: LeftOutNotes) -> "SortedRows":
        """Sort the rows; what makes no sense, such as a literal as a class, is noted and left out."""
        rows = np.concatenate(gathering.others) if gathering.others else np.empty((0, 3), dtype=np.int32)
        by_name = {name: _between_resources(rows, name, notes) for name in (TYPE, SUBCLASS_OF, DOMAIN, RANGE)}
        types = by_name[TYPE]
        declares_class = np.isin(types[:, 2], _known(gathering, CLASS_KINDS))
        declares_predicate = np.isin(types[:, 2], _known(gathering, PREDICATE_KINDS))
        return cls(
            attributes=rows[rows[:, 1] >= FIRST_PREDICATE],
            labels=_labels(rows, notes),
            types=types[~declares_class & ~declares_predicate],
            subclasses=by_name[SUBCLASS_OF],
            domains=by_name[DOMAIN],
            ranges=by_name[RANGE],
            class_declarations=types[declares_class],
            predicate_declarations=types[declares_predicate],
        )


@dataclass(frozen=True, slots=True)
class Roles:
    """Resource → its number as a node, as a class, as a predicate; -1 if it is none. Nodes are in reading order."""

    nodes: NDArray[np.int32]
    classes: NDArray[np.int32]
    predicates: NDArray[np.int32]

    @classmethod
    def of(cls, gathering: Gathering, rows: SortedRows) -> "Roles":
        """The roles of all resources; predicates that are only declared are added to those in use."""
        declared = (rows.domains[:, 0], rows.ranges[:, 0], rows.predicate_declarations[:, 0])
        for resource in np.unique(np.concatenate(declared)).tolist():
            gathering.predicates.add(gathering.resources[resource])
        predicates = _predicate_numbers(gathering)
        parts = (rows.types[:, 2], rows.subclasses[:, [0, 2]].ravel(), rows.domains[:, 2], rows.ranges[:, 2])
        classes = _numbers(len(predicates), (*parts, rows.class_declarations[:, 0]))
        ends = [end for block in gathering.facts for end in (block[:, 0], block[:, 2])]
        is_known = (classes >= 0) | (predicates >= 0)
        only_labelled = rows.labels[_is_of(rows.labels, LABEL, PREFERRED_LABEL) & ~is_known[rows.labels[:, 0]], 0]
        nodes = _numbers(len(predicates), (*ends, rows.attributes[:, 0], rows.types[:, 0], only_labelled))
        return cls(nodes, classes, predicates)


def number_of(name: str) -> int:
    """The number of a schema predicate, the same in every gathering."""
    return SCHEMA_PREDICATES.index(name)


def _is_of(rows: Rows, *names: str) -> NDArray[np.bool_]:
    return np.asarray(np.isin(rows[:, 1], [number_of(name) for name in names]))


def _between_resources(rows: Rows, name: str, notes: LeftOutNotes) -> Rows:
    found: Rows = rows[rows[:, 1] == number_of(name)]
    notes.count(f"{name.rpartition('#')[2]} of a literal", int((found[:, 2] < 0).sum()))
    return found[found[:, 2] >= 0]


def _labels(rows: Rows, notes: LeftOutNotes) -> Rows:
    found: Rows = rows[_is_of(rows, LABEL, PREFERRED_LABEL, SIDE_LABEL, SIDE_PREDICATE_LABEL)]
    notes.count("label that is no literal", int((found[:, 2] >= 0).sum()))
    return found[found[:, 2] < 0]


def _known(gathering: Gathering, names: tuple[str, ...]) -> list[int]:
    numbers = [gathering.resources.find(name.encode()) for name in names]
    return [number for number in numbers if number is not None]


def _predicate_numbers(gathering: Gathering) -> NDArray[np.int32]:
    numbers = np.full(len(gathering.resources), -1, dtype=np.int32)
    for predicate in range(FIRST_PREDICATE, len(gathering.predicates)):
        resource = gathering.resources.find(gathering.predicates[predicate])
        if resource is not None:
            numbers[resource] = predicate - FIRST_PREDICATE
    return numbers


def _numbers(count: int, members: tuple[NDArray[np.int32], ...]) -> NDArray[np.int32]:
    """Number the members among `count` resources, in order."""
    is_member = np.zeros(count, dtype=np.bool_)
    for part in members:
        is_member[part] = True
    numbers = np.cumsum(is_member, dtype=np.int32) - np.int32(1)
    numbers[~is_member] = -1
    return numbers
