"""A knowledge graph: nodes, labelled edges in both directions, classes and literal values."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact.edges import Edges, Groups
from veriscope.graph.compact.names import Names


@dataclass(frozen=True, slots=True)
class Labels:
    """What people call things: `texts[places[n]]`; the place is -1 if there is no label."""

    places: NDArray[np.int32]
    texts: Names

    @classmethod
    def empty(cls, count: int) -> "Labels":
        """No labels."""
        return cls(np.full(count, -1, dtype=np.int32), Names.of(()))

    def pad(self, count: int) -> "Labels":
        """The same labels for `count` things; the added ones have none."""
        return Labels(np.pad(self.places, (0, count - len(self.places)), constant_values=-1), self.texts)

    def of(self, number: int) -> str | None:
        """The label of a number, if there is one."""
        place = int(self.places[number]) if number < len(self.places) else -1
        return self.texts[place] if place >= 0 else None


@dataclass(frozen=True, slots=True)
class Schema:
    """Classes, their direct superclasses, the direct classes of nodes, and the domains and ranges of predicates."""

    classes: Names
    types: Groups  # node → classes
    superclasses: Groups  # class → classes
    domains: Groups  # predicate → classes
    ranges: Groups  # predicate → classes
    class_labels: Labels = field(default_factory=lambda: Labels.empty(0))

    @classmethod
    def empty(cls, *, nodes: int, predicates: int) -> "Schema":
        """An empty schema."""
        nothing = np.empty(0, dtype=np.int32)
        by_node, by_predicate = (Groups.of(nothing, nothing, count=count) for count in (nodes, predicates))
        return cls(Names.of(()), by_node, Groups.of(nothing, nothing, count=0), by_predicate, by_predicate)


@dataclass(frozen=True, slots=True)
class Attributes:
    """Literal values: those of node `n` are at `starts[n]` to `starts[n + 1]`, by predicate, then by value."""

    starts: NDArray[np.int64]
    predicates: NDArray[np.int32]
    values: NDArray[np.int32]
    texts: Names  # value → the literal as N-Triples writes it

    @classmethod
    def empty(cls, *, nodes: int) -> "Attributes":
        """No literals."""
        nothing = np.empty(0, dtype=np.int32)
        return cls(np.zeros(nodes + 1, dtype=np.int64), nothing, nothing, Names.of(()))


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and predicates are numbers; `out` holds the edges by subject, `into` the same edges by object."""

    nodes: Names
    predicates: Names
    out: Edges
    into: Edges
    schema: Schema
    attributes: Attributes
    node_labels: Labels
    predicate_labels: Labels

    @classmethod
    def of(cls, triples: Iterable[tuple[str, str, str]]) -> "Graph":
        """A small graph of entity facts only, for tests and trials; ids in the order of the names."""
        facts = sorted(set(triples))
        nodes = Names.of(sorted({end for subject, _, object_ in facts for end in (subject, object_)}))
        predicates = Names.of(sorted({predicate for _, predicate, _ in facts}))
        rows = np.array(
            [(nodes.find(s), predicates.find(p), nodes.find(o)) for s, p, o in facts], dtype=np.int32
        ).reshape(-1, 3)
        return cls.of_numbers(rows, nodes=nodes, predicates=predicates)

    @classmethod
    def of_numbers(cls, facts: NDArray[np.int32], *, nodes: Names, predicates: Names) -> "Graph":
        """A graph of facts by their numbers, one row (subject, predicate, object) each, all different."""
        subjects, labels, objects = facts.T
        return cls(
            nodes=nodes,
            predicates=predicates,
            out=Edges.of(subjects, labels, objects, nodes=len(nodes)),
            into=Edges.of(objects, labels, subjects, nodes=len(nodes)),
            schema=Schema.empty(nodes=len(nodes), predicates=len(predicates)),
            attributes=Attributes.empty(nodes=len(nodes)),
            node_labels=Labels.empty(len(nodes)),
            predicate_labels=Labels.empty(len(predicates)),
        )

    def facts(self) -> NDArray[np.int32]:
        """All facts, one row (subject, predicate, object) each, in the order of `out`."""
        subjects = np.repeat(np.arange(len(self.nodes), dtype=np.int32), self.out.degrees())
        return np.stack([subjects, self.out.predicates, self.out.nodes], axis=1)

    def facts_of(self, predicate: int) -> NDArray[np.int32]:
        """The facts of a predicate, sorted by subject, then object."""
        places = np.flatnonzero(self.out.predicates == predicate)
        subjects = np.searchsorted(self.out.starts, places, side="right") - 1
        return np.stack([subjects, np.full(len(places), predicate), self.out.nodes[places]], axis=1).astype(np.int32)

    def holds(self, subject: int, predicate: int, object_: int) -> bool:
        """Whether the graph holds a fact."""
        return self.out.place(subject, predicate, object_) is not None

    def popularity(self) -> NDArray[np.int64]:
        """How many edges each node has, incoming and outgoing (BUCKLE, section 4.1)."""
        return self.out.degrees() + self.into.degrees()
