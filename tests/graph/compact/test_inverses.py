from veriscope.graph import Graph
from veriscope.graph.compact.inverses import Inverses

PAIRS = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]
FACTS = [
    *((s, "parent", o) for s, o in PAIRS),
    *((o, "child", s) for s, o in PAIRS[:2]),
    *((s, "spouse", o) for s, o in PAIRS),
    *((o, "spouse", s) for s, o in PAIRS[:3]),
    *((s, "country", o) for s, o in PAIRS),
    *((f"city {number}", "country", "b") for number in range(40)),
    ("b", "capital", "a"),
]
GRAPH = Graph.of(FACTS)


def are_inverse(one, other):
    return Inverses(GRAPH).are_inverse(GRAPH.predicates.find(one), GRAPH.predicates.find(other))


def test_facts_held_both_ways_tell_inverse_predicates():
    # Half of the parent facts and all of the child facts have their reverse: 0.5 · 1.
    assert are_inverse("parent", "child")
    assert are_inverse("child", "parent")


def test_a_symmetric_predicate_is_its_own_inverse():
    # Six of its seven facts stand turned round too.
    assert are_inverse("spouse", "spouse")
    assert not are_inverse("parent", "parent")


def test_what_only_follows_is_no_inverse():
    # The one capital fact has its reverse among 44 country facts: 1 · 1/44 is below the least product.
    assert not are_inverse("capital", "country")
    assert not are_inverse("country", "capital")
