from dataclasses import replace

import numpy as np
import pytest

from veriscope.graph import Graph, Groups, Names
from veriscope.graph.compact.end_types import End, EndTypes
from veriscope.graph.compact.graph import Schema

BASE = Graph.of([("ann", "lives", "rome"), ("bob", "lives", "oslo"), ("cy", "lives", "rome"), ("ann", "knows", "bob")])
TYPES = {"ann": ["Person", "Poet"], "bob": ["Person"], "cy": ["Person"], "rome": ["City"]}


def typed(graph):
    classes = Names.of(["City", "Person", "Poet"])
    pairs = np.array(
        [(graph.nodes.find(node), classes.find(name)) for node, names in TYPES.items() for name in names],
        dtype=np.int32,
    )
    nothing = np.empty(0, dtype=np.int32)
    groups = Groups.of(pairs[:, 0], pairs[:, 1], count=len(graph.nodes))
    empty = Groups.of(nothing, nothing, count=3)
    return replace(graph, schema=Schema(classes, groups, empty, empty, empty))


GRAPH = typed(BASE)
ENDS = EndTypes.of(GRAPH)


def fit(node, predicate, end):
    fits = ENDS.fits(GRAPH.schema.types, GRAPH.nodes.find(node), end)
    return float(fits[GRAPH.predicates.find(predicate)])


def test_the_fit_is_the_mean_share_over_a_nodes_classes():
    # Of the three subjects of lives, all are persons and one is a poet: (1 + 1/3) / 2.
    assert fit("ann", "lives", End.SUBJECT) == pytest.approx(2 / 3)
    assert fit("bob", "lives", End.SUBJECT) == pytest.approx(1)
    # Two of its three objects are cities; Oslo has no class.
    assert fit("rome", "lives", End.OBJECT) == pytest.approx(2 / 3)


def test_what_never_stands_there_does_not_fit():
    assert fit("rome", "lives", End.SUBJECT) == 0
    assert fit("rome", "knows", End.OBJECT) == 0


def test_a_node_without_classes_fits_by_half():
    assert fit("oslo", "knows", End.SUBJECT) == 0.5
