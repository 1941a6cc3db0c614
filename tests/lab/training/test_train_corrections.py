import json

import pytest

from veriscope.domain import Claim, Label, Verdict
from veriscope.lab.lessons.corrections_lessons import FOUND, GIVEN, CorrectionLesson
from veriscope.lab.training import train_corrections
from veriscope.lab.training.train_corrections import (
    WeighedLesson,
    draw_sample,
    fit_corrections,
    in_folds,
    report,
    weights_json,
)
from veriscope.verdict.corrections import Correction
from veriscope.verdict.corrections_effect import CorrectionsEffect
from veriscope.verdict.stored_weights import read_corrections_weights
from veriscope.verdict.weighing import weigh_corrections

CORRECTION = Correction("1957", "1956", "It was in 1956.", 0.0, is_evident=True)
SAYS_REFUTED, UNDECIDED = Verdict(Label.REFUTES, 0.2, 0.7, 0.1), Verdict(Label.NOT_ENOUGH_INFO, 0.05, 0.05, 0.9)


def weighed(number, label, *, source="told", setting=FOUND):
    """The encoder refutes true and false alike; false ones gain by a correction."""
    lesson = CorrectionLesson(source, setting, Claim(str(number), "It was in 1957."), (), (), label)
    gain = 4.0 if label is Label.REFUTES else 0.0
    verdict = UNDECIDED if label is Label.NOT_ENOUGH_INFO else SAYS_REFUTED
    return WeighedLesson(lesson, verdict, CorrectionsEffect(-2.0, gain, 0.0, CORRECTION))


LESSONS = [
    weighed(number, label, setting=setting) for number in range(20) for label in Label for setting in (FOUND, GIVEN)
]


def test_what_gains_is_learned_to_be_false():
    weights = fit_corrections(LESSONS)
    for one in LESSONS:
        assert weigh_corrections(one.verdict, one.effect, weights).label is one.lesson.label
    assert weights.truth[2] < 0 < weights.bearing[1]


def test_the_folds_go_by_claim(monkeypatch):
    assert [verdict.label for verdict in in_folds(LESSONS)] == [one.lesson.label for one in LESSONS]
    shown = []

    def shown_to(examples):
        shown.append({one.lesson.claim.id for one in examples})
        return fit_corrections(examples)

    monkeypatch.setattr(train_corrections, "fit_corrections", shown_to)
    in_folds(LESSONS)
    assert [len(claims) for claims in shown] == [16] * 5


def test_a_small_source_counts_as_much_as_a_large_one():
    other_way = [
        one._replace(lesson=one.lesson._replace(source="odd", label=label))
        for one, label in ((weighed(number, Label.SUPPORTS), Label.REFUTES) for number in range(2))
    ]
    few = fit_corrections([weighed(number, Label.SUPPORTS) for number in range(40)] + other_way)
    assert few.truth[0] + few.truth[1] * -1.2528 == pytest.approx(0.0, abs=0.05)


def test_the_report_has_a_row_for_each_kind():
    rows = report(LESSONS)
    assert [(row["source"], row["evidence"], row["lessons"]) for row in rows] == [
        ("told", FOUND, 60),
        ("told", GIVEN, 60),
    ]
    assert {(row["encoder"], row["corrections"]) for row in rows} == {(0.6667, 1.0)}


def test_what_is_written_can_be_read():
    weights = fit_corrections(LESSONS)
    read = read_corrections_weights(json.loads(weights_json(weights)))
    assert read.truth == pytest.approx(weights.truth, abs=1e-4)
    assert read.bearing == pytest.approx(weights.bearing, abs=1e-4)


def test_claims_are_drawn_the_same_every_time():
    assert draw_sample(range(100), 5) == draw_sample(range(100), 5)
    assert set(draw_sample(range(3), 5)) == {0, 1, 2}
