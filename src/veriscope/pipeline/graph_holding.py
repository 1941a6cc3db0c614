"""What a graph says about linked triples: held, contradicted by another fact of a functional predicate, or open."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from veriscope.domain import LinkedTriple, Triple
from veriscope.graph import (
    TYPE,
    Edges,
    Functionality,
    Graph,
    LiteralKind,
    LiteralValue,
    closed_superclasses,
    functionalities,
    read_literal,
    values_of,
)
from veriscope.pipeline.graph_finding import Holding
from veriscope.text import words

# From this functionality on, a subject has one object, and another object contradicts it.
_FUNCTIONAL = 0.95
_LEAST_FACTS = 5
# Sources give amounts for different years: a difference up to this share does not contradict.
_NEAR = 0.1
_EXACT_BELOW = 1000


class TripleHolding(NamedTuple):
    """Whether the graph holds a triple, the facts behind the answer, and the reason in words."""

    holding: Holding
    facts: tuple[Triple, ...]
    why: str


_OPEN = TripleHolding(Holding.OPEN, (), "the graph holds neither the fact nor one that excludes it")


def _contradiction(facts: tuple[Triple, ...], *, by: str) -> TripleHolding:
    return TripleHolding(Holding.CONTRADICTED, facts, f"the graph holds another {by}, and the predicate allows one")


@dataclass(frozen=True)
class Holdings:
    """Judges triples against one graph."""

    graph: Graph

    def of(self, linked: LinkedTriple) -> TripleHolding:
        """What the graph says about a triple, whether the claim asserts or denies it."""
        found = self._find(linked)
        if found is not _OPEN:
            return found
        triple = linked.triple
        turned = linked._replace(triple=Triple(triple.object, triple.predicate, triple.subject))
        if self._find(turned).holding is Holding.OPEN:
            return _OPEN
        return TripleHolding(Holding.OPEN, (), f"{_OPEN.why}; with subject and object exchanged it does")

    def _find(self, linked: LinkedTriple) -> TripleHolding:
        triple = linked.triple
        subject = self.graph.nodes.find(triple.subject)
        if subject is None:
            return _OPEN
        if triple.predicate == TYPE:
            return self._of_kind(subject, triple)
        predicate = self.graph.predicates.find(triple.predicate)
        if predicate is None:
            return _OPEN
        values = values_of(self.graph, subject, predicate)
        object_ = self.graph.nodes.find(triple.object)
        if linked.bounds is None and object_ is not None and not values:
            return self._of_things(triple, subject, predicate, object_)
        return self._of_values(linked, predicate, values)

    def _of_things(self, triple: Triple, subject: int, predicate: int, object_: int) -> TripleHolding:
        if self.graph.holds(subject, predicate, object_):
            return TripleHolding(Holding.HELD, (triple,), "the graph holds the fact")
        shape = self._functionality[predicate]
        objects = _others(self.graph.out, subject, predicate)
        if shape.functionality >= _FUNCTIONAL and shape.facts >= _LEAST_FACTS and objects:
            facts = tuple(Triple(triple.subject, triple.predicate, self.graph.nodes[other]) for other in objects)
            return _contradiction(facts, by="object")
        subjects = _others(self.graph.into, object_, predicate)
        if shape.inverse_functionality >= _FUNCTIONAL and shape.facts >= _LEAST_FACTS and subjects:
            facts = tuple(Triple(self.graph.nodes[other], triple.predicate, triple.object) for other in subjects)
            return _contradiction(facts, by="subject")
        return _OPEN

    def _of_kind(self, subject: int, triple: Triple) -> TripleHolding:
        kind = self.graph.schema.classes.find(triple.object)
        direct = self.graph.schema.types[subject].tolist()
        if kind is not None and any(kind in self._superclasses[one] for one in direct):
            return TripleHolding(Holding.HELD, (triple,), "the graph holds the class")
        return _OPEN

    def _of_values(self, linked: LinkedTriple, predicate: int, written: Sequence[str]) -> TripleHolding:
        triple = linked.triple
        facts = tuple(Triple(triple.subject, triple.predicate, value) for value in written)
        values = [read_literal(value) for value in written]
        agree = [_agrees(value, linked) for value in values]
        if any(agree):
            held = tuple(fact for fact, same in zip(facts, agree, strict=True) if same)
            return TripleHolding(Holding.HELD, held, "the value of the graph is what the claim says")
        shape = self._functionality[predicate]
        is_one = shape.functionality >= _FUNCTIONAL and shape.facts >= _LEAST_FACTS
        if values and is_one and all(_excludes(value, linked) for value in values):
            return _contradiction(facts, by="value")
        return _OPEN

    @cached_property
    def _functionality(self) -> list[Functionality]:
        return functionalities(self.graph)

    @cached_property
    def _superclasses(self) -> list[frozenset[int]]:
        closed = closed_superclasses(self.graph.schema)
        return [frozenset(closed[number].tolist()) for number in range(len(self.graph.schema.classes))]


def _others(edges: Edges, node: int, predicate: int) -> list[int]:
    """The nodes at the other end of a node's edges with that predicate."""
    own = edges.of_node(node)
    predicates = edges.predicates[own]
    left, right = (int(np.searchsorted(predicates, predicate, side=side)) for side in ("left", "right"))
    found: list[int] = edges.nodes[own][left:right].tolist()
    return found


def _agrees(value: LiteralValue, linked: LinkedTriple) -> bool:
    if linked.bounds is not None:
        low, high = linked.bounds
        # "Gold has a density of 19": people leave out the fraction of a value.
        slack = 0.5 if low == high and value.number is not None and not value.number.is_integer() else 0.0
        return value.number is not None and low - slack <= value.number <= high + slack
    said, known = words(linked.triple.object), words(value.text)
    return bool(said) and (said == known or (len(said) > 1 and _is_run_of(said, known)))


def _excludes(value: LiteralValue, linked: LinkedTriple) -> bool:
    """Whether a value is too far from what the claim says for both to be true."""
    if linked.bounds is None:
        return not set(words(linked.triple.object)) & set(words(value.text))
    low, high = linked.bounds
    if value.number is None:
        return False
    is_small = value.number.is_integer() and abs(value.number) < _EXACT_BELOW
    is_exact = value.kind is LiteralKind.YEAR or is_small
    slack = 0.0 if is_exact else _NEAR * abs(value.number)
    return not low - slack <= value.number <= high + slack


def _is_run_of(run: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the words of `run` follow each other somewhere in `others`."""
    return any(list(others[start : start + len(run)]) == list(run) for start in range(len(others)))
