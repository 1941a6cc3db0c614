from veriscope.domain import GoldTriple, Triple
from veriscope.graph import Graph, View, numbers_of
from veriscope.kb.training_facts import training_facts_for

FACTS = [(f"city{number:02}", predicate, f"land{number:02}") for number in range(12) for predicate in ("in", "near")]
GRAPH = Graph.of(FACTS)


def given(*facts, is_true=True):
    return [GoldTriple(Triple(*fact), is_true=is_true) for fact in facts]


def training_facts(judged, examples=(), *, learns=True):
    facts = numbers_of(GRAPH, [Triple(*fact) for fact in judged])
    return training_facts_for(View.of(GRAPH).without(facts), facts, examples, learns=learns)


def test_given_facts_are_taken_as_they_are():
    examples = [*given(FACTS[2]), *given(("city01", "in", "land05"), is_true=False)]
    found = training_facts([FACTS[0]], examples)
    assert found.examples == tuple(examples)
    assert (found.drawn_for, found.left_out) == ((), 0)


def test_a_judged_fact_teaches_nothing_in_either_direction():
    examples = given(FACTS[0], ("land00", "in", "city00"), FACTS[2])
    found = training_facts([FACTS[0]], examples)
    assert found.examples == tuple(examples[2:])
    assert found.left_out == 2


def test_a_predicate_that_nothing_was_given_for_gets_facts_of_the_graph():
    found = training_facts([FACTS[0], FACTS[1]], given(FACTS[2]))
    assert found.drawn_for == ("near",)
    drawn = found.examples[1:]
    assert {one.triple.predicate for one in drawn} == {"near"}
    assert sum(one.is_true for one in drawn) == 11
    assert Triple(*FACTS[1]) not in {one.triple for one in drawn}


def test_for_a_method_that_does_not_learn_nothing_is_drawn():
    found = training_facts([FACTS[0], FACTS[1]], given(FACTS[2]), learns=False)
    assert found.examples == tuple(given(FACTS[2]))
    assert found.drawn_for == ()
