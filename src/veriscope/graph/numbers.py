"""Triples by names → facts by numbers."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph.graph import Graph


def numbers_of(graph: Graph, triples: Iterable[Triple]) -> NDArray[np.int32]:
    """One row (subject, predicate, object) for each triple; a name that the graph does not hold is an error."""
    rows = [
        (_node(graph, each.subject), _predicate(graph, each.predicate), _node(graph, each.object)) for each in triples
    ]
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def triple_of(graph: Graph, fact: Iterable[int]) -> Triple:
    """The triple of a row of numbers."""
    subject, predicate, object_ = (int(number) for number in fact)
    return Triple(graph.nodes[subject], graph.predicates[predicate], graph.nodes[object_])


def _node(graph: Graph, name: str) -> int:
    number = graph.nodes.find(name)
    if number is None:
        raise InputError(f"the graph has no entity {name!r}")
    return number


def _predicate(graph: Graph, name: str) -> int:
    number = graph.predicates.find(name)
    if number is None:
        raise InputError(f"the graph has no predicate {name!r}")
    return number
