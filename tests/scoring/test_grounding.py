import pytest
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from veriscope.domain import Label
from veriscope.scoring import Judgement, grounding_json, score_grounding

S, R, N = Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO


def judgement(gold, supports, refutes, neither):
    shares = {S: supports, R: refutes, N: neither}
    return Judgement(gold, max(shares, key=shares.get), tuple(shares[label] for label in Label))


# Worked by hand: of three supported claims two are found, of two others one is taken for supported.
ROWS = [
    judgement(S, 0.9, 0.05, 0.05),
    judgement(S, 0.4, 0.35, 0.25),
    judgement(S, 0.3, 0.3, 0.4),
    judgement(N, 0.2, 0.5, 0.3),
    judgement(N, 0.6, 0.2, 0.2),
]


def test_other_answers_are_one_label_in_the_two_way_case():
    scores = score_grounding(ROWS, is_two_way=True)
    assert scores.claims == 5
    assert scores.accuracy == 3 / 5
    assert scores.balanced_accuracy == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert {name: (one.precision, one.support) for name, one in scores.labels.per_label.items()} == {
        "SUPPORTS": (2 / 3, 3),
        "NOT SUPPORTED": (1 / 2, 2),
    }
    assert scores.labels.confusion["NOT SUPPORTED"] == {S: 1, R: 1, N: 0}
    # Confidences 0.9, 0.4, 0.7, 0.8 and 0.6 lie in bins of their own.
    assert scores.ece == pytest.approx((0.1 + 0.6 + 0.7 + 0.2 + 0.6) / 5)


def test_auroc_ranks_by_the_probability_of_support():
    # Of six pairs, 0.9 wins two, 0.4 and 0.3 one each.
    for is_two_way in (True, False):
        assert score_grounding(ROWS, is_two_way=is_two_way).auroc == pytest.approx(4 / 6)
    assert score_grounding(ROWS[:3], is_two_way=True).auroc is None


def test_three_labels_are_scored_as_they_are():
    rows = [*ROWS, judgement(R, 0.1, 0.8, 0.1)]
    scores = score_grounding(rows, is_two_way=False)
    assert scores.accuracy == 3 / 6
    assert scores.balanced_accuracy == pytest.approx((2 / 3 + 0 + 1) / 3)
    assert list(grounding_json(scores)["per_label"]) == ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]


def test_the_figures_are_those_of_scikit_learn():
    gold, answers = [row.gold is S for row in ROWS], [row.answer is S for row in ROWS]
    scores = score_grounding(ROWS, is_two_way=True)
    assert scores.balanced_accuracy == pytest.approx(balanced_accuracy_score(gold, answers))
    assert scores.auroc == pytest.approx(roc_auc_score(gold, [row.probabilities[0] for row in ROWS]))
