import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, UsageError, VeriscopeError

DOCUMENTS = ["Vell is a town in Arvania. It has a tram.", "The harbour of Vell opened in 1901."]
ROWS = [
    {"claim": "Vell is a town in Arvania.", "label": "SUPPORTS", "documents": DOCUMENTS},
    {"claim": "Oslo hosts a festival of jazz.", "label": "NOT SUPPORTED", "documents": DOCUMENTS},
    {"claim": "The harbour of Vell opened in 1901.", "label": "SUPPORTS", "documents": [DOCUMENTS[1], ""]},
]


@pytest.fixture
def evaluate(tmp_path):
    config = tmp_path / "lexical.toml"
    config.write_text('selector = "lexical"\nverdict = "lexical"\n', encoding="utf-8")

    def run(*arguments, rows=ROWS):
        path = tmp_path / "rows.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        words = ["grounding", "--data", str(path), "--config", str(config), *map(str, arguments)]
        return CliRunner().invoke(command_line(), ["eval", *words], catch_exceptions=False)

    return run


def test_json_holds_the_contract(evaluate):
    report = json.loads(evaluate("--json").stdout)
    assert (report["claims"], report["accuracy"], report["balanced_accuracy"], report["auroc"]) == (3, 1.0, 1.0, 1.0)
    assert set(report["per_label"]) == {"SUPPORTS", "NOT SUPPORTED"}
    assert set(report["per_label"]["SUPPORTS"]) == {"precision", "recall", "f1", "support"}
    assert 0 <= report["ece"] <= 1
    assert report["ms_per_claim"]["median"] <= report["ms_per_claim"]["p95"]
    assert (report["document_sets"], report["documents_left_out"]) == (2, 1)
    assert report["not_checked"] == report["bad_rows"] == []


def test_tables_tell_the_same(evaluate):
    done = evaluate()
    for words in ("3 claims, 2 sets of documents", "Balanced accuracy", "AUROC of SUPPORTS", "NOT SUPPORTED"):
        assert words in done.stdout
    assert "warning: 1 document could not be read whole" in done.stderr


def test_three_labels_are_scored_as_three(evaluate):
    rows = [{**row, "label": "NOT ENOUGH INFO"} if row["label"] == "NOT SUPPORTED" else row for row in ROWS]
    assert set(json.loads(evaluate("--json", rows=rows).stdout)["per_label"]) == {
        "SUPPORTS",
        "REFUTES",
        "NOT ENOUGH INFO",
    }


def test_the_order_of_rows_that_share_documents_is_kept(evaluate):
    shared = [ROWS[0], ROWS[2], ROWS[1]]
    one, other = (json.loads(evaluate("--json", rows=rows).stdout) for rows in (ROWS, shared))
    assert one["answers"] == other["answers"]


def test_bad_rows_are_named_with_file_and_line_and_left_out(evaluate):
    done = evaluate("--json", rows=[*ROWS, {"claim": "x", "label": "SUPPORTS", "documents": [1]}])
    assert "rows.jsonl:4: documents[0]: found 1; expected a text" in done.stderr
    assert "1 row of 4 cannot be read" in done.stderr
    report = json.loads(done.stdout)
    assert (report["claims"], [row["line"] for row in report["bad_rows"]]) == (3, [4])


def test_what_cannot_be_checked_counts_against_the_system(evaluate):
    long = {"claim": "word " * 400, "label": "SUPPORTS", "documents": DOCUMENTS}
    unreadable = {"claim": "Vell is a town.", "label": "SUPPORTS", "documents": ["\x01"]}
    done = evaluate("--json", rows=[*ROWS, long, unreadable])
    assert "rows.jsonl:4: the claim has 400 words" in done.stderr
    report = json.loads(done.stdout)
    assert [row["line"] for row in report["not_checked"]] == [4, 5]
    assert report["not_checked"][1]["problem"].startswith("texts: none of 1 can be read (Text 1: empty)")
    assert (report["claims"], report["accuracy"]) == (5, 3 / 5)


def test_a_sample_is_drawn_by_its_seed(evaluate):
    drawn = [json.loads(evaluate("--json", "--sample", 2, "--seed", 3).stdout) for _ in range(2)]
    assert drawn[0]["claims"] == 2
    assert drawn[0]["answers"] == drawn[1]["answers"]


@pytest.mark.slow
def test_workers_answer_the_same(evaluate):
    rows = [{**row, "documents": [*row["documents"], f"Note {number}."]} for number in range(4) for row in ROWS]
    one, two = (json.loads(evaluate("--json", "--workers", n, rows=rows).stdout) for n in (1, 2))
    times = {"ms_per_claim": 0, "preparation_ms": 0}
    assert one | times == two | times


def test_a_file_without_readable_rows_is_an_error(evaluate):
    with pytest.raises(InputError, match="the file holds no rows"):
        evaluate(rows=[])
    with pytest.raises(InputError, match=r"rows\.jsonl:1: documents: missing.*no row of the file can be read"):
        evaluate(rows=[{"claim": "x", "label": "SUPPORTS"}])


def test_a_wrong_setting_is_named(evaluate, tmp_path):
    (tmp_path / "lexical.toml").write_text('verdict = "nope"\n', encoding="utf-8")
    with pytest.raises(UsageError, match="no verdict model named 'nope'"):
        evaluate()


def test_an_interrupt_is_one_line(evaluate, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("veriscope.cli.eval_grounding.evaluate_grounding", interrupted)
    with pytest.raises(VeriscopeError, match="interrupted; nothing was scored"):
        evaluate()
