import pytest

from veriscope.scoring.ranking import LabelledScores, accuracy_at, best_threshold
from veriscope.scoring.thresholds import Thresholds, score_ranking

# `low` facts are told apart at 2, `high` ones at 12.
SCORES = LabelledScores.of([3, 3, 1, 1, 13, 13, 11, 11], [True, True, False, False] * 2)
PREDICATES = ["low"] * 4 + ["high"] * 4


def test_each_predicate_has_a_threshold_of_its_own():
    learned = Thresholds.learn(SCORES, PREDICATES, others=0.5)
    assert learned.by_predicate == {"low": 2, "high": 12}
    assert learned.accuracy(SCORES, PREDICATES) == 1
    assert accuracy_at(SCORES, best_threshold(SCORES)) == 6 / 8


def test_a_predicate_with_few_facts_leans_on_the_others():
    # Alone the one false fact at 3 asks for a threshold above it; eight others are best at 2.
    scores = LabelledScores.of([*[3, 1] * 4, 3], [*[True, False] * 4, False])
    predicates = ["many"] * 8 + ["one"]
    assert Thresholds.learn(scores, predicates, others=5).by_predicate["one"] == 2
    assert Thresholds.learn(scores, predicates, others=0.1).by_predicate["one"] > 3


def test_a_predicate_that_was_not_learned_from_has_the_common_threshold():
    learned = Thresholds.learn(LabelledScores.of([0, 4], [False, True]), ["p", "p"])
    assert learned.common == 2
    assert learned.accuracy(LabelledScores.of([1, 3], [False, True]), ["q", "q"]) == 1


def test_an_accuracy_says_whether_its_threshold_was_learned():
    other = Thresholds.learn(LabelledScores.of([0, 10], [False, True]), ["p", "p"])
    learned = score_ranking(SCORES, PREDICATES, thresholds=other)
    assert learned.is_threshold_learned
    assert learned.accuracy == pytest.approx(4 / 8)
    best = score_ranking(SCORES, PREDICATES)
    assert not best.is_threshold_learned
    assert best.accuracy == pytest.approx(6 / 8)
    assert (best.facts, best.true) == (8, 4)
    assert best.auroc == pytest.approx((4 + 8) / 16)
