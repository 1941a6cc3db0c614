import json

import pytest

from veriscope.datasets import DATASET_CHECKS, detect_format
from veriscope.errors import InputError

EMPTY = {"id": 1, "claim": "It is so.", "label": "NOT ENOUGH INFO", "evidence": []}
ROWS = {
    "fever": [EMPTY, EMPTY | {"evidence": [[[1, 2, "Lima", 0]]]}],
    "feverous": [EMPTY, EMPTY | {"evidence": [{"content": ["Lima_sentence_0"], "context": {}}]}],
    "hybridqa": [{"id": "1", "question": "Which?", "table": "Lima_0", "answer_nodes": []}],
    "tabfact": [{"table": "1-2-3", "statement": "it is so", "label": "SUPPORTS"}],
    "veriscope": [EMPTY, EMPTY | {"evidence": [[], ["Lima#sentence-0"]]}],
    "fever-training": [EMPTY, EMPTY | {"evidence": [None]}],
    "fever-predictions": [
        {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": []},
        {"id": 2, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", 0]]},
    ],
    "feverous-predictions": [
        {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": []},
        {"id": 2, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", "sentence", "0"]]},
    ],
}


def write(folder, rows):
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", sorted(DATASET_CHECKS))
def test_every_format_is_recognised_by_its_first_telling_row(tmp_path, name):
    assert detect_format(write(tmp_path, ROWS[name])) == name


def test_sentences_of_a_training_file_tell_too(tmp_path):
    assert detect_format(write(tmp_path, [EMPTY, EMPTY | {"evidence": [["Lima", 0]]}])) == "fever-training"


def test_the_header_record_tells(tmp_path):
    header = {"id": "", "label": "", "claim": "", "evidence": ""}
    assert detect_format(write(tmp_path, [header, EMPTY])) == "feverous"


def test_verifiable_tells(tmp_path):
    assert detect_format(write(tmp_path, [EMPTY | {"verifiable": "NOT VERIFIABLE"}])) == "fever"


def test_nothing_cited_reads_as_our_own_format(tmp_path):
    assert detect_format(write(tmp_path, [EMPTY])) == "veriscope"


def test_evidence_of_no_known_shape_is_an_error(tmp_path):
    with pytest.raises(InputError, match="the shape of an unknown format"):
        detect_format(write(tmp_path, [EMPTY | {"evidence": [3]}]))


def test_a_file_without_objects_is_an_error(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"rows\.jsonl:1: not JSON"):
        detect_format(path)
