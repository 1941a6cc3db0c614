"""What KG-Miner, PRA and SFE have in common."""

import pkgutil
from math import log

import numpy as np
import pytest

from veriscope.checking import CHECKERS
from veriscope.checking.feature_rows import FeatureRow
from veriscope.checking.foldable_method import left_out_scores
from veriscope.checking.folds import stratified_folds
from veriscope.checking.judging_rows import judge_rows
from veriscope.checking.linear_model import LinearModel
from veriscope.checking.predicate_examples import read_examples_by_predicate
from veriscope.domain import GoldTriple, Reason, Triple
from veriscope.errors import InputError
from veriscope.graph import Graph, View, numbers_of

SIZE = 20
NAMES = ["kg-miner", "pra", "sfe"]

learner = pytest.mark.parametrize("method", [CHECKERS[name] for name in NAMES], ids=NAMES)


def true(place: int) -> Triple:
    return Triple(f"person{place}", "bornIn", f"town{place}")


def false(place: int) -> Triple:
    return Triple(f"person{place}", "bornIn", f"town{(place + 1) % SIZE}")


def gold(places: range) -> list[GoldTriple]:
    return [GoldTriple(make(place), make is true) for place in places for make in (true, false)]


def graph_with(*more: tuple[str, str, str]) -> Graph:
    """Twenty people born in twenty towns; nothing else is known but what is given."""
    return Graph.of([*((f"person{i}", "bornIn", f"town{i}") for i in range(SIZE)), *more])


def schools() -> list[tuple[str, str, str]]:
    """Everybody went to a school, and it lies in the town they were born in."""
    return [
        fact for i in range(SIZE) for fact in ((f"person{i}", "wentTo", f"school{i}"), (f"school{i}", "in", f"town{i}"))
    ]


@learner
def test_facts_linked_as_the_examples_are_likelier_than_others(method):
    view = View.of(graph_with(*schools()))
    checker = method.fit(view, gold(range(10)))
    scores = [each.score for each in checker.check([*map(true, range(10, 20)), *map(false, range(10, 20))])]
    assert min(scores[:10]) > 0.65
    assert max(scores[10:]) < 0.35


@learner
def test_the_facts_own_edge_tells_nothing_neither_in_training_nor_in_checking(method):
    view = View.of(graph_with())
    checker = method.fit(view, gold(range(10)))
    scores = {round(each.score, 12) for each in checker.check([*map(true, range(20)), *map(false, range(20))])}
    assert scores == {0.5}


@learner
def test_the_reverse_of_a_fact_tells_nothing_either(method):
    reverses = [(f"town{i}", "bornIn", f"person{i}") for i in range(SIZE)]
    checker = method.fit(View.of(graph_with(*reverses)), gold(range(10)))
    assert {round(each.score, 12) for each in checker.check([true(3), false(3), true(13), false(13)])} == {0.5}


@learner
def test_a_copy_of_the_fact_by_another_predicate_would_tell_everything(method):
    copies = [(f"person{i}", "cameFrom", f"town{i}") for i in range(SIZE)]
    checker = method.fit(View.of(graph_with(*copies)), gold(range(10)))
    known, unknown = checker.check([true(13), false(13)])
    assert known.score > 0.65
    assert unknown.score < 0.35


@learner
def test_a_score_is_the_same_whether_its_fact_is_in_the_graph_or_hidden(method):
    view = View.of(graph_with(*schools()))
    hidden = view.without(numbers_of(view.graph, map(true, range(10, 20))))
    seen = method.fit(view, gold(range(10))).check([true(12)])
    assert method.fit(hidden, gold(range(10))).check([true(12)]) == seen


@learner
def test_reasons_are_the_weightiest_features_and_show_paths(method):
    checker = method.fit(View.of(graph_with(*schools())), gold(range(10)))
    (linked,) = checker.check([true(15)], reasons=100)
    weights = [abs(reason.weight) for reason in linked.reasons]
    assert weights == sorted(weights, reverse=True)
    path = linked.reasons[0].paths[0]
    assert [path.start, *(step.node for step in path.steps)] == ["person15", "school15", "town15"]


def test_the_shares_of_features_and_the_bias_add_up_to_the_log_odds():
    model = LinearModel(np.array([3, 5, 8]), np.array([2.0, 0.0, -0.5]), bias=0.25)
    row = FeatureRow(np.array([2, 3, 5, 8]), np.array([9.0, 0.5, 1.0, 4.0]))
    assert model.shares(row) == [(8, -2.0), (3, 1.0)]
    (likely,) = model.probabilities([row])
    assert log(likely / (1 - likely)) == pytest.approx(1.0 - 2.0 + 0.25)


@learner
def test_fewer_reasons_are_the_first_ones_and_none_are_given_unasked(method):
    checker = method.fit(View.of(graph_with(*schools())), gold(range(10)))
    (many,), (one,), (none,) = (checker.check([true(15)], reasons=limit) for limit in (5, 1, 0))
    assert one.reasons == many.reasons[:1]
    assert none.reasons == ()
    assert many.score == one.score == none.score


@learner
def test_a_claim_without_any_path_has_a_score_and_says_so(method):
    view = View.of(graph_with(*schools(), ("nobody", "knows", "nothing")))
    (checked,) = method.fit(view, gold(range(10))).check([Triple("nobody", "bornIn", "nothing")], reasons=3)
    assert 0 < checked.score < 0.5
    assert [reason.text for reason in checked.reasons] == [
        "nothing links the two ends that tells true facts from false ones"
    ]


@learner
def test_each_predicate_learns_from_its_own_examples(method):
    other = [("x", "likes", f"y{i}") for i in range(4)]
    view = View.of(graph_with(*schools(), *other))
    likes = [GoldTriple(Triple("x", "likes", f"y{i}"), i % 2 == 0) for i in range(4)]
    alone = method.fit(view, gold(range(10))).check([true(15)])
    assert method.fit(view, [*likes, *gold(range(10))]).check([true(15)]) == alone


@learner
def test_examples_of_one_label_only_are_refused(method):
    with pytest.raises(InputError, match=r"examples of 'bornIn': 3 true and 0 false; give some of each"):
        method.fit(View.of(graph_with()), [GoldTriple(true(place), is_true=True) for place in range(3)])


@learner
def test_a_predicate_that_was_not_learned_is_refused(method):
    checker = method.fit(View.of(graph_with(*schools())), gold(range(4)))
    with pytest.raises(InputError, match=r"no examples of 'wentTo' to learn from; learned: bornIn"):
        checker.check([Triple("person1", "wentTo", "school1")])


@learner
def test_no_claims_get_no_scores(method):
    assert method.fit(View.of(graph_with(*schools())), gold(range(4))).check([]) == []


def edges_seen(view: View, facts: np.ndarray) -> list[FeatureRow]:
    """A feature for each fact of `bornIn` that is seen."""
    seen = view.facts_of(view.graph.predicates.find("bornIn"))[:, 0].astype(np.int64)
    return [FeatureRow(np.unique(seen), np.ones(len(np.unique(seen)))) for _ in facts]


def test_features_are_read_while_all_examples_are_hidden_that_are_few_among_the_facts():
    graph = graph_with()
    examples = read_examples_by_predicate(View.of(graph), gold(range(4)), edges_seen)["bornIn"]
    hidden = {graph.nodes.find(f"person{i}") for i in range(4)}
    assert all(
        set(row.keys.tolist()) == {graph.nodes.find(f"person{i}") for i in range(SIZE)} - hidden
        for row in examples.rows
    )


def test_examples_that_are_most_facts_of_their_predicate_are_hidden_in_turns():
    graph = graph_with()
    examples = read_examples_by_predicate(View.of(graph), gold(range(SIZE)), edges_seen)["bornIn"]
    for (subject, _, object_), row in zip(examples.facts.tolist(), examples.rows, strict=True):
        of_object = graph.nodes.find(graph.nodes[object_].replace("town", "person"))
        assert not {subject, of_object} & set(row.keys.tolist())
        # Four facts are a fifth; their false partners share towns with four others.
        assert len(row.keys) == SIZE - 4 - 4


def test_examples_that_are_hidden_already_need_no_turns():
    graph = graph_with()
    turns = []

    def noted(view: View, facts: np.ndarray) -> list[FeatureRow]:
        turns.append(len(facts))
        return edges_seen(view, facts)

    view = View.of(graph)
    read_examples_by_predicate(view, gold(range(12)), noted)
    assert len(turns) == 3
    read_examples_by_predicate(view.without(numbers_of(graph, map(true, range(12)))), gold(range(12)), noted)
    assert turns[3:] == [24]


def test_hubs_that_were_left_out_are_told_in_the_last_reason():
    model = LinearModel(np.array([3, 5, 8]), np.array([2.0, 1.0, -0.5]), bias=0.25)
    row = FeatureRow(np.array([3, 5, 8]), np.ones(3), left_out=2)
    tell = lambda _, key, share: Reason(str(key), share)  # noqa: E731
    (checked,) = judge_rows([true(1)], [row], [model], tell, reasons=3)
    assert [reason.text for reason in checked.reasons] == [
        "3",
        "5",
        "paths through 2 nodes with very many edges were not sought",
    ]


@learner
def test_scores_of_folds_left_out_are_those_of_checkers_fitted_without_them(method):
    odd = [(f"person{i}", "wentTo", f"school{(i + 1) % SIZE}") for i in range(0, SIZE, 3)]
    graph = graph_with(*schools(), *odd, *((f"person{i}", "diedIn", f"town{i % 7}") for i in range(SIZE)))
    second = [
        GoldTriple(Triple(f"person{i}", "diedIn", f"town{(i + d) % 7}"), d == 0) for i in range(12) for d in (0, 1)
    ]
    examples = [*gold(range(12)), *second]
    view = View.of(graph).without(numbers_of(graph, [one.triple for one in examples]))
    checker_class = pkgutil.resolve_name(method.checker)
    by_predicate = checker_class.read_examples(view, examples)
    found = left_out_scores(checker_class, view, by_predicate, folds=3, seed=5)
    asked = [one for name in by_predicate for one in examples if one.triple.predicate == name]
    expected = np.empty(len(asked))
    for known, fold in stratified_folds([f"{one.triple.predicate} {one.is_true}" for one in asked], 3, seed=5):
        checker = method.fit(view, [asked[place] for place in known], seed=5)
        expected[fold] = [one.score for one in checker.check([asked[place].triple for place in fold])]
    assert np.concatenate(list(found.values())) == pytest.approx(expected, abs=1e-9)
    assert len(set(expected.round(6).tolist())) > 4
