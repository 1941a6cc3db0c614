import json
import lzma

import pytest

from veriscope.datasets import DATASET_CHECKS, validate_dataset
from veriscope.errors import InputError

FEVER = {"id": 1, "verifiable": "VERIFIABLE", "label": "SUPPORTS", "claim": "c", "evidence": [[[1, 2, "Lima", 0]]]}
FEVEROUS = {"id": 1, "label": "SUPPORTS", "claim": "c", "evidence": [{"content": ["A_sentence_0"], "context": {}}]}
OURS = {"id": 1, "label": "SUPPORTS", "claim": "c", "evidence": [["A#sentence-0"]]}
FEVER_PREDICTION = {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", 0]]}
FEVEROUS_PREDICTION = {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", "sentence", "0"]]}
FEVER_TRAINING = {"id": 1, "label": "SUPPORTS", "claim": "c", "evidence": [["Lima", 0], ["Peru", 2]]}
HYBRIDQA = {"id": "1", "question": "q", "table": "A_0", "answer_nodes": [["b", [0, 1], None, "table"]]}
TABFACT = {"table": "1-2-3", "statement": "s", "label": "REFUTES"}
GOOD = {
    "fever": FEVER,
    "feverous": FEVEROUS,
    "hybridqa": HYBRIDQA,
    "tabfact": TABFACT,
    "veriscope": OURS,
    "fever-predictions": FEVER_PREDICTION,
    "fever-training": FEVER_TRAINING,
    "feverous-predictions": FEVEROUS_PREDICTION,
}


def validate(folder, rows, name):
    path = folder / "rows.jsonl"
    path.write_text(
        "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8"
    )
    return validate_dataset(path, check=DATASET_CHECKS[name])


@pytest.mark.parametrize("name", sorted(DATASET_CHECKS))
def test_a_good_row_has_no_problem(tmp_path, name):
    found = validate(tmp_path, [GOOD[name]], name)
    assert (found.rows, found.problems, found.bad_rows()) == (1, (), 0)


@pytest.mark.parametrize(
    ("name", "row", "what"),
    [
        ("hybridqa", HYBRIDQA | {"answer_nodes": []}, "could not be traced to a cell"),
        ("hybridqa", HYBRIDQA | {"table": "Lima"}, 'table: found "Lima"; expected a page and a number'),
        ("hybridqa", HYBRIDQA | {"answer_nodes": [["b", [0, -1], None, "table"]]}, "answer_nodes[0]: found"),
        ("tabfact", TABFACT | {"label": "refutes"}, "write REFUTES"),
        ("tabfact", TABFACT | {"label": 1}, "label: found 1"),
        ("tabfact", TABFACT | {"table": " "}, 'table: found " "; expected a text'),
        ("fever", FEVER | {"label": "Supports"}, 'label: found "Supports"; write SUPPORTS'),
        ("fever", FEVER | {"verifiable": "NOT VERIFIABLE"}, "expected VERIFIABLE"),
        ("fever", FEVER | {"evidence": []}, "a claim labelled SUPPORTS needs at least one set"),
        ("fever", FEVER | {"evidence": [[[1, 2, None, None]]]}, "needs at least one set"),
        ("fever", FEVER | {"evidence": [[], [[1, 2, "Lima", 0]]]}, "evidence[0]: an empty set"),
        ("fever", FEVER | {"evidence": [[[1, 2, "Lima", 0], [1, 3, "Lima", 0]]]}, "evidence[0]: a piece occurs twice"),
        ("fever", FEVER | {"evidence": [[[1, 2, "Lima", -1]]]}, "lines count from 0"),
        ("feverous", FEVEROUS | {"evidence": FEVEROUS["evidence"] * 4}, "found 4 sets; FEVEROUS has at most 3"),
        ("feverous", FEVEROUS | {"evidence": [{"content": ["A_title"]}]}, "'A_title' cannot be evidence"),
        (
            "feverous",
            FEVEROUS | {"evidence": [{"content": ["A_sentence_0"], "context": {"B_sentence_0": ["B_title"]}}]},
            '"B_sentence_0" is not in the content of its set',
        ),
        (
            "feverous",
            FEVEROUS | {"evidence": [{"content": ["A_sentence_0"], "context": ["A"]}]},
            "not a FEVEROUS id: 'A'",
        ),
        (
            "feverous",
            FEVEROUS | {"evidence": [{"content": ["A_sentence_0"], "context": 3}]},
            "context: found 3; expected",
        ),
        ("veriscope", OURS | {"evidence": [["A"]]}, "evidence[0][0]: not an evidence id: 'A'"),
        ("veriscope", OURS | {"evidence": [["A#sentence-" + "9" * 5000]]}, "not an evidence id: 'A#sentence-999"),
        (
            "fever-training",
            FEVER_TRAINING | {"evidence": [["Lima", "0"]]},
            "evidence[0]: found a list of 2; expected [page",
        ),
        ("fever-training", FEVER_TRAINING | {"evidence": [["Lima", -1]]}, "lines count from 0"),
        ("fever-training", FEVER_TRAINING | {"evidence": "Lima"}, 'evidence: found "Lima"; expected a list of [page'),
        ("fever-predictions", FEVER_PREDICTION | {"predicted_label": "NEI"}, "expected one of: SUPPORTS"),
        ("fever-predictions", FEVER_PREDICTION | {"predicted_evidence": [["A", -1]]}, "lines count from 0"),
        ("fever-predictions", FEVER_PREDICTION | {"predicted_evidence": [["A", 0]] * 2}, "a piece occurs twice"),
        (
            "feverous-predictions",
            FEVEROUS_PREDICTION | {"predicted_evidence": [["A", "cell", "0"]]},
            "predicted_evidence[0]: 'A_cell_0' cannot be evidence",
        ),
    ],
)
def test_a_bad_row_is_named_with_what_would_be_right(tmp_path, name, row, what):
    found = validate(tmp_path, [GOOD[name] | {"id": 2}, row], name)
    assert [problem.line for problem in found.problems] == [2]
    assert what in found.problems[0].what


def test_evidence_that_is_not_in_the_corpus_is_counted_and_no_fault(tmp_path):
    unverifiable = {"label": "NOT ENOUGH INFO", "evidence": []}
    kinds = [{}, {"evidence": [None]}, {"evidence": [None, ["Lima", 0]]}, {"evidence": None}, unverifiable]
    rows = [FEVER_TRAINING | {"id": number} | kind for number, kind in enumerate(kinds)]
    found = validate(tmp_path, rows, "fever-training")
    assert (found.rows, found.bad_rows(), found.absent) == (5, 0, 3)


def test_every_bad_row_is_named(tmp_path):
    found = validate(tmp_path, [FEVER, "{", "[]", FEVER | {"id": 2}, FEVER | {"id": 3, "label": 3}], "fever")
    assert [problem.line for problem in found.problems] == [2, 3, 5]
    assert (found.rows, found.bad_rows()) == (5, 3)


def test_an_id_that_stands_twice_names_the_first_line(tmp_path):
    found = validate(tmp_path, [OURS, OURS | {"id": "1"}], "veriscope")
    assert found.problems[0].what == 'id: "1" is on line 1 already; ids are unique'


def test_deep_nesting_is_a_problem_of_its_row(tmp_path):
    found = validate(tmp_path, ['{"id": ' + "[" * 200_000, OURS], "veriscope")
    assert [(problem.line, "nested too deeply" in problem.what) for problem in found.problems] == [(1, True)]


def test_an_empty_file_is_a_problem(tmp_path):
    assert "holds no records" in validate(tmp_path, [], "fever").problems[0].what


def test_a_damaged_file_is_a_problem_after_its_last_whole_row(tmp_path):
    path = tmp_path / "rows.jsonl.xz"
    packed = lzma.compress((json.dumps(OURS) + "\n").encode() * 10)
    path.write_bytes(packed[:-20])
    found = validate_dataset(path, check=DATASET_CHECKS["veriscope"])
    assert "damaged or cut short" in found.problems[-1].what
    assert str(path) not in found.problems[-1].what


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        validate_dataset(tmp_path / "no.jsonl", check=DATASET_CHECKS["fever"])
