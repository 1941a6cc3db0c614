import json

import pytest

from veriscope.datasets import DATASET_FORMATS, convert_dataset, read_labelled
from veriscope.domain import CellId, Label
from veriscope.errors import InputError

ROW = {
    "id": "a1",
    "question": "Which city ?",
    "table": "List_of_cities_(Peru)_2",
    "answer": "Lima",
    "answer_nodes": [
        ["Lima", [0, 1], "/wiki/Lima", "passage"],
        ["Lima", [4, 1], None, "table"],
        ["L", [0, 1], None, "table"],
    ],
}
HYBRIDQA = DATASET_FORMATS["hybridqa"]


def test_every_answer_cell_is_evidence_of_its_own_with_rows_counted_from_the_header():
    claim = HYBRIDQA.parse(ROW)
    page = "List of cities (Peru)"
    assert claim.evidence == ((CellId(page, 2, 1, 1),), (CellId(page, 2, 5, 1),))
    assert (claim.id, claim.claim, claim.label) == ("a1", "Which city ?", Label.SUPPORTS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"table": "Lima"}, "expected a page and a number"),
        ({"table": "_0"}, "expected a page and a number"),
        ({"answer_nodes": "x"}, "answer_nodes: found"),
        ({"answer_nodes": [["L", [0], None, "table"]]}, r"answer_nodes\[0\]: found a list of 4; expected four"),
        ({"answer_nodes": [["L", [-1, 0], None, "table"]]}, r"answer_nodes\[0\]"),
        ({"question": ""}, "question: found"),
    ],
)
def test_bad_rows_are_named(change, message):
    with pytest.raises(InputError, match=message):
        HYBRIDQA.parse(ROW | change)


def test_a_row_comes_back_through_our_own_format(tmp_path):
    (tmp_path / "a.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    ours = DATASET_FORMATS["veriscope"]
    convert_dataset(tmp_path / "a.jsonl", tmp_path / "b.jsonl", source_format=HYBRIDQA, target_format=ours)
    convert_dataset(tmp_path / "b.jsonl", tmp_path / "c.jsonl", source_format=ours, target_format=HYBRIDQA)
    assert json.loads((tmp_path / "c.jsonl").read_text(encoding="utf-8")) == ROW


def test_other_claims_have_no_place_there():
    claim = DATASET_FORMATS["veriscope"].parse(
        {"id": 1, "claim": "c", "label": "SUPPORTS", "evidence": [["A#cell-0-1-0"]]}
    )
    with pytest.raises(InputError, match="only claims that were read from hybridqa"):
        HYBRIDQA.render(claim)


@pytest.mark.corpus
def test_the_real_questions_are_all_read(public_data):
    rows = list(read_labelled(public_data / "hybridqa" / "dev_traced.jsonl.xz", form=HYBRIDQA))
    assert len(rows) == 3_466
    assert sum(not row.claim.evidence for row in rows) == 92
