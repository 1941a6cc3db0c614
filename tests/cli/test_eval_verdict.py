import json
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, UsageError, VeriscopeError

ROWS = [
    {"claim": "Vell is a city.", "label": "SUPPORTS", "evidence_text": "Vell is a city.", "challenge": "Other"},
    {"claim": "Vell is a city.", "label": "REFUTES", "evidence_text": ["Vell is not a city."], "challenge": "Other"},
    {"claim": "Vell has a [big] tram.", "label": "SUPPORTS", "evidence_text": "It rains.", "challenge": "Numbers"},
]


@pytest.fixture
def evaluate(tmp_path):
    def run(*arguments, rows=ROWS):
        path = tmp_path / "rows.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        words = ["verdict", "--data", str(path), "--verdict", "lexical", "--resamples", "20", *map(str, arguments)]
        return CliRunner().invoke(command_line(), ["eval", *words], catch_exceptions=False)

    return run


def test_json_holds_the_contract(evaluate):
    report = json.loads(evaluate("--json", "--by", "challenge").stdout)
    assert report["accuracy"] == 1.0
    assert report["accuracy_three_way"] == pytest.approx(2 / 3)
    assert report["claims"] == 3
    assert report["labels"] == ["SUPPORTS", "REFUTES"]
    assert report["model"] == "lexical"
    assert 0 <= report["ece"] <= 1
    assert report["bad_rows"] == []
    assert {name: group["claims"] for name, group in report["breakdown"]["challenge"].items()} == {
        "Numbers": 1,
        "Other": 2,
    }


def test_tables_tell_the_same(evaluate):
    shown = evaluate("--by", "challenge").stdout
    for words in ("3 claims, lexical", "Accuracy among all three labels", "Accuracy at 80 % coverage", "By challenge"):
        assert words in shown


def test_markup_reads_as_a_corpus_shows_it(evaluate):
    marked = [{"page": "Vell_-LRB-city-RRB-", "sentence": "[[Vell|Vell]] is a [[City_(place)|city]] -LRB- big -RRB- ."}]
    row = {"claim": "Vell is a city (big).", "label": "SUPPORTS", "evidence_text": marked}
    assert json.loads(evaluate("--json", rows=[row]).stdout)["accuracy_three_way"] == 1.0


def test_split_evidence_is_read_sentence_by_sentence(evaluate):
    row = {
        "claim": "Vell is a city.",
        "label": "SUPPORTS",
        "evidence_text": "Vell is a city. It does not rain in Vell.",
    }
    assert json.loads(evaluate("--json", rows=[row]).stdout)["accuracy_three_way"] == 0
    assert json.loads(evaluate("--json", "--split", rows=[row]).stdout)["accuracy_three_way"] == 1


def test_bad_rows_are_named_and_left_out(evaluate):
    done = evaluate("--json", rows=[*ROWS, {"claim": "x", "label": "MAYBE", "evidence_text": ""}])
    assert "rows.jsonl:4: label: found" in done.stderr
    assert "1 row of 4 cannot be read" in done.stderr
    report = json.loads(done.stdout)
    assert report["claims"] == 3
    assert [row["line"] for row in report["bad_rows"]] == [4]


def test_a_picture_is_drawn(evaluate, tmp_path):
    evaluate("--plot", tmp_path / "picture.svg")
    root = ElementTree.fromstring((tmp_path / "picture.svg").read_text(encoding="utf-8"))
    kinds = [element.get("class") for element in root.iter()]
    assert kinds.count("right") == 3
    assert kinds.count("curve") == 1


@pytest.mark.slow
def test_workers_decide_the_same(evaluate):
    one, two = (json.loads(evaluate("--json", "--workers", n, rows=ROWS * 40).stdout) for n in (1, 2))
    assert one | {"ms_per_claim": 0} == two | {"ms_per_claim": 0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--verdict", "nothing"], "no verdict model named 'nothing'; choose one of"),
        (["--by", "colour"], "--by: no row has a value under 'colour'; choose one of: challenge, label"),
    ],
)
def test_a_wrong_command_line_is_named(evaluate, arguments, message):
    with pytest.raises(UsageError, match=message):
        evaluate(*arguments)


def test_a_file_without_readable_rows_is_an_error(evaluate):
    with pytest.raises(InputError, match="the file holds no rows"):
        evaluate(rows=[])
    with pytest.raises(InputError, match=r"rows\.jsonl:1: label: missing.*no row of the file can be read"):
        evaluate(rows=[{"claim": "x", "evidence_text": "y"}])
    with pytest.raises(InputError, match="retrieved_text: missing"):
        evaluate("--evidence-field", "retrieved_text")


def test_an_interrupt_is_one_line(evaluate, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("veriscope.cli.eval_verdict.evaluate_verdicts", interrupted)
    with pytest.raises(VeriscopeError, match="interrupted; nothing was scored"):
        evaluate()
