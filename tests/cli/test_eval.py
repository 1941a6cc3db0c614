import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
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
    return CliRunner().invoke(command_line(), ["eval", *map(str, arguments)], catch_exceptions=False)


def test_fever_prints_the_official_table_first(fever_files):
    lines = run("fever", *fever_files).stdout.splitlines()
    assert lines[0] == "As the official scorer prints it:"
    assert [cell.strip() for cell in lines[2].strip("|").split("|")] == [
        "FEVER Score",
        "Label Accuracy",
        "Evidence Precision",
        "Evidence Recall",
        "Evidence F1",
    ]
    assert [cell.strip() for cell in lines[4].strip("|").split("|")] == ["0.5", "0.75", "0.75", "0.5", "0.6"]


def test_fever_prints_more_below(fever_files):
    printed = run("fever", *fever_files).stdout
    for part in ("In detail:", "Macro F1", "95 % interval", "Gold ↓", "By challenge", "By pages needed"):
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
    assert run("feverous", *feverous_files).stdout.splitlines()[1:7] == [
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
    assert comparison["second"]["fever_score"] == 0
    assert comparison["second"]["label_accuracy"] == 0.25
    assert comparison["mcnemar"]["label_accuracy"] == {"only_first": 2, "only_second": 0, "p": 0.5}
    assert "McNemar, label: only the first right 2" in run("fever", *fever_files, "--compare", other).stdout


def test_compare_shows_the_scores_of_both(fever_files, tmp_path):
    other = write(tmp_path, "other.jsonl", [row | {"predicted_label": "REFUTES"} for row in FEVER_PREDICTIONS])
    lines = run("fever", *fever_files, "--compare", other).stdout.splitlines()
    row = [line.split() for line in lines if line.split()[:2] == ["Label", "accuracy"]][-2]
    assert row[2:5] == ["0.7500", "0.2500", "+0.5000"]


def test_a_group_in_which_no_claim_counts_has_no_precision(fever_files):
    group = json.loads(run("fever", *fever_files, "--json").stdout)["per_evidence_type"]["none"]
    assert (group["fever_score"], group["claims"]) == (0.5, 2)
    assert [group[f"evidence_{name}"] for name in ("precision", "recall", "f1")] == [None, None, None]
    row = next(line.split() for line in run("fever", *fever_files).stdout.splitlines() if line.split()[:1] == ["none"])
    assert row == ["none", "2", "0.5000", "0.5000", "–", "–", "–"]


def test_rows_that_cannot_be_meant_so_are_scored_with_a_warning(feverous_files, tmp_path):
    _, gold = feverous_files
    odd = [
        FEVEROUS_PREDICTIONS[0] | {"predicted_evidence": [["A_b", "header", "0_1_2"], ["A_b", "cell", "0_1_2"]]},
        FEVEROUS_PREDICTIONS[1] | {"predicted_label": "MAYBE", "predicted_evidence": [["C", "sentence", "zero"]]},
    ]
    path = write(tmp_path, "odd.jsonl", odd)
    done = run("feverous", path, gold, "--json")
    report = json.loads(done.stdout)
    assert (report["feverous_score"], report["label_accuracy"], report["evidence_precision"]) == (0.5, 0.5, 0.25)
    assert report["warnings"] == [
        (
            f'1 row with a label that is none of the three, the first at {path}:2: predicted_label: found "MAYBE"; '
            "`veriscope dataset validate` lists them"
        ),
        (
            f"2 rows citing what cannot be evidence, the first at {path}:1: predicted_evidence[0]: "
            "'A_b_header_0_1_2' cannot be evidence; `veriscope dataset validate` lists them"
        ),
    ]
    assert done.stderr.splitlines() == [f"warning: {line}" for line in report["warnings"]]


def test_good_rows_need_no_warning(fever_files):
    done = run("fever", *fever_files, "--json")
    assert json.loads(done.stdout)["warnings"] == []
    assert done.stderr == ""


def test_swapped_files_are_recognised(fever_files):
    predictions, gold = fever_files
    with pytest.raises(InputError, match=r"predictions\.jsonl holds predictions, not claims; the order is PREDICTIONS"):
        run("fever", gold, predictions)
    with pytest.raises(InputError, match=r"gold\.jsonl holds claims, not predictions; .* --compare takes predictions"):
        run("fever", predictions, gold, "--compare", gold)


def test_files_of_another_task_are_recognised(fever_files, tmp_path):
    predictions, gold = fever_files
    other_predictions = write(tmp_path, "p.jsonl", FEVEROUS_PREDICTIONS)
    other_gold = write(tmp_path, "g.jsonl", FEVEROUS_GOLD)
    for task, files in (
        ("feverous", [(predictions, other_gold), (other_predictions, gold)]),
        ("fever", [(other_predictions, gold), (predictions, other_gold)]),
    ):
        right = {"fever": "feverous", "feverous": "fever"}[task]
        for pair in files:
            with pytest.raises(InputError, match=rf"looks like {right}(-predictions)?; use `veriscope eval {right}`"):
                run(task, *pair)


def test_pages_and_our_own_claims_are_recognised(fever_files, tmp_path):
    pages = write(tmp_path, "pages.jsonl", [{"title": "Lima", "order": []}])
    own = write(tmp_path, "own.jsonl", [FEVER_GOLD[0] | {"evidence": [["A#sentence-0"]]}])
    with pytest.raises(InputError, match=r"pages\.jsonl holds pages, not claims"):
        run("fever", fever_files[0], pages)
    with pytest.raises(InputError, match=r"looks like veriscope; `veriscope dataset convert --to fever`"):
        run("fever", fever_files[0], own)


def test_rows_in_another_order_need_align_id(tmp_path):
    gold = write(tmp_path, "gold.jsonl", FEVER_GOLD)
    predictions = write(tmp_path, "predictions.jsonl", FEVER_PREDICTIONS[::-1])
    with pytest.raises(InputError, match=r"predictions\.jsonl:1: the id is 4, but the gold file .* --align id"):
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
