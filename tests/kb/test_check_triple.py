from itertools import pairwise

import pytest

from tests.kb.fake_checkers import CITIES, GRAPH, Fits
from veriscope.domain import GoldTriple, Triple
from veriscope.graph import Graph, numbers_of
from veriscope.kb.check_triple import HOLDING, check_triple
from veriscope.kb.judging import Method
from veriscope.pipeline import Holding

FALSE = ("city00", "in", "land09")
# A graph in which a city may be in several lands and a land has several cities: nothing contradicts.
OPEN_GRAPH = Graph.of([*CITIES, *((one[0], "in", other[2]) for one, other in pairwise(CITIES))])


def method(name="nearness", fits=None, given=(), *, learns=False):
    return Method(name, fits or Fits(), learns, given)


def is_seen(view, fact):
    (numbers,) = numbers_of(GRAPH, [Triple(*fact)])
    return numbers.tolist() in view.facts().tolist()


def row_of(fact, graph=GRAPH, **settings):
    """What the method says."""
    return check_triple(graph, Triple(*fact), method(**settings)).rows[-1]


def test_a_fact_that_the_graph_holds_is_nearly_certain():
    found = check_triple(GRAPH, Triple(*CITIES[3]), method(), is_asked=False)
    (row,) = found.rows
    assert (found.held.holding, row.method) == (Holding.HELD, HOLDING)
    assert 0.95 < row.probability < 1
    assert row.checked.reasons[0].facts == (Triple(*CITIES[3]),)


def test_a_fact_beside_the_only_one_that_a_predicate_allows_is_unlikely_and_says_why():
    held = next(Triple(*fact) for fact in CITIES if fact[0] == FALSE[0])
    found = check_triple(GRAPH, Triple(*FALSE), method(), is_asked=False)
    (row,) = found.rows
    assert (found.held.holding, found.held.facts) == (Holding.CONTRADICTED, (held,))
    # None of twelve cities is in two lands.
    assert row.probability == pytest.approx(1 / 14)
    assert row.checked.reasons[0].text == "the graph holds another object, and the predicate allows one"


def test_only_an_open_fact_is_scored_by_a_method_that_nobody_asked_for():
    fits = Fits()
    for fact in (CITIES[3], FALSE):
        check_triple(GRAPH, Triple(*fact), method(fits=fits), is_asked=False)
    assert fits.shown == []
    found = check_triple(OPEN_GRAPH, Triple("city00", "in", "land05"), method(fits=fits), is_asked=False)
    assert found.held.holding is Holding.OPEN
    assert [row.method for row in found.rows] == ["nearness"]


def test_a_method_that_is_asked_for_scores_what_the_graph_holds_too():
    found = check_triple(GRAPH, Triple(*CITIES[3]), method())
    assert [row.method for row in found.rows] == [HOLDING, "nearness"]


def test_a_fact_that_the_graph_holds_is_hidden_while_it_is_judged():
    fits = Fits()
    check_triple(GRAPH, Triple(*CITIES[3]), method(fits=fits))
    ((_, view, _),) = fits.shown
    assert fits.judged == [(Triple(*CITIES[3]),)]
    assert not is_seen(view, CITIES[3])
    assert is_seen(view, CITIES[4])


def test_a_score_is_placed_among_known_and_made_up_facts_of_its_predicate():
    right, wrong = row_of(CITIES[3]).standing, row_of(FALSE).standing
    # All known facts score alike, so that a true one stands in their middle; no made-up one is as near.
    assert (right.among_known, right.among_made_up) == (0.5, 1)
    assert wrong.among_known == 0
    assert wrong.among_made_up < 0.5


def test_only_a_method_whose_scores_are_probabilities_gives_one():
    assert row_of(FALSE).probability is None
    likely = Method("constant", Fits(), learns=False, gives_probability=True)
    found = check_triple(OPEN_GRAPH, Triple("city00", "in", "land05"), likely)
    assert (found.probability, found.rows[-1].probability, found.rows[-1].standing) == (0.5, 0.5, None)


def test_a_fact_that_the_graph_contradicts_has_one_probability_and_a_method_only_scores_it():
    likely = Method("constant", Fits(), learns=False, gives_probability=True)
    found = check_triple(GRAPH, Triple(*FALSE), likely)
    assert [row.probability for row in found.rows] == [pytest.approx(1 / 14), None]
    assert found.probability == found.rows[0].probability
    assert found.rows[-1].checked.score == 0.5


def test_reasons_are_given_as_asked_for():
    assert row_of(FALSE).checked.reasons == ()
    (reason,) = check_triple(GRAPH, Triple(*FALSE), method(), reasons=1).rows[-1].checked.reasons
    assert reason.text == "they are near"


def test_a_method_that_learns_is_given_examples_of_the_judged_predicate():
    fits = Fits()
    row = row_of(CITIES[3], fits=fits, learns=True)
    ((_, _, examples),) = fits.shown
    assert row.drawn_for == ("in",)
    assert {one.triple.predicate for one in examples} == {"in"}
    assert Triple(*CITIES[3]) not in {one.triple for one in examples}


def test_given_examples_are_used_as_they_are():
    fits, given = Fits(), (GoldTriple(Triple(*CITIES[1]), is_true=True),)
    row = row_of(CITIES[3], fits=fits, given=given, learns=True)
    assert fits.shown[0][2] == given
    assert row.drawn_for == ()
