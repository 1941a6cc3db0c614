from dataclasses import replace
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Triple
from veriscope.graph import Graph, Groups, Names, View, numbers_of
from veriscope.graph.compact.fact_properties import FactProperties, PropertyReader

FACTS = [
    ("ann", "born", "rome"),
    ("bob", "born", "rome"),
    ("cid", "born", "oslo"),
    ("cid", "born", "rome"),
    ("ann", "lives", "oslo"),
    ("ann", "died", "rome"),
]


def typed(graph):
    classes = Names.of(["City", "Person"])
    members = {"ann": 1, "bob": 1, "cid": 1, "rome": 0}  # oslo has no class
    owners = np.array([graph.nodes.find(name) for name in members], dtype=np.int32)
    types = Groups.of(owners, np.array(list(members.values()), dtype=np.int32), count=len(graph.nodes))
    return replace(graph, schema=replace(graph.schema, classes=classes, types=types))


def typed_alike(graph):
    """Every other node, by name, has the class; the rest have none."""
    owners = np.array([number for number, name in enumerate(graph.nodes) if name in "acx"], dtype=np.int32)
    types = Groups.of(owners, np.zeros(len(owners), dtype=np.int32), count=len(graph.nodes))
    return replace(graph, schema=replace(graph.schema, classes=Names.of(["Some"]), types=types))


def properties(graph, *triple):
    (row,) = PropertyReader(View.of(graph)).read(numbers_of(graph, [Triple(*triple)]))
    return FactProperties(*row.tolist())


def test_a_fact_is_told_by_what_lies_around_it_without_itself():
    found = properties(typed(Graph.of(FACTS)), "cid", "born", "rome")
    assert found.subject_popularity == pytest.approx(log(2))  # born oslo
    assert found.object_popularity == pytest.approx(log(4))
    # Left are ann, bob and cid, each with one fact, and the objects rome and oslo.
    assert found.functionality == 1.0
    assert found.inverse_functionality == pytest.approx(2 / 3)
    assert found.other_objects == pytest.approx(log(2))
    assert found.other_subjects == pytest.approx(log(3))
    assert found.other_predicates == 0.0
    assert found.subject_fit == 1.0
    assert found.object_fit == pytest.approx(2 / 3)


def test_other_edges_between_the_ends_count():
    assert properties(Graph.of(FACTS), "ann", "born", "rome").other_predicates == pytest.approx(log(2))


def test_an_untyped_end_fits_by_half():
    assert properties(typed(Graph.of(FACTS)), "ann", "born", "oslo").object_fit == 0.5


NAMES = st.sampled_from("abcd")
EDGES = st.sets(st.tuples(NAMES, st.sampled_from(["p", "q"]), NAMES), min_size=1, max_size=12)


@given(EDGES, NAMES, NAMES)
def test_the_facts_own_edges_change_nothing(edges, subject, object_):
    always = {("a", "q", "b"), ("c", "q", "d"), ("a", "p", "c")}
    own = {(subject, "p", object_), (object_, "p", subject)}
    without = Graph.of((edges | always) - own | {("x", "p", "y")})
    with_own = Graph.of((edges | always) | own | {("x", "p", "y")})
    assert tuple(properties(typed_alike(with_own), subject, "p", object_)) == pytest.approx(
        tuple(properties(typed_alike(without), subject, "p", object_))
    )
