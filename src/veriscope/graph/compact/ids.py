"""Triples by names → facts by numbers."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph.compact.graph import Graph
from veriscope.graph.compact.name_search import NameFinder


def numbers_of(graph: Graph, triples: Iterable[Triple]) -> NDArray[np.int32]:
    """One row (subject, predicate, object) for each triple.

    Names are IRIs, labels or last parts of IRIs. A name that is unknown or ambiguous is an error that suggests what may
    be meant.
    """
    finder = NameFinder(graph)
    rows = [(finder.node(each.subject), finder.predicate(each.predicate), _object(finder, each)) for each in triples]
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def triple_of(graph: Graph, fact: Iterable[int]) -> Triple:
    """The triple of a row of numbers."""
    subject, predicate, object_ = (int(number) for number in fact)
    return Triple(graph.nodes[subject], graph.predicates[predicate], graph.nodes[object_])


def _object(finder: NameFinder, triple: Triple) -> int:
    if triple.object.startswith('"') and finder.graph.nodes.find(triple.object) is None:
        raise InputError(f"the object {triple.object} is a literal; only facts between entities have numbers")
    return finder.node(triple.object)
