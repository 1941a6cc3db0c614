import json

import pytest

from veriscope.datasets import wrong_file

PREDICTION = {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", "sentence", "0"]]}
CLAIM = {"id": 1, "claim": "c", "label": "SUPPORTS", "evidence": [{"content": ["Lima_sentence_0"], "context": {}}]}
PAGE = {"title": "Lima", "order": []}


@pytest.fixture
def file(tmp_path):
    def write(row):
        path = tmp_path / "rows.jsonl"
        path.write_text(json.dumps(row) + "\n", encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("row", "expected", "says"),
    [
        (PREDICTION, "feverous", "holds predictions, not claims"),
        (CLAIM, "feverous-predictions", "holds claims, not predictions"),
        (PREDICTION, "fever-predictions", "looks like feverous-predictions; use `veriscope eval feverous`"),
        (CLAIM, "fever", "looks like feverous; use `veriscope eval feverous`"),
        (PAGE, "fever", "holds pages, not claims"),
        (PAGE, "fever-predictions", "holds pages, not predictions"),
    ],
)
def test_what_the_file_holds_instead_is_named(file, row, expected, says):
    assert says in wrong_file(file(row), expected=expected)


@pytest.mark.parametrize("expected", ["feverous", "feverous-predictions"])
def test_predictions_and_gold_together_are_both(file, expected):
    assert wrong_file(file(CLAIM | PREDICTION), expected=expected) is None


def test_the_right_file_is_not_wrong(file):
    assert wrong_file(file(CLAIM), expected="feverous") is None


def test_nothing_is_said_of_what_cannot_be_told(file, tmp_path):
    assert wrong_file(tmp_path / "absent", expected="fever") is None
    assert wrong_file(file([]), expected="fever") is None
    assert wrong_file(file(CLAIM | {"evidence": [3]}), expected="fever") is None
