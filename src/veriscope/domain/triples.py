"""Entities, triples and the paths between entities of a knowledge graph."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Entity:
    """A node of a knowledge graph: its IRI and the name people read."""

    iri: str
    label: str


@dataclass(frozen=True, slots=True, order=True)
class Triple:
    """A fact to check, by IRIs. Carries no truth value, so no checker can peek."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class GoldTriple:
    """A triple known to be true or false."""

    triple: Triple
    is_true: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a path: the predicate, whether it is walked from subject to object, and the node reached."""

    predicate: str
    is_forward: bool
    node: str


@dataclass(frozen=True, slots=True)
class Path:
    """A walk from `start` along `steps`."""

    start: str
    steps: tuple[Step, ...]
