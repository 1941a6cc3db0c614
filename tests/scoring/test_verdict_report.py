import pytest

from veriscope.scoring.judgements import LABELS, Judgement
from veriscope.scoring.verdict_report import occurring_labels, report_verdicts, verdict_json

S, R, N = LABELS
UNSURE = (0.2, 0.3, 0.5)


def report(*judgements, **settings):
    return report_verdicts(judgements, occurring=occurring_labels(judgements), **settings)


def test_accuracy_chooses_among_the_labels_that_occur():
    found = report(Judgement(R, N, UNSURE), Judgement(S, S, (0.6, 0.1, 0.3)))
    assert found.occurring == (S, R)
    assert (found.chosen.accuracy, found.three_way.accuracy) == (1.0, 0.5)
    assert found.accuracy_supports_refutes == 1.0


def test_with_all_labels_both_accuracies_are_the_same():
    found = report(Judgement(R, N, UNSURE), Judgement(S, S, (0.6, 0.1, 0.3)), Judgement(N, N, UNSURE))
    assert found.chosen == found.three_way
    assert found.chosen.accuracy == pytest.approx(2 / 3)
    assert found.accuracy_supports_refutes == 1.0


def test_a_file_of_unverifiable_claims_has_no_accuracy_between_the_two():
    assert report(Judgement(N, S, (0.6, 0.1, 0.3))).accuracy_supports_refutes is None


def test_a_group_chooses_among_the_labels_of_the_file():
    found = report_verdicts([Judgement(S, R, (0.4, 0.6, 0.0))], occurring=(S, R))
    assert found.chosen.accuracy == 0


def test_the_object_begins_with_the_contract():
    found = verdict_json(report(Judgement(R, N, UNSURE), Judgement(S, S, (0.6, 0.1, 0.3)), resamples=50))
    assert list(found)[:5] == ["accuracy", "accuracy_three_way", "macro_f1", "per_label", "ece"]
    assert set(found["per_label"]["SUPPORTS"]) == {"precision", "recall", "f1", "support"}
    assert set(found["confidence_intervals"]) == {"accuracy", "accuracy_three_way", "macro_f1", "ece"}
    assert found["confusion_three_way"]["REFUTES"] == {"SUPPORTS": 0, "REFUTES": 0, "NOT ENOUGH INFO": 1}


def test_an_interval_holds_its_value():
    judgements = [Judgement(S if place % 3 else R, S, (0.7, 0.2, 0.1)) for place in range(90)]
    found = report(*judgements, resamples=300, seed=3)
    low, high = found.intervals["accuracy"].low, found.intervals["accuracy"].high
    assert low < found.chosen.accuracy < high
    assert high - low < 0.25
