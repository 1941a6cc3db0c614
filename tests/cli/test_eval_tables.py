import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, UsageError, VeriscopeError
from veriscope.lab.evaluation.table_judging import TABLE_JUDGES

DOCS = Path(__file__).resolve().parents[2] / "docs"
TABLES = [
    {"id": "lakes", "caption": "Lakes", "header": ["Lake", "Depth"], "rows": [["Orrin", "120 m"], ["Sorrel", "95 m"]]},
    {"id": "painter", "infobox": {"title": ["Mara Tell"], "Born": ["3 May 1950"], "Work": ["Red Door", "Blue Door"]}},
]
ROWS = [
    {"table": "lakes", "statement": "Lake Orrin has a depth of 120 m.", "label": "SUPPORTS", "kind": "plain"},
    {
        "table": "lakes",
        "statement": "Lake Orrin does not have a depth of 120 m.",
        "label": "REFUTES",
        "kind": "negated",
    },
    {"table": "painter", "statement": "Mara Tell was born on 3 May 1950.", "label": "SUPPORTS", "kind": "plain"},
]


@pytest.fixture
def evaluate(tmp_path):
    def run(*arguments, rows=ROWS, tables=TABLES):
        words = ["tables", "--verdict", "lexical", "--resamples", "20"]
        for option, records in (("data", rows), ("tables", tables)):
            path = tmp_path / f"{option}.jsonl"
            path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
            words += [f"--{option}", str(path)]
        return CliRunner().invoke(command_line(), ["eval", *words, *map(str, arguments)], catch_exceptions=False)

    return run


def test_json_holds_the_contract_of_eval_verdict(evaluate):
    report = json.loads(evaluate("--json", "--by", "kind").stdout)
    assert report["claims"] == 3
    assert report["labels"] == ["SUPPORTS", "REFUTES"]
    assert 0 <= report["accuracy_three_way"] <= report["accuracy"] <= 1
    assert report["per_label"]["SUPPORTS"]["support"] == 2
    assert {"macro_f1", "ece", "ms_per_claim", "confidence_intervals"} <= report.keys()
    assert {name: group["claims"] for name, group in report["breakdown"]["kind"].items()} == {"negated": 1, "plain": 2}
    assert (report["model"], report["tables"], report["skipped_tables"], report["bad_rows"]) == ("lexical", 2, [], [])


def test_tables_tell_the_same(evaluate):
    shown = evaluate("--by", "kind").stdout
    for words in ("3 claims, lexical", "Accuracy among all three labels", "ms a claim, p95", "By kind"):
        assert words in shown


def test_what_cannot_be_judged_is_named_and_left_out(evaluate):
    seas = {"table": "seas", "statement": "x", "label": "SUPPORTS"}
    done = evaluate("--json", rows=[*ROWS, seas], tables=[*TABLES, {"id": "seas", "header": [], "rows": []}])
    assert "tables.jsonl:3: the table is empty" in done.stderr
    assert "1 table of" in done.stderr
    assert "data.jsonl:4: table: no table 'seas' in tables.jsonl" in done.stderr
    assert "1 row of 4 cannot be read" in done.stderr
    report = json.loads(done.stdout)
    assert (report["claims"], [row["line"] for row in report["bad_rows"]]) == (3, [4])
    assert report["skipped_tables"] == [{"place": "tables.jsonl:3", "reason": "the table is empty"}]


def test_a_sample_is_drawn_by_its_seed_and_forgets_no_bad_row(evaluate):
    rows = [*ROWS * 10, {"table": "lakes", "label": "SUPPORTS"}]
    first, again = (json.loads(evaluate("--json", "--sample", 7, rows=rows).stdout) for _ in range(2))
    assert first["claims"] == 7
    assert len(first["bad_rows"]) == 1
    assert first | {"ms_per_claim": 0} == again | {"ms_per_claim": 0}


def test_answers_are_taken_from_an_interrupted_run(evaluate, tmp_path):
    kept = tmp_path / "answers.jsonl"
    first, again = (json.loads(evaluate("--json", "--resume", kept).stdout) for _ in range(2))
    assert first == again
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 1 + 3


def test_a_picture_is_drawn(evaluate, tmp_path):
    evaluate("--plot", tmp_path / "picture.svg")
    assert "<svg" in (tmp_path / "picture.svg").read_text(encoding="utf-8")


@pytest.mark.slow
def test_workers_judge_the_same(evaluate):
    one, two = (json.loads(evaluate("--json", "--workers", n, rows=ROWS * 40).stdout) for n in (1, 2))
    assert one | {"ms_per_claim": 0} == two | {"ms_per_claim": 0}


def test_a_wrong_name_is_answered_before_any_file_is_read(evaluate):
    with pytest.raises(UsageError, match="no judge of tables named 'nothing'; choose one of"):
        evaluate("--verdict", "nothing", rows=[], tables=[])


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"rows": TABLES, "tables": ROWS}, "data.jsonl has tables or pages, not statements; give tables as --tables"),
        ({"tables": ROWS}, "tables.jsonl holds statements, not tables; give it as --data"),
        ({"rows": []}, "data.jsonl: the file holds no rows"),
        ({"rows": [{"table": "seas", "statement": "x", "label": "SUPPORTS"}]}, "no table 'seas'.*no row of the file"),
    ],
)
def test_a_wrong_file_is_one_clear_line(evaluate, files, message):
    with pytest.raises(InputError, match=message):
        evaluate(**files)


def test_an_interrupt_says_what_is_kept(evaluate, monkeypatch, tmp_path):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("veriscope.cli.eval_verdict.evaluate_tables", interrupted)
    with pytest.raises(VeriscopeError, match="interrupted; with --resume FILE, the answers would be kept"):
        evaluate()
    with pytest.raises(VeriscopeError, match=r"the answers so far are in .*kept\.jsonl"):
        evaluate("--resume", tmp_path / "kept.jsonl")


def test_the_page_explains_every_judge():
    page = (DOCS / "tables.md").read_text(encoding="utf-8")
    assert not [name for name in TABLE_JUDGES if f"| `{name}` |" not in page]
