import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.eval import app
from veriscope.errors import InputError

FEVER_GOLD = [
    {"id": 1, "label": "SUPPORTS", "claim": "a", "evidence": [[[1, 1, "A", 0]]]},
    {"id": 2, "label": "REFUTES", "claim": "b", "evidence": [[[1, 1, "A", 0], [1, 1, "B", 1]]], "challenge": "Other"},
    {"id": 3, "label": "NOT ENOUGH INFO", "claim": "c", "evidence": [[[1, None, None, None]]]},
    {"id": 4, "label": "NOT ENOUGH INFO", "claim": "d", "evidence": [[[1, None, None, None]]]},
]
FEVER_PREDICTIONS = [
    {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["A", 0], ["C", 1]]},
    {"id": 2, "predicted_label": "refutes", "predicted_evidence": [["A", 0]]},
    {"id": 3, "predicted_label": "NOT ENOUGH INFO", "predicted_evidence": []},
    {"id": 4, "predicted_label": "SUPPORTS", "predicted_evidence": []},
]
FEVEROUS_GOLD = [
    {"id": "", "label": "", "claim": "", "evidence": ""},
    {"id": 1, "label": "SUPPORTS", "claim": "a", "evidence": [{"content": ["A_b_cell_0_1_2"], "context": {}}]},
    {"id": 2, "label": "NOT ENOUGH INFO", "claim": "b", "evidence": [{"content": ["C_sentence_0"], "context": {}}]},
]
FEVEROUS_PREDICTIONS = [
    {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["A_b", "cell", "0_1_2"]]},
    {"id": 2, "predicted_label": "NOT ENOUGH INFO", "predicted_evidence": []},
]
CONTRACT = ["label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1", "macro_f1", "claims"]


def write(folder, name, rows):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def fever_files(tmp_path):
    return write(tmp_path, "predictions.jsonl", FEVER_PREDICTIONS), write(tmp_path, "gold.jsonl", FEVER_GOLD)


@pytest.fixture
def feverous_files(tmp_path):
    return write(tmp_path, "predictions.jsonl", FEVEROUS_PREDICTIONS), write(tmp_path, "gold.jsonl", FEVEROUS_GOLD)


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)


def test_fever_prints_the_official_table_first(fever_files):
    lines = run("fever", *fever_files).stdout.splitlines()
    assert [cell.strip() for cell in lines[1].strip("|").split("|")] == [
        "FEVER Score",
        "Label Accuracy",
        "Evidence Precision",
        "Evidence Recall",
        "Evidence F1",
    ]
    assert [cell.strip() for cell in lines[3].strip("|").split("|")] == ["0.5", "0.75", "0.75", "0.5", "0.6"]


def test_fever_prints_more_below(fever_files):
    printed = run("fever", *fever_files).stdout
    for part in ("Macro F1", "95 % interval", "Gold ↓", "By challenge", "By pages needed"):
        assert part in printed


def test_fever_json_begins_with_the_contract(fever_files):
    report = json.loads(run("fever", *fever_files, "--json").stdout)
    assert list(report)[:7] == ["fever_score", *CONTRACT]
    assert (report["fever_score"], report["label_accuracy"], report["claims"]) == (0.5, 0.75, 4)
    assert report["per_label"]["SUPPORTS"] == {
        "precision": 0.5,
        "recall": 1.0,
        "f1": pytest.approx(2 / 3),
        "support": 1,
    }
    assert report["confusion"]["NOT ENOUGH INFO"]["SUPPORTS"] == 1
    assert report["per_challenge"]["Other"]["fever_score"] == 0
    assert report["per_pages"]["2"]["claims"] == 1
    low, high = report["confidence_intervals"]["fever_score"]
    assert low <= 0.5 <= high


def test_feverous_prints_the_official_lines_first(feverous_files):
    assert run("feverous", *feverous_files).stdout.splitlines()[:6] == [
        "Feverous scores...",
        "Strict score:  0.5",
        "Label Accuracy:  1.0",
        "Retrieval Precision:  1.0",
        "Retrieval Recall:  0.5",
        "Retrieval F1:  0.6666666666666666",
    ]


def test_feverous_json_begins_with_the_contract(feverous_files):
    report = json.loads(run("feverous", *feverous_files, "--json", "--resamples", 0).stdout)
    assert list(report)[:7] == ["feverous_score", *CONTRACT]
    assert report["per_evidence_type"]["tables"]["feverous_score"] == 1
    assert report["confidence_intervals"] == {}


def test_one_file_may_hold_predictions_and_gold(tmp_path):
    rows = [FEVEROUS_GOLD[0] | {"predicted_label": "", "predicted_evidence": ""}]
    rows += [
        gold | {"predicted_label": gold["label"], "predicted_evidence": gold["evidence"][0]["content"]}
        for gold in FEVEROUS_GOLD[1:]
    ]
    path = write(tmp_path, "both.jsonl", rows)
    assert json.loads(run("feverous", path, path, "--json").stdout)["feverous_score"] == 1


def test_the_budget_of_fever_can_be_changed(fever_files):
    report = json.loads(run("fever", *fever_files, "--max-evidence", 0, "--json").stdout)
    assert (report["fever_score"], report["evidence_recall"]) == (0.25, 0)


def test_the_budget_of_cells_can_be_changed(feverous_files):
    assert json.loads(run("feverous", *feverous_files, "--max-cells", 0, "--json").stdout)["feverous_score"] == 0


def test_compare_reports_both_tests(fever_files, tmp_path):
    other = write(tmp_path, "other.jsonl", [row | {"predicted_label": "REFUTES"} for row in FEVER_PREDICTIONS])
    report = json.loads(run("fever", *fever_files, "--compare", other, "--json").stdout)
    comparison = report["comparison"]
    assert comparison["differences"]["fever_score"]["difference"] == 0.5
    assert set(comparison["differences"]["label_accuracy"]) == {
        "difference",
        "interval",
        "p_bootstrap",
        "p_randomisation",
    }
    assert comparison["mcnemar"]["label_accuracy"] == {"only_first": 2, "only_second": 0, "p": 0.5}
    assert "McNemar, label: only the first right 2" in run("fever", *fever_files, "--compare", other).stdout


def test_rows_in_another_order_need_align_id(tmp_path):
    gold = write(tmp_path, "gold.jsonl", FEVER_GOLD)
    predictions = write(tmp_path, "predictions.jsonl", FEVER_PREDICTIONS[::-1])
    with pytest.raises(InputError, match=r"predictions\.jsonl:1: the id 4 stands where .* --align id"):
        run("fever", predictions, gold)
    assert json.loads(run("fever", predictions, gold, "--align", "id", "--json").stdout)["fever_score"] == 0.5


def test_an_empty_submission_is_an_error(tmp_path):
    gold = write(tmp_path, "gold.jsonl", FEVER_GOLD)
    with pytest.raises(InputError, match="holds no records"):
        run("fever", write(tmp_path, "predictions.jsonl", []), gold)


def test_a_bad_prediction_is_named(fever_files):
    predictions, gold = fever_files
    predictions.write_text('{"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [[1]]}\n', encoding="utf-8")
    with pytest.raises(
        InputError, match=r"predictions\.jsonl:1: predicted_evidence\[0\]: found \[1\]; expected \[page, line\]"
    ):
        run("fever", predictions, gold)


@pytest.mark.parametrize("arguments", [["--max-evidence", "-1"], ["--align", "title"], ["--resamples", "many"]])
def test_wrong_usage_exits_with_2(fever_files, arguments):
    assert run("fever", *fever_files, *arguments).exit_code == 2
