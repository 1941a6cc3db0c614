import numpy as np
import pytest

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph, View, numbers_of, triple_of

FACTS = [("a", "knows", "b"), ("b", "knows", "a"), ("a", "likes", "b"), ("b", "likes", "c")]


def graph() -> Graph:
    return Graph.of(FACTS)


def test_facts_are_read_back_from_both_directions():
    seen = {
        tuple(map(str, (t.subject, t.predicate, t.object))) for t in (triple_of(graph(), f) for f in graph().facts())
    }
    assert seen == set(FACTS)
    backwards = graph().into
    c = graph().nodes.find("c")
    assert [graph().nodes[n] for n in backwards.nodes[backwards.of_node(c)]] == ["b"]


def test_hiding_a_fact_hides_its_reverse_and_no_other():
    whole = View.of(graph())
    hidden = whole.without(numbers_of(graph(), [Triple("a", "knows", "b")]))
    left = {triple_of(graph(), fact) for fact in hidden.facts()}
    assert left == {Triple("a", "likes", "b"), Triple("b", "likes", "c")}
    assert hidden.into_hidden.sum() == 2
    assert not whole.out_hidden.any()


def test_popularity_counts_edges_of_both_directions():
    popularity = dict(zip(graph().nodes, graph().popularity(), strict=True))
    assert popularity == {"a": 3, "b": 4, "c": 1}


def test_the_facts_of_a_predicate_come_by_subject_and_object():
    likes = graph().predicates.find("likes")
    rows = [triple_of(graph(), fact) for fact in graph().facts_of(likes)]
    assert rows == [Triple("a", "likes", "b"), Triple("b", "likes", "c")]


def test_an_unknown_name_is_an_error():
    with pytest.raises(InputError, match="no entity 'z'"):
        numbers_of(graph(), [Triple("z", "likes", "b")])


def test_no_triples_are_no_rows():
    assert numbers_of(graph(), []).shape == (0, 3)
    assert numbers_of(graph(), []).dtype == np.int32
