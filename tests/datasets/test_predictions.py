import pytest

from veriscope.datasets import (
    FeverousAddress,
    fever_prediction,
    feverous_prediction,
    parse_fever_prediction,
    parse_feverous_prediction,
    prediction_json,
    read_records,
    write_predictions,
)
from veriscope.datasets.predictions import FeverSentence
from veriscope.domain import CellId, Label, SentenceId
from veriscope.errors import InputError

FEVER_ROW = {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", 0], ["Peru", 3]], "score": 0.5}
FEVEROUS_ROW = {"id": 1, "predicted_label": "REFUTES", "predicted_evidence": [["Lima", "cell", "0_3_1"]]}


def test_reading_and_writing_loses_nothing():
    assert prediction_json(parse_fever_prediction(FEVER_ROW)) == FEVER_ROW
    assert prediction_json(parse_feverous_prediction(FEVEROUS_ROW)) == FEVEROUS_ROW


def test_a_submission_is_written_from_predictions(tmp_path):
    path = tmp_path / "predictions.jsonl.gz"
    assert write_predictions(path, map(parse_fever_prediction, [FEVER_ROW, FEVER_ROW | {"id": 2}])) == 2
    assert [line.value for line in read_records(path)] == [FEVER_ROW, FEVER_ROW | {"id": 2}]


def test_a_prediction_may_lack_an_id():
    row = {"predicted_label": "SUPPORTS", "predicted_evidence": []}
    assert prediction_json(parse_fever_prediction(row)) == row


def test_feverous_evidence_may_be_written_as_ids():
    row = FEVEROUS_ROW | {"predicted_evidence": ["A_b_header_cell_0_0_1"]}
    assert parse_feverous_prediction(row).evidence == (FeverousAddress("A_b", "header_cell", "0_0_1"),)


def test_our_evidence_becomes_a_submission():
    evidence = [CellId("Lima (film)", 0, 3, 1), SentenceId("Lima (film)", 2)]
    fever = fever_prediction(5, Label.SUPPORTS, evidence=evidence)
    assert fever.evidence == (FeverSentence("Lima_-LRB-film-RRB-", 2),)
    feverous = feverous_prediction(5, Label.SUPPORTS, evidence=evidence)
    assert prediction_json(feverous)["predicted_evidence"] == [
        ["Lima (film)", "cell", "0_3_1"],
        ["Lima (film)", "sentence", "2"],
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"predicted_label": None}, "predicted_label: found null; expected one of: SUPPORTS"),
        ({"predicted_evidence": None}, "predicted_evidence: found null; expected a list"),
        (
            {"predicted_evidence": [["Lima", "0"]]},
            r'predicted_evidence\[0\]: found \["Lima", "0"\]; expected \[page, line\]',
        ),
        ({"predicted_evidence": [["Lima", True]]}, r"predicted_evidence\[0\]"),
        ({"predicted_evidence": [["Lima", 1.0]]}, r"predicted_evidence\[0\]"),
        ({"predicted_evidence": [["Lima", "sentence", "0"]]}, r"predicted_evidence\[0\]"),
    ],
)
def test_a_bad_fever_prediction_says_what_would_be_right(change, message):
    with pytest.raises(InputError, match=message):
        parse_fever_prediction(FEVER_ROW | change)


def test_a_bad_feverous_prediction_says_what_would_be_right():
    with pytest.raises(InputError, match=r'found \["Lima", "cell", 3\]; expected \[page, type, position\]'):
        parse_feverous_prediction(FEVEROUS_ROW | {"predicted_evidence": [["Lima", "cell", 3]]})
