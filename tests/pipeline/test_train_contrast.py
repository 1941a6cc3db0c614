import json

import pytest

from veriscope.domain import Claim, Label, Verdict
from veriscope.pipeline.contrast import Contrast, read_weights, reweighed
from veriscope.pipeline.contrast_claims import Correction
from veriscope.pipeline.contrast_lessons import FOUND, GIVEN, Lesson
from veriscope.pipeline.table_fusion import fit
from veriscope.pipeline.train_contrast import Weighed, drawn, fitted, in_folds, report, weights_json

CORRECTION = Correction("1957", "1956", "It was in 1956.", 0.0, is_evident=True)
SAYS_REFUTED, UNDECIDED = Verdict(Label.REFUTES, 0.2, 0.7, 0.1), Verdict(Label.NOT_ENOUGH_INFO, 0.05, 0.05, 0.9)


def weighed(number, label, *, source="told", setting=FOUND):
    """The encoder refutes true and false alike; false ones gain by a correction."""
    lesson = Lesson(source, setting, Claim(str(number), "It was in 1957."), (), (), label)
    gain = 4.0 if label is Label.REFUTES else 0.0
    verdict = UNDECIDED if label is Label.NOT_ENOUGH_INFO else SAYS_REFUTED
    return Weighed(lesson, verdict, Contrast(-2.0, gain, 0.0, CORRECTION))


LESSONS = [
    weighed(number, label, setting=setting) for number in range(20) for label in Label for setting in (FOUND, GIVEN)
]


def test_what_gains_is_learned_to_be_false():
    weights = fitted(LESSONS)
    for one in LESSONS:
        assert reweighed(one.verdict, one.contrast, weights).label is one.lesson.label
    assert weights.truth[2] < 0 < weights.bearing[1]


def test_the_folds_go_by_claim():
    assert {one.fold for one in LESSONS if one.lesson.claim.id in {"3", "8"}} == {3}
    assert [verdict.label for verdict in in_folds(LESSONS)] == [one.lesson.label for one in LESSONS]


def test_a_small_source_counts_as_much_as_a_large_one():
    other_way = [
        one._replace(lesson=one.lesson._replace(source="odd", label=label))
        for one, label in ((weighed(number, Label.SUPPORTS), Label.REFUTES) for number in range(2))
    ]
    few = fitted([weighed(number, Label.SUPPORTS) for number in range(40)] + other_way)
    assert few.truth[0] + few.truth[1] * -1.2528 == pytest.approx(0.0, abs=0.05)


def test_the_report_has_a_row_for_each_kind():
    rows = report(LESSONS)
    assert [(row["source"], row["evidence"], row["lessons"]) for row in rows] == [
        ("told", FOUND, 60),
        ("told", GIVEN, 60),
    ]
    assert {(row["encoder"], row["contrast"]) for row in rows} == {(0.6667, 1.0)}


def test_what_is_written_can_be_read():
    weights = fitted(LESSONS)
    read = read_weights(json.loads(weights_json(weights)))
    assert read.truth == pytest.approx(weights.truth, abs=1e-4)
    assert read.bearing == pytest.approx(weights.bearing, abs=1e-4)


def test_claims_are_drawn_the_same_every_time():
    assert drawn(range(100), 5) == drawn(range(100), 5)
    assert set(drawn(range(3), 5)) == {0, 1, 2}


def test_a_row_that_counts_twice_is_as_good_as_two():
    rows, is_true = [(1.0, 0.5), (1.0, -1.0), (1.0, 0.2)], [True, False, False]
    doubled = fit([*rows, rows[0]], [*is_true, True])
    assert fit(rows, is_true, counts=[2, 1, 1]) == pytest.approx(doubled)
