import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from veriscope.graph import Groups, Names
from veriscope.graph.compact.classes import Classes, class_cycles, closed_superclasses
from veriscope.graph.compact.graph import Schema


def schema_of(superclasses, types=(), *, classes=6, nodes=3):
    def groups(pairs, count):
        rows = np.array(sorted(pairs), dtype=np.int32).reshape(-1, 2)
        return Groups.of(rows[:, 0], rows[:, 1], count=count)

    none = groups([], 0)
    return Schema(Names.of("abcdefgh"[:classes]), groups(types, nodes), groups(superclasses, classes), none, none)


def test_a_node_has_the_superclasses_of_its_classes():
    classes = Classes.of(schema_of([(0, 1), (1, 2), (3, 2)], [(0, 0), (1, 3), (1, 4)]))
    assert [classes[node].tolist() for node in range(3)] == [[0, 1, 2], [2, 3, 4], []]
    assert (classes.size(0), classes.size(2)) == (3, 0)


def test_two_nodes_overlap_in_the_classes_they_share():
    classes = Classes.of(schema_of([(0, 1), (1, 2), (3, 2)], [(0, 0), (1, 3), (2, 1)]))
    assert (classes.overlap(0, 1), classes.overlap(0, 2)) == (1, 2)


def test_consistent_types_share_the_threshold_or_all_that_the_first_has():
    classes = Classes.of(schema_of([(0, 1), (1, 2), (3, 2)], [(0, 0), (1, 3), (2, 1)]))
    assert classes.are_consistent(0, 2, threshold=2)
    assert not classes.are_consistent(0, 2, threshold=3)
    assert classes.are_consistent(2, 0, threshold=3)


def test_a_cycle_of_classes_is_closed_and_reported():
    schema = schema_of([(0, 1), (1, 2), (2, 0), (3, 0), (4, 4)], [(0, 3)])
    assert Classes.of(schema)[0].tolist() == [0, 1, 2, 3]
    assert class_cycles(schema) == [[0, 1, 2], [4]]


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_the_closure_is_what_repeated_steps_reach(pairs):
    closed = closed_superclasses(schema_of(pairs))
    above = {number: {number} for number in range(6)}
    for _ in range(6):
        for lower, upper in pairs:
            above = {number: found | {upper} if lower in found else found for number, found in above.items()}
    assert {number: set(closed[number].tolist()) for number in range(6)} == above
