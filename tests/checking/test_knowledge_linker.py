from math import log

import pytest

from veriscope.checking import KnowledgeLinker
from veriscope.domain import Path, Step, Triple
from veriscope.errors import UsageError
from veriscope.graph import Graph, View, numbers_of

# Ada – Lima – Peru – Quito – Bob, and over the hub: Ada – Hub – Bob; the hub has six neighbours.
FACTS = [
    ("Ada", "bornIn", "Lima"),
    ("Lima", "inCountry", "Peru"),
    ("Quito", "twinOf", "Peru"),
    ("Bob", "bornIn", "Quito"),
    ("Ada", "likes", "Hub"),
    ("Hub", "likes", "Bob"),
    *((f"fan {number}", "likes", "Hub") for number in range(4)),
]
ASKED = Triple("Ada", "knows", "Bob")


def view_of(*more):
    return View.of(Graph.of([*FACTS, ("x", "knows", "y"), *more]))


def score(view, triple=ASKED, **settings):
    (checked,) = KnowledgeLinker(view, **settings).check([triple])
    return checked.score


def test_the_metric_closure_takes_the_path_whose_inner_nodes_cost_least_together():
    # Over the hub: log 6 = 1.79. Over Lima, Peru and Quito: 3 log 2 = 2.08.
    assert score(view_of()) == pytest.approx(1 / (1 + log(6)))


def test_the_ultrametric_closure_takes_the_path_whose_dearest_inner_node_costs_least():
    assert score(view_of(), closure="ultrametric") == pytest.approx(1 / (1 + log(2)))


def test_a_dearer_hub_sends_the_path_around_it():
    fans = [(f"fan {number}", "likes", "Hub") for number in range(4, 9)]
    assert score(view_of(*fans)) == pytest.approx(1 / (1 + 3 * log(2)))


def test_costs_by_edges_count_a_neighbour_as_often_as_it_is_linked():
    # Eight edges at the hub: log 8 = 3 log 2, as the way around it costs; with in-degrees the way around costs log 2.
    doubled = view_of(("Hub", "made", "Bob"), ("fan 0", "made", "Hub"))
    assert score(doubled, weighting="edges") == pytest.approx(1 / (1 + log(8)))
    assert score(doubled, weighting="degree") == pytest.approx(1 / (1 + log(6)))
    assert score(doubled, weighting="in-degree") == pytest.approx(1 / (1 + log(2)))


def test_ends_that_pay_cost_their_neighbours_other_than_each_other():
    busy = view_of(("Bob", "likes", "tea"), ("Bob", "likes", "Rome"), ("Ada", "knows", "Bob"))
    assert score(busy, weighting="degree+object") == pytest.approx(1 / (1 + log(6) + log(4)))
    assert score(busy, weighting="degree+ends") == pytest.approx(1 / (1 + log(6) + log(4) + log(2)))


def test_another_predicate_between_the_ends_is_a_path_without_cost():
    assert score(view_of(("Bob", "marriedTo", "Ada"))) == 1.0
    assert score(view_of(("Bob", "knows", "Ada"))) == score(view_of())


def test_ends_without_a_path_score_nothing():
    assert score(view_of(), Triple("Ada", "knows", "x")) == 0.0
    (checked,) = KnowledgeLinker(view_of()).check([Triple("Ada", "knows", "x")], reasons=3)
    assert checked.reasons == ()


def test_a_thing_is_as_near_to_itself_as_can_be():
    assert score(view_of(), Triple("Ada", "knows", "Ada")) == 1.0


def test_hidden_facts_are_not_walked_and_do_not_make_a_node_dear():
    graph = view_of().graph
    without_fans = View.of(graph).without(numbers_of(graph, [Triple(f"fan {n}", "likes", "Hub") for n in range(4)]))
    assert score(without_fans) == pytest.approx(1 / (1 + log(2)))
    assert score(View.of(graph).without(numbers_of(graph, [Triple("Ada", "likes", "Hub")]))) == pytest.approx(
        1 / (1 + 3 * log(2))
    )


def test_reasons_are_paths_that_share_no_inner_node_with_what_their_nodes_cost():
    (checked,) = KnowledgeLinker(view_of()).check([ASKED], reasons=5)
    over_hub, around = checked.reasons
    assert over_hub.text == "a path over Hub (6 neighbours, costs 1.79)"
    assert over_hub.weight == checked.score
    assert over_hub.paths == (Path("Ada", (Step("likes", True, "Hub"), Step("likes", True, "Bob"))),)
    assert around.weight == pytest.approx(1 / (1 + 3 * log(2)))
    assert around.paths[0].steps[-1] == Step("bornIn", is_forward=False, node="Bob")


def test_direct_links_are_the_first_reasons():
    (checked,) = KnowledgeLinker(view_of(("Bob", "marriedTo", "Ada"), ("Ada", "knows", "Bob"))).check(
        [ASKED], reasons=2
    )
    direct, over_hub = checked.reasons
    assert direct.paths == (Path("Ada", (Step("marriedTo", is_forward=False, node="Bob"),)),)
    assert (direct.text, direct.weight) == ("a direct link", 1.0)
    assert "Hub" in over_hub.text


def test_an_unknown_weighting_is_answered_with_the_known_ones():
    with pytest.raises(UsageError, match="no weighting named 'fame'; choose one of: degree, edges, in-degree"):
        KnowledgeLinker(view_of(), weighting="fame")
