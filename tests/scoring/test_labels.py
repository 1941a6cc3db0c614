import pytest

from veriscope.domain import Label
from veriscope.scoring import ScoringCase, report_labels

S, R, N = Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO


def cases(*pairs):
    return [ScoringCase(gold, predicted, (), ()) for gold, predicted in pairs]


def test_precision_recall_and_f1_by_hand():
    report = report_labels(cases((S, "SUPPORTS"), (S, "SUPPORTS"), (S, "REFUTES"), (R, "REFUTES"), (N, "SUPPORTS")))
    supports = report.per_label["SUPPORTS"]
    assert (supports.precision, supports.recall, supports.support) == (2 / 3, 2 / 3, 3)
    assert report.per_label["REFUTES"].f1 == pytest.approx(2 / 3)
    assert report.macro_f1 == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)
    assert report.confusion["NOT ENOUGH INFO"]["SUPPORTS"] == 1


def test_macro_f1_leaves_out_labels_that_the_gold_lacks():
    report = report_labels(cases((S, "SUPPORTS"), (R, "REFUTES"), (R, "NOT ENOUGH INFO")))
    assert report.macro_f1 == pytest.approx((1 + 2 / 3) / 2)


def test_an_unknown_label_is_counted_as_other():
    report = report_labels(cases((S, "NEI"), (S, "")))
    assert report.confusion["SUPPORTS"]["OTHER"] == 2
    assert report.macro_f1 == 0
