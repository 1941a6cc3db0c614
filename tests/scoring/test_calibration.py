import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Label, Verdict
from veriscope.scoring.calibration import calibration, resampled_ece
from veriscope.scoring.judgements import LABELS, Judgement, judge
from veriscope.scoring.selective import selective_accuracy

S, R, N = LABELS


def answer(confidence, *, right=True):
    rest = (1 - confidence) / 2
    return Judgement(S if right else R, S, (confidence, rest, rest))


answers = st.lists(
    st.tuples(st.floats(0.34, 1), st.booleans()).map(lambda pair: answer(pair[0], right=pair[1])), min_size=1
)


def test_a_verdict_is_judged_by_its_label():
    found = judge(R, Verdict(S, supports=0.5, refutes=0.3, not_enough_info=0.2))
    assert (found.confidence, found.is_right) == (0.5, False)


def test_a_forced_choice_takes_the_likeliest_of_the_labels_and_scales_them():
    found = Judgement(R, N, (0.1, 0.3, 0.6)).among((S, R))
    assert (found.answer, found.is_right) == (R, True)
    assert found.probabilities == pytest.approx((0.25, 0.75, 0))


def test_a_forced_choice_between_nothings_is_even():
    assert Judgement(R, N, (0.0, 0.0, 1.0)).among((S, R)) == Judgement(R, S, (0.5, 0.5, 0.0))


def test_the_expected_calibration_error_of_a_worked_example():
    # Bin (0.6, 0.667]: said 0.65, half right. Bin (0.867, 0.933]: said 0.9, all right.
    found = calibration([answer(0.65), answer(0.65, right=False), answer(0.9), answer(0.9)])
    assert found.ece == pytest.approx((2 * 0.15 + 2 * 0.1) / 4)
    assert found.max_error == pytest.approx(0.15)
    assert found.overconfidence == pytest.approx(0.775 - 0.75)
    assert [(each.claims, each.accuracy) for each in found.bins] == [(2, 0.5), (2, 1.0)]
    assert (found.bins[0].low, found.bins[0].high) == pytest.approx((9 / 15, 10 / 15))


def test_brier_and_log_loss_of_a_worked_example():
    found = calibration([Judgement(R, S, (0.5, 0.3, 0.2))])
    assert found.brier == pytest.approx(0.5**2 + 0.7**2 + 0.2**2)
    assert found.log_loss == pytest.approx(-math.log(0.3))


def test_an_impossible_gold_label_costs_much_but_not_everything():
    assert calibration([Judgement(R, S, (1.0, 0.0, 0.0))]).log_loss == pytest.approx(-math.log(1e-12))


def test_a_confidence_on_an_edge_belongs_to_the_bin_that_ends_there():
    (found,) = calibration([answer(0.6)]).bins
    assert found.high == pytest.approx(0.6)


def test_bins_of_equal_size_keep_equal_confidences_together():
    found = calibration([answer(0.5)] * 7 + [answer(0.9)] * 8)
    assert [each.claims for each in found.adaptive_bins] == [7, 8]
    spread = calibration([answer(0.4 + place / 100) for place in range(30)])
    assert [each.claims for each in spread.adaptive_bins] == [2] * 15


@given(answers)
def test_calibration_does_not_depend_on_the_order_of_claims(found):
    one, other = calibration(found), calibration(found[::-1])
    assert one.ece == pytest.approx(other.ece)
    assert one.adaptive_ece == pytest.approx(other.adaptive_ece)
    assert 0 <= one.ece <= one.max_error + 1e-12
    assert sum(each.claims for each in one.bins) == sum(each.claims for each in one.adaptive_bins) == len(found)


@given(answers)
def test_the_curve_ends_at_the_accuracy_of_all_claims(found):
    curve = selective_accuracy(found).curve
    assert curve[-1].coverage == 1
    assert curve[-1].accuracy == pytest.approx(sum(each.is_right for each in found) / len(found))
    assert curve[-1].threshold == min(each.confidence for each in found)


def test_the_surest_answers_count_first():
    found = selective_accuracy([answer(0.9), answer(0.8), answer(0.7), answer(0.6), answer(0.5, right=False)])
    assert found.at_80 == (0.8, 1.0, 0.6)
    assert found.area == pytest.approx(0.2 / 5)


def test_answers_that_are_equally_sure_count_alike():
    right_first = selective_accuracy([answer(0.9), answer(0.9, right=False)])
    assert right_first == selective_accuracy([answer(0.9, right=False), answer(0.9)])
    assert right_first.area == pytest.approx(0.5)


def test_resamples_scatter_around_the_error():
    found = [answer(0.8, right=place % 2 == 0) for place in range(200)]
    drawn = resampled_ece(found, resamples=200, seed=1)
    assert drawn.mean() == pytest.approx(calibration(found).ece, abs=0.02)
    assert drawn.std() > 0
    assert (drawn == resampled_ece(found, resamples=200, seed=1)).all()


def test_labels_come_in_a_fixed_order():
    assert LABELS == (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)
