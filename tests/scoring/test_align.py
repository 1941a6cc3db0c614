from pathlib import Path

import pytest

from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.scoring import Alignment, GoldRow
from veriscope.scoring.align import align
from veriscope.scoring.submission import PredictionRow

PATH = Path("predictions.jsonl")
GOLDS = [GoldRow(1, 7, Label.SUPPORTS, (), ""), GoldRow(2, 8, Label.REFUTES, (), "")]


def prediction(line, claim_id, label="SUPPORTS"):
    return PredictionRow(line, claim_id, label, ())


def test_by_position_needs_no_ids():
    cases = align([prediction(1, None), prediction(2, None, "REFUTES")], GOLDS, by=Alignment.POSITION, path=PATH)
    assert [case.predicted_label for case in cases] == ["SUPPORTS", "REFUTES"]


def test_an_id_written_as_text_is_the_same_id():
    assert len(align([prediction(1, "7"), prediction(2, 8)], GOLDS, by=Alignment.POSITION, path=PATH)) == 2


def test_by_id_restores_the_order_of_the_gold_file():
    cases = align([prediction(1, 8, "REFUTES"), prediction(2, 7)], GOLDS, by=Alignment.ID, path=PATH)
    assert [(case.label, case.predicted_label) for case in cases] == [("SUPPORTS", "SUPPORTS"), ("REFUTES", "REFUTES")]


@pytest.mark.parametrize(
    ("rows", "by", "message"),
    [
        ([prediction(1, 7)], Alignment.POSITION, "1 prediction for 2 gold claims"),
        ([prediction(1, 8), prediction(2, 7)], Alignment.POSITION, r"predictions.jsonl:1: the id is 8, .* --align id"),
        ([prediction(1, None), prediction(2, 7)], Alignment.ID, r"predictions.jsonl:1: id: missing"),
        ([prediction(1, 7), prediction(2, 7)], Alignment.ID, r"predictions.jsonl:2: the id 7 is already on line 1"),
        ([prediction(1, 7)], Alignment.ID, "no prediction for 1 gold claim, the first with id 8"),
        (
            [prediction(1, 7), prediction(2, 8), prediction(3, 9)],
            Alignment.ID,
            r"predictions.jsonl:3: the gold file has no claim with id 9",
        ),
    ],
)
def test_what_does_not_fit_is_named(rows, by, message):
    with pytest.raises(InputError, match=message):
        align(rows, GOLDS, by=by, path=PATH)


def test_an_id_twice_in_the_gold_file_cannot_be_matched():
    golds = [GOLDS[0], GoldRow(2, 7, Label.REFUTES, (), "")]
    with pytest.raises(InputError, match="the gold file has the id 7 on lines 1 and 2"):
        align([prediction(1, 7)], golds, by=Alignment.ID, path=PATH)
