import gzip
import json
import lzma

import pytest
import zstandard

from veriscope.datasets import BadRow, GroundingLabel, GroundingRow, read_grounding_rows

ROW = {"claim": "Vell is a town.", "label": "SUPPORTS", "documents": ["Vell is a town.", ""], "id": 7}


def written(tmp_path, *rows, name="rows.jsonl", pack=lambda data: data):
    path = tmp_path / name
    path.write_bytes(pack("".join(f"{json.dumps(row)}\n" for row in rows).encode()))
    return path


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [
        ("", lambda data: data),
        (".gz", gzip.compress),
        (".xz", lzma.compress),
        (".zst", zstandard.ZstdCompressor().compress),
    ],
)
def test_rows_are_read_from_plain_and_packed_files(tmp_path, suffix, pack):
    path = written(tmp_path, ROW, {**ROW, "label": "not supported"}, name=f"rows.jsonl{suffix}", pack=pack)
    first, second = read_grounding_rows(path)
    assert first == GroundingRow(1, "Vell is a town.", GroundingLabel.SUPPORTS, ("Vell is a town.", ""))
    assert second.label is GroundingLabel.NOT_SUPPORTED


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"claim": " "}, 'claim: found " "; expected a text'),
        ({"label": "MAYBE"}, "expected one of: SUPPORTS, REFUTES, NOT ENOUGH INFO, NOT SUPPORTED"),
        ({"documents": "Vell is a town."}, 'documents: found "Vell is a town."; expected a list of texts'),
        ({"documents": []}, "documents: found an empty list; expected at least one text"),
        ({"documents": ["", " "]}, "documents: found only blank texts; expected at least one text"),
        ({"documents": ["Vell.", 3]}, "documents[1]: found 3; expected a text"),
    ],
)
def test_a_bad_field_is_a_problem_of_its_line(tmp_path, change, problem):
    _, bad = read_grounding_rows(written(tmp_path, ROW, {**ROW, **change}))
    assert isinstance(bad, BadRow)
    assert bad.line == 2
    assert problem in bad.problem


def test_a_missing_field_is_named(tmp_path):
    (bad,) = read_grounding_rows(written(tmp_path, {"claim": "x", "label": "SUPPORTS"}))
    assert bad == BadRow(1, "documents: missing; the record has claim, label")


def test_a_file_with_three_labels_is_read_as_such(tmp_path):
    rows = read_grounding_rows(written(tmp_path, ROW, {**ROW, "label": "REFUTES"}, {**ROW, "label": "NOT ENOUGH INFO"}))
    assert [row.label.value for row in rows] == ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]


def test_two_sets_of_labels_in_one_file_are_a_problem(tmp_path):
    rows = read_grounding_rows(written(tmp_path, {**ROW, "label": "REFUTES"}, ROW, {**ROW, "label": "NOT SUPPORTED"}))
    assert rows[0] == BadRow(
        1, 'label: found "REFUTES" in a file with NOT SUPPORTED; expected SUPPORTS or NOT SUPPORTED'
    )
    assert all(isinstance(row, GroundingRow) for row in rows[1:])
