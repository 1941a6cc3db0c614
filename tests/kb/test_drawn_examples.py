import numpy as np
import pytest

from veriscope.domain import Triple
from veriscope.graph import Graph, View, numbers_of
from veriscope.kb.training_facts import draw_examples

CITIES = [(f"city{number:02}", "in", f"land{number:02}") for number in range(20)]
GRAPH = Graph.of([*CITIES, ("land00", "in", "city19"), ("city00", "near", "city01")])
IN = GRAPH.predicates.find("in")
NONE = np.empty((0, 3), dtype=np.int32)


def drawn(*judged, view=None, **settings):
    facts = numbers_of(GRAPH, [Triple(*fact) for fact in judged])
    view = view or View.of(GRAPH).without(facts)
    return draw_examples(view, IN, judged=facts, **settings)


def test_half_are_facts_of_the_graph_and_half_are_held_in_neither_direction():
    examples = drawn(size=20)
    assert [one.is_true for one in examples] == [True] * 10 + [False] * 10
    for one in examples:
        subject, predicate, object_ = numbers_of(GRAPH, [one.triple])[0]
        held = GRAPH.holds(subject, predicate, object_) or GRAPH.holds(object_, predicate, subject)
        assert held == one.is_true
    assert len({one.triple for one in examples}) == 20


@pytest.mark.parametrize("seed", range(5))
def test_judged_facts_and_their_reverses_are_never_drawn(seed):
    judged = [CITIES[0], ("city01", "in", "land02"), ("land03", "in", "city03")]
    triples = {one.triple for one in drawn(*judged, size=40, seed=seed)}
    for subject, predicate, object_ in judged:
        assert Triple(subject, predicate, object_) not in triples
        assert Triple(object_, predicate, subject) not in triples


def test_the_same_seed_draws_the_same_facts_and_another_draws_others():
    assert drawn(size=10, seed=1) == drawn(size=10, seed=1)
    assert drawn(size=10, seed=1) != drawn(size=10, seed=2)


def test_hidden_facts_are_not_drawn_as_true_ones():
    view = View.of(GRAPH).without(numbers_of(GRAPH, [Triple(*fact) for fact in CITIES[:15]]))
    true = {one.triple.subject for one in drawn(view=view) if one.is_true}
    assert true == {*(fact[0] for fact in CITIES[15:]), "land00"}


def test_where_no_false_pair_can_be_made_there_is_none():
    graph = Graph.of([("a", "in", "b")])
    examples = draw_examples(View.of(graph), 0, judged=NONE)
    assert [one.is_true for one in examples] == [True]


def test_a_predicate_whose_facts_are_all_judged_has_no_examples():
    assert drawn(*CITIES, ("land00", "in", "city19")) == []
