import pytest

from tests.scenarios.graphs import typed_graph
from veriscope.checking.fact_features import Surroundings
from veriscope.domain import Triple
from veriscope.graph import View

FACTS = [("ann", "in", "rome"), ("bob", "in", "oslo"), ("cat", "in", "rome")]
TYPES = {"ann": "Person Poet", "bob": "Person", "rome": "City", "oslo": "City Port"}


def kinship(fact, examples):
    graph = typed_graph(FACTS, TYPES)
    return Surroundings.of(View.of(graph), [Triple(*one) for one in examples]).read([Triple(*fact)])[0, -2:].tolist()


def test_kinship_is_the_mean_overlap_of_the_classes_of_both_ends_with_the_examples():
    # Of the subjects: {Person, Poet} with {Person} is 1/2, with none 0; of the objects {City, Port} with {City} 1/2.
    assert kinship(("ann", "in", "oslo"), FACTS[1:]) == pytest.approx([(1 / 2 + 0) / 2, (1 + 1 / 2) / 2])


def test_a_fact_is_not_among_its_own_kin_however_often_it_stands_there():
    alone = kinship(FACTS[0], FACTS[1:])
    assert kinship(FACTS[0], [*FACTS, FACTS[0]]) == pytest.approx(alone)
    assert kinship(FACTS[0], [FACTS[0]]) == [0, 0]


def test_nodes_without_classes_are_like_nothing():
    assert kinship(FACTS[2], [FACTS[2], ("cat", "in", "oslo")])[0] == 0
