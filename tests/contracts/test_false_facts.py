"""Every way of making hard false facts keeps the promises that scenarios build on."""

import numpy as np
import pytest

from tests.scenarios.graphs import typed_graph
from veriscope.graph import PathFinder, View
from veriscope.graph.compact.classes import Classes
from veriscope.scenarios import FALSE_FACTS, LcwaMaker, Likeness, RandomWalkMaker

PEOPLE = ("ann", "ben", "cleo", "dan")
TOWNS = ("oslo", "rome", "lima")
GRAPH = typed_graph(
    [
        ("ann", "bornIn", "oslo"),
        ("ben", "bornIn", "rome"),
        ("cleo", "bornIn", "lima"),
        ("ann", "livesIn", "rome"),
        ("ben", "livesIn", "lima"),
        ("cleo", "livesIn", "oslo"),
        ("dan", "livesIn", "oslo"),
    ],
    {**dict.fromkeys(PEOPLE, "Person"), **dict.fromkeys(TOWNS, "Town")},
)
PREDICATE = GRAPH.predicates.find("bornIn")
TRUE_PAIRS = [
    (GRAPH.nodes.find(s), GRAPH.nodes.find(o)) for s, o in (("ann", "oslo"), ("ben", "rome"), ("cleo", "lima"))
]


def make_maker(kind):
    likeness = Likeness(Classes.of(GRAPH.schema), None)
    if kind is LcwaMaker:
        return LcwaMaker(GRAPH, PREDICATE, likeness)
    assert kind is RandomWalkMaker, "a new way of making false facts: say here how it is made"
    return RandomWalkMaker(GRAPH, PREDICATE, likeness, PathFinder.of(View.of(GRAPH)), 3)


@pytest.fixture(params=sorted(FALSE_FACTS))
def maker(request):
    return make_maker(FALSE_FACTS[request.param])


def facts_of(maker, pair, *, may_use=lambda _: True, seed=0):
    return list(maker.make(pair, may_use=may_use, rng=np.random.default_rng(seed)))


@pytest.mark.parametrize("pair", TRUE_PAIRS)
def test_one_end_stays_and_the_other_is_exchanged_for_one_of_its_kind(maker, pair):
    made = [fact[0] for fact in facts_of(maker, pair, may_use=lambda other: other not in TRUE_PAIRS)]
    assert made
    for subject, object_ in made:
        assert (subject == pair[0]) != (object_ == pair[1])
        assert GRAPH.nodes[subject] in PEOPLE
        assert GRAPH.nodes[object_] in TOWNS


@pytest.mark.parametrize("pair", TRUE_PAIRS)
def test_a_pair_that_may_not_be_used_is_never_made(maker, pair):
    assert not facts_of(maker, pair, may_use=lambda _: False)


def test_a_seed_decides_everything(maker):
    assert facts_of(maker, TRUE_PAIRS[0], seed=3) == facts_of(maker, TRUE_PAIRS[0], seed=3)
