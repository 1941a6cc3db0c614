"""Worked by hand, from the published definition and the official scorer's code."""

import pytest

from veriscope.domain import Label
from veriscope.scoring import Scores, ScoringCase, average, score_fever_claim

A0, A1, B0, NULL = ("A", 0), ("A", 1), ("B", 0), (None, None)
S, R, N = Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO


def outcome(label, predicted_label, sets, predicted, **limits):
    groups = tuple(frozenset(pieces) for pieces in sets)
    return score_fever_claim(ScoringCase(label, predicted_label, groups, tuple(predicted)), **limits)


def test_one_whole_set_suffices():
    found = outcome(S, S, [[A0, A1], [B0]], [B0])
    assert (found.is_strictly_right, found.precision, found.recall) == (True, 1.0, 1.0)


def test_half_a_set_is_worthless_but_precise():
    found = outcome(S, S, [[A0, A1]], [A0])
    assert (found.is_strictly_right, found.precision, found.recall) == (False, 1.0, 0.0)


def test_recall_ignores_the_label():
    found = outcome(S, R, [[A0]], [A0])
    assert (found.is_label_right, found.is_strictly_right, found.recall) == (False, False, 1.0)


def test_only_the_first_five_count():
    noise = [("C", line) for line in range(5)]
    found = outcome(S, S, [[A0]], [*noise, A0])
    assert (found.is_strictly_right, found.precision, found.recall) == (False, 0.0, 0.0)
    assert outcome(S, S, [[A0]], [*noise, A0], max_evidence=6).is_strictly_right


def test_a_piece_predicted_twice_counts_twice():
    assert outcome(S, S, [[A0]], [A0, A0, B0]).precision == 2 / 3


def test_not_enough_info_needs_no_evidence_and_takes_no_part():
    found = outcome(N, N, [[NULL]], [A0])
    assert (found.is_strictly_right, found.counts_evidence) == (True, False)


def test_an_empty_gold_list_is_recalled_but_never_right():
    found = outcome(S, S, [], [A0])
    assert (found.is_strictly_right, found.precision, found.recall) == (False, 0.0, 1.0)


def test_an_empty_gold_set_is_satisfied_by_anything():
    found = outcome(S, S, [[]], [])
    assert (found.is_strictly_right, found.precision, found.recall) == (True, 1.0, 1.0)


def test_no_prediction_is_perfectly_precise():
    assert outcome(S, S, [[A0]], []).precision == 1.0


def test_a_set_with_a_null_cannot_be_covered():
    assert not outcome(S, S, [[A0, NULL]], [A0]).is_strictly_right


def test_averages_leave_not_enough_info_out_of_the_evidence():
    outcomes = [
        outcome(S, S, [[A0]], [A0, B0]),
        outcome(R, S, [[A0], [A1]], [B0]),
        outcome(N, N, [[NULL]], []),
        outcome(N, S, [[NULL]], [A0]),
    ]
    # Right: the first and the third. Precision (1/2 + 0) / 2, recall (1 + 0) / 2, F1 2·¼·½ / ¾.
    assert average(outcomes) == Scores(0.5, 0.5, 0.25, 0.5, pytest.approx(1 / 3))


def test_without_any_claim_that_needs_evidence_precision_is_one_and_recall_zero():
    assert average([outcome(N, N, [[NULL]], [])]) == Scores(1.0, 1.0, 1.0, 0.0, 0.0)
