import pytest

from veriscope.graph import Graph
from veriscope.graph.compact.functionality import Functionality, functionalities


def test_subjects_and_objects_are_counted_once_per_predicate():
    graph = Graph.of([("a", "p", "b"), ("a", "p", "c"), ("d", "p", "c"), ("a", "q", "b")])
    assert functionalities(graph) == [Functionality(3, 2, 2), Functionality(1, 1, 1)]


def test_functionality_is_the_share_of_distinct_ends_in_the_facts():
    row = Functionality(facts=4, subjects=4, objects=1)
    assert (row.functionality, row.inverse_functionality) == (1.0, 0.25)


@pytest.mark.parametrize(
    ("facts", "subjects", "objects", "kind"),
    [
        (100, 98, 97, "one-to-one"),
        (100, 98, 12, "many-to-one"),
        (100, 12, 98, "one-to-many"),
        (100, 12, 12, "many-to-many"),
        (15, 10, 10, "many-to-many"),
        (14, 10, 10, "one-to-one"),
    ],
)
def test_a_side_is_one_below_one_and_a_half_on_average(facts, subjects, objects, kind):
    assert Functionality(facts, subjects, objects).kind == kind


def test_a_predicate_without_facts_has_no_functionality():
    row = Functionality(0, 0, 0)
    assert (row.functionality, row.inverse_functionality) == (0.0, 0.0)
