import numpy as np
import pytest

from tests.kb.fake_checkers import CITIES, GRAPH, RIVERS, Fits
from veriscope.domain import GoldTriple, Triple
from veriscope.errors import InputError
from veriscope.graph import numbers_of
from veriscope.kb.evaluation import Evaluator, fold_of
from veriscope.kb.judging import Method


def gold(facts, *, shift):
    """The facts, and as many false ones whose object is another's."""
    moved = [(fact[0], fact[1], facts[(place + shift) % len(facts)][2]) for place, fact in enumerate(facts)]
    return [
        *(GoldTriple(Triple(*fact), is_true=True) for fact in facts),
        *(GoldTriple(Triple(*fact), is_true=False) for fact in moved),
    ]


FACTS = (*gold(CITIES[:6], shift=1), *gold(RIVERS[:6], shift=2))
GIVEN = (*gold(CITIES[6:], shift=1), *gold(RIVERS[6:], shift=2))


def evaluated(*methods, given=(), folds=0, learns=False, fits=None):
    methods = [Method(name, fits or Fits(), learns, tuple(given)) for name in methods]
    return Evaluator(GRAPH, FACTS).evaluate(methods, folds=folds)


def test_a_method_that_tells_all_facts_apart_has_an_auroc_of_1_and_its_opposite_0():
    right, wrong = evaluated("nearness", "upside-down")
    assert (right.scores.auroc, wrong.scores.auroc) == (1, 0)
    assert right.by_predicate == {"in": 1, "through": 1}
    assert (wrong.behind, wrong.p) == (-1, 0)
    assert (right.behind, right.p) == (0, 1)


def test_equal_scores_are_worth_a_coin():
    (coin,) = evaluated("constant")
    assert coin.scores.auroc == 0.5
    assert coin.mean_auroc == 0.5


def test_without_given_facts_the_accuracy_is_at_the_best_threshold_and_says_so():
    (right,) = evaluated("nearness")
    assert right.scores.accuracy == 1
    assert not right.scores.is_threshold_learned


def test_without_given_facts_a_learner_learns_from_the_graph():
    (right,) = evaluated("nearness", learns=True)
    assert right.drawn_for == ("in", "through")


def test_given_facts_teach_the_threshold():
    (right,) = evaluated("nearness", given=GIVEN)
    assert right.scores.is_threshold_learned
    assert right.scores.accuracy == 1
    assert right.drawn_for == ()


def test_a_learner_finds_its_threshold_on_facts_that_it_had_not_learned():
    fits = Fits()
    evaluated("nearness", given=GIVEN, learns=True, fits=fits)
    (_, _, all_examples), *folds = fits.shown
    assert all_examples == GIVEN
    assert len(folds) == 5
    left_out = [set(GIVEN) - set(examples) for _, _, examples in folds]
    assert set().union(*left_out) == set(GIVEN)
    assert sum(map(len, left_out)) == len(GIVEN)


def test_the_facts_are_hidden_in_every_view_and_never_taught():
    fits = Fits()
    evaluated("nearness", given=[*GIVEN, *FACTS[:3]], learns=True, fits=fits)
    hidden = numbers_of(GRAPH, [one.triple for one in FACTS if one.is_true]).tolist()
    for _, view, examples in fits.shown:
        seen = view.facts().tolist()
        assert not any(fact in seen for fact in hidden)
        assert not set(examples) & set(FACTS)


def test_with_folds_every_fact_is_judged_after_learning_from_the_others():
    fits = Fits()
    (found,) = evaluated("nearness", folds=3, learns=True, fits=fits)
    assert found.scores.accuracy == 1
    assert found.scores.is_threshold_learned
    assert len(fits.shown) == 3
    assert all(len(examples) == 16 for _, _, examples in fits.shown)


def test_folds_hold_as_many_true_and_false_facts_of_each_predicate():
    folds = fold_of(FACTS, 3, seed=0)
    for fold in range(3):
        inside = [one for one, place in zip(FACTS, folds, strict=True) if place == fold]
        kinds = [(one.triple.predicate, one.is_true) for one in inside]
        assert all(kinds.count(kind) == 2 for kind in set(kinds))
    assert np.array_equal(folds, fold_of(FACTS, 3, seed=0))


def test_few_facts_of_a_kind_are_spread_over_the_folds():
    few = [GoldTriple(Triple("Oslo", name, f"place {number}"), is_true=True) for name in "abc" for number in range(2)]
    folds = fold_of(few, 4, seed=0).tolist()
    assert all(folds[place] != folds[place + 1] for place in (0, 2, 4))
    assert sorted(np.bincount(folds, minlength=4).tolist()) == [1, 1, 2, 2]


def test_facts_of_one_label_cannot_be_evaluated():
    with pytest.raises(InputError, match="6 true and 0 false facts"):
        Evaluator(GRAPH, FACTS[:6]).evaluate([Method("nearness", Fits(), learns=False)])
