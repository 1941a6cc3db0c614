from math import log

import pytest

from veriscope.checking import path_ranking
from veriscope.checking.path_ranking import PathRanking
from veriscope.domain import GoldTriple, Triple
from veriscope.graph import Graph, View


def offices(*extra: tuple[str, str, str]) -> Graph:
    """Firms have two offices each, in two towns; the first five firms' seats are known, in the first."""
    facts = [
        fact
        for i in range(8)
        for k in (0, 1)
        for fact in ((f"firm{i}", "office", f"house{i}{k}"), (f"house{i}{k}", "in", f"town{i}{k}"))
    ]
    return Graph.of([*facts, *((f"firm{i}", "seat", f"town{i}0") for i in range(5)), *extra])


def examples() -> list[GoldTriple]:
    return [
        GoldTriple(Triple(f"firm{i}", "seat", f"town{(i + shift) % 5}0"), is_true=not shift)
        for i in range(5)
        for shift in (0, 1)
    ]


def checked(graph: Graph, object_: str):
    return PathRanking.fit(View.of(graph), examples()).check([Triple("firm6", "seat", object_)], reasons=5)[0]


def test_a_feature_is_the_chance_that_a_walk_arrives():
    (reason,) = checked(offices(), "town60").reasons
    assert reason.text == "random walks arrive with chance 0.5: office → in"
    assert [step.node for step in reason.paths[0].steps] == ["house60", "town60"]


def test_the_weight_of_a_reason_grows_with_the_chance():
    (half,) = checked(offices(), "town60").reasons
    wider = offices(("firm6", "office", "hut"), ("firm6", "office", "tent"))
    (quarter,) = checked(wider, "town60").reasons
    assert quarter.text == "random walks arrive with chance 0.25: office → in"
    assert quarter.weight == pytest.approx(half.weight / 2)


def test_a_score_is_the_logistic_function_of_the_bias_and_the_reasons():
    linked, unlinked = checked(offices(), "town60"), checked(offices(), "town70")
    assert log(linked.score / (1 - linked.score)) == pytest.approx(
        linked.reasons[0].weight + unlinked.reasons[0].weight
    )


def test_the_own_edge_is_not_among_those_that_a_walk_may_draw():
    seats = [("firm6", "seat", "town60"), ("firm6", "seat", "town61"), ("town61", "near", "town60")]
    near = [fact for i in range(5) for fact in ((f"firm{i}", "seat", f"town{i}1"), (f"town{i}1", "near", f"town{i}0"))]
    found = {reason.text for reason in checked(offices(*seats, *near), "town60").reasons}
    assert "random walks arrive with chance 1: seat → near" in found


def test_only_the_likeliest_paths_of_each_example_are_features(monkeypatch):
    # A copy of the offices by another predicate, less likely for the examples: one house more.
    twice = [
        fact
        for i in range(8)
        for fact in (
            (f"firm{i}", "shop", f"house{i}0"),
            (f"firm{i}", "shop", f"hut{i}"),
            (f"firm{i}", "shop", f"tent{i}"),
        )
    ]
    graph = offices(*twice)
    assert len(checked(graph, "town60").reasons) > 1
    monkeypatch.setattr(path_ranking, "BEST_PATHS", 1)
    assert [reason.text for reason in checked(graph, "town60").reasons] == [
        "random walks arrive with chance 0.5: office → in"
    ]
