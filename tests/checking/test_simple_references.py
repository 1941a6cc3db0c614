from math import log

import pytest

from veriscope.checking.katz import Katz
from veriscope.checking.neighbours import AdamicAdar, DegreeProduct, Jaccard
from veriscope.domain import Path, Step, Triple
from veriscope.graph import Graph, View

# a and b share x and y; y has a third neighbour. a has a neighbour of its own, b two. u and v join them by three links.
FACTS = [
    ("a", "p", "x"),
    ("x", "p", "b"),
    ("y", "p", "a"),
    ("y", "q", "b"),
    ("y", "p", "w"),
    ("a", "p", "u"),
    ("u", "p", "v"),
    ("b", "p", "v"),
    ("b", "p", "t"),
]
ASKED = Triple("a", "p", "b")


def checked_by(method, *more, reasons=0):
    (checked,) = method(View.of(Graph.of([*FACTS, *more]))).check([ASKED], reasons=reasons)
    return checked


def test_degree_product_multiplies_the_neighbours_of_the_two_ends():
    checked = checked_by(DegreeProduct, reasons=5)
    assert checked.score == 3 * 4
    assert [reason.text for reason in checked.reasons] == ["b has 4 neighbours", "a has 3 neighbours"]
    assert checked_by(DegreeProduct, ("a", "q", "b"), ("b", "p", "a")).score == 3 * 4


def test_jaccard_is_the_share_of_the_common_neighbours():
    # x, y in common; x, y, u, v, t in all.
    checked = checked_by(Jaccard, reasons=5)
    assert checked.score == pytest.approx(2 / 5)
    assert [reason.text for reason in checked.reasons] == [
        "both are linked with x, which has 2 neighbours",
        "both are linked with y, which has 3 neighbours",
    ]
    assert sum(reason.weight for reason in checked.reasons) == pytest.approx(checked.score)


def test_jaccard_of_ends_without_neighbours_is_nothing():
    graph = Graph.of([("a", "p", "b"), ("c", "p", "d")])
    (checked,) = Jaccard(View.of(graph)).check([ASKED])
    assert checked.score == 0.0


def test_adamic_adar_weighs_common_neighbours_by_how_few_others_they_have():
    checked = checked_by(AdamicAdar, reasons=1)
    assert checked.score == pytest.approx(1 / log(2) + 1 / log(3))
    (reason,) = checked.reasons
    assert reason.weight == pytest.approx(1 / log(2))
    assert reason.paths == (Path("a", (Step("p", is_forward=True, node="x"), Step("p", is_forward=True, node="b"))),)


def test_katz_counts_paths_of_one_two_and_three_links():
    # Two links: over x, over y. Three links: over u and v.
    checked = checked_by(Katz, reasons=5)
    assert checked.score == pytest.approx(2 * 0.05**2 + 0.05**3)
    assert [reason.text for reason in checked.reasons] == ["2 paths of 2 links", "1 path of 3 links"]
    assert [step.node for step in checked.reasons[1].paths[0].steps] == ["u", "v", "b"]


def test_katz_counts_a_direct_link_of_another_predicate_only():
    assert checked_by(Katz, ("b", "p", "a")).score == checked_by(Katz).score
    direct = checked_by(Katz, ("b", "q", "a"), reasons=1)
    assert direct.score == pytest.approx(0.05 + 2 * 0.05**2 + 0.05**3)
    assert direct.reasons[0].paths == (Path("a", (Step("q", is_forward=False, node="b"),)),)


def test_katz_takes_another_beta():
    view = View.of(Graph.of(FACTS))
    (checked,) = Katz(view, beta=0.5).check([ASKED])
    assert checked.score == pytest.approx(2 * 0.25 + 0.125)
