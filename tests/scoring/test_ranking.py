from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from veriscope.errors import InputError
from veriscope.scoring.ranking import (
    LabelledScores,
    RocPoint,
    accuracy_at,
    auroc,
    auroc_difference,
    auroc_interval,
    average_precision,
    best_threshold,
    roc_curve,
)

# True facts at 4, 3 and 1, false ones at 3, 2 and 0: of nine pairs seven are in order, one is a tie.
EXAMPLE = LabelledScores.of([4, 3, 1, 3, 2, 0], [True, True, True, False, False, False])
FEW_VALUES = st.sampled_from([-1.0, 0.0, 0.5, 2.0, 7.0])


@st.composite
def labelled(draw, values=FEW_VALUES):
    facts = draw(st.lists(st.tuples(values, st.booleans()), min_size=0, max_size=30))
    facts += [(draw(values), True), (draw(values), False)]
    return LabelledScores.of([score for score, _ in facts], [truth for _, truth in facts])


def test_a_pair_of_equal_scores_counts_half():
    assert auroc(EXAMPLE) == pytest.approx((3 + 2.5 + 1) / 9)


def test_the_roc_curve_has_one_step_for_facts_of_equal_score():
    assert roc_curve(EXAMPLE) == [
        RocPoint(0, 0),
        RocPoint(0, 1),
        RocPoint(1, 2),
        RocPoint(2, 2),
        RocPoint(2, 3),
        (3, 3),
    ]


def test_a_point_between_two_others_on_a_line_is_left_out():
    separated = LabelledScores.of([5, 4, 3, 2, 1], [True, True, True, False, False])
    assert roc_curve(separated) == [(0, 0), (0, 3), (2, 3)]


def test_average_precision_takes_the_precision_at_each_distinct_score():
    # Recall 1/3 at precision 1, 1/3 more at 2/3 (the tie counts together), the last third at 3/5.
    assert average_precision(EXAMPLE) == pytest.approx((1 + 2 / 3 + 3 / 5) / 3)


def test_the_best_threshold_lies_between_two_scores_and_the_lowest_of_equals_is_taken():
    # At 2.5 four of six facts are right, as at 0.5 and 3.5.
    assert best_threshold(EXAMPLE) == 0.5
    assert accuracy_at(EXAMPLE, 0.5) == pytest.approx(4 / 6)
    assert best_threshold(LabelledScores.of([1, 3], [False, True])) == 2


def test_where_true_facts_score_lowest_nothing_or_everything_is_called_true():
    upside_down = LabelledScores.of([1, 2, 3], [True, False, False])
    assert accuracy_at(upside_down, best_threshold(upside_down)) == pytest.approx(2 / 3)


def test_scores_next_to_each_other_have_a_threshold_that_parts_them():
    low = 1.0
    high = float(np.nextafter(low, 2))
    near = LabelledScores.of([low, high], [False, True])
    assert accuracy_at(near, best_threshold(near)) == 1


@given(labelled())
def test_the_area_under_the_curve_is_the_share_of_pairs_in_order(scores):
    points = roc_curve(scores)
    area = sum((after.false - before.false) * (after.true + before.true) / 2 for before, after in pairwise(points))
    assert auroc(scores) == pytest.approx(area / (scores.true_count * scores.false_count))
    assert points[0] == (0, 0)
    assert points[-1] == (scores.false_count, scores.true_count)


@pytest.mark.slow
@given(labelled())
def test_no_threshold_is_better_than_the_best(scores):
    best = accuracy_at(scores, best_threshold(scores))
    candidates = [*np.unique(scores.scores), scores.scores.max() + 1]
    assert best == pytest.approx(max(accuracy_at(scores, float(each)) for each in candidates))


@given(labelled())
def test_scikit_learn_agrees(scores):
    assert auroc(scores) == pytest.approx(metrics.roc_auc_score(scores.truths, scores.scores))


@given(labelled())
def test_an_interval_holds_its_value_and_stays_between_0_and_1(scores):
    value = auroc(scores)
    interval = auroc_interval(value, true=scores.true_count, false=scores.false_count)
    assert 0 <= interval.low <= value <= interval.high <= 1
    assert interval.low < interval.high


def test_facts_told_apart_entirely_still_leave_a_doubt():
    few, many = (auroc_interval(1.0, true=size, false=size) for size in (10, 150))
    assert few.high == many.high == 1
    # (1 − low) solves z² · low · (1 + …)/n² there: about z²/(2n) for many facts.
    assert many.low == pytest.approx(1 - 3.84 / 300, abs=0.001)
    assert few.low < 0.9


def test_the_interval_covers_the_truth_as_often_as_it_says():
    generator, covered, shift = np.random.default_rng(0), 0, 1.0
    truth = 0.7602  # Φ(1/√2): the chance that a draw around 1 exceeds one around 0
    for _ in range(400):
        scores = np.concatenate([generator.normal(shift, size=40), generator.normal(size=40)])
        value = auroc(LabelledScores.of(scores, [True] * 40 + [False] * 40))
        interval = auroc_interval(value, true=40, false=40)
        covered += interval.low <= truth <= interval.high
    assert 0.92 <= covered / 400 <= 0.98


def test_two_methods_are_compared_on_the_pairs_that_they_order_differently():
    truths = [True] * 3 + [False] * 3
    first = LabelledScores.of([6, 5, 4, 3, 2, 1], truths)
    second = LabelledScores.of([6, 5, 1, 4, 3, 2], truths)
    difference, p = auroc_difference(first, second)
    # Only the third true fact differs: 3/3 of the false ones below it against 0/3.
    assert difference == pytest.approx(1 / 3)
    # Placements of true facts differ by (0, 0, 1), of false ones by (1/3, 1/3, 1/3): the variance is (1/3)/3.
    assert p == pytest.approx(2 * 0.158655, abs=1e-4)
    assert auroc_difference(first, first) == (0, 1)


@pytest.mark.parametrize(
    ("scores", "truths", "says"),
    [
        ([1.0], [True], "1 true and 0 false facts"),
        ([], [], "0 true and 0 false facts"),
        ([1.0, float("nan")], [True, False], "not a finite number"),
        ([1.0], [True, False], "1 scores for 2 labels"),
    ],
)
def test_what_cannot_be_ranked_is_refused(scores, truths, says):
    with pytest.raises(InputError, match=says):
        LabelledScores.of(scores, truths)


def test_methods_that_judged_other_facts_are_not_compared():
    with pytest.raises(InputError, match="the same facts"):
        auroc_difference(EXAMPLE, LabelledScores.of([1, 2], [True, False]))
