import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, UsageError, VeriscopeError

CLAIMS = Path(__file__).resolve().parents[1] / "world" / "claims.jsonl"
CONFIG = 'retriever = "titles"\nselector = "lexical"\nverdict = "lexical"\n'


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "plain.toml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


@pytest.fixture
def evaluate(world, config):
    def run(*arguments, gold=CLAIMS):
        words = ["pipeline", "--corpus", world.path, "--gold", gold, "--config", config, "--resamples", 20, *arguments]
        return CliRunner().invoke(command_line(), ["eval", *map(str, words)], catch_exceptions=False)

    return run


def write(folder, *rows):
    path = folder / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_json_holds_the_contract(evaluate):
    report = json.loads(evaluate("--json").stdout)
    assert {"label_accuracy", "feverous_score", "macro_f1", "evidence_recall", "ece", "ms_per_claim"} <= set(report)
    assert report["claims"] == 20
    assert report["name"] == "plain"


def test_fevers_gold_is_scored_as_fever(evaluate, tmp_path):
    row = {
        "id": 7,
        "verifiable": "VERIFIABLE",
        "label": "SUPPORTS",
        "claim": "Port Ellis is the capital of Arvania.",
        "evidence": [[[1, 1, "Port_Ellis", 0]]],
    }
    report = json.loads(evaluate("--json", gold=write(tmp_path, row)).stdout)
    assert (report["fever_score"], report["evidence_recall"]) == (1.0, 1.0)
    assert "feverous_score" not in report


def test_tables_show_every_setting_and_the_first_in_detail(evaluate):
    shown = evaluate("--ablation").stdout
    for words in (
        "without programs",
        "gold pages",
        "gold evidence",
        "First less this",
        "plain, in detail",
        "By gold label",
        "By challenge",
    ):
        assert words in shown


def test_several_settings_stand_in_one_table(evaluate, tmp_path):
    (tmp_path / "one-page.toml").write_text(CONFIG + "pages = 1\n", encoding="utf-8")
    report = json.loads(evaluate("--config", tmp_path / "one-page.toml", "--json").stdout)
    assert [(run["name"], run["config"]["pages"]) for run in report["runs"]] == [("plain", 6), ("one-page", 1)]
    assert "label_accuracy" in report["runs"][1]["first_less_this"]


def test_submission_errors_and_picture_are_written(evaluate, tmp_path):
    files = [tmp_path / name for name in ("out.jsonl", "wrong.csv", "picture.svg")]
    done = evaluate("--predictions", files[0], "--errors", files[1], "--plot", files[2])
    assert len(files[0].read_text(encoding="utf-8").splitlines()) == 20
    assert "20 predictions written to" in done.stderr
    assert "wrong claims written to" in done.stderr
    assert files[2].read_text(encoding="utf-8").startswith("<svg")
    counted = CliRunner().invoke(command_line(), ["eval", "errors", str(files[1]), "--json"], catch_exceptions=False)
    assert json.loads(counted.stdout)["claims"] > 0
    shown = CliRunner().invoke(command_line(), ["eval", "errors", str(files[1])], catch_exceptions=False).stdout
    assert "right label, insufficient evidence" in shown
    assert "nobody has filled in the column `remark` yet" in shown


def test_remarks_of_a_person_are_shown(tmp_path):
    path = tmp_path / "wrong.csv"
    path.write_text(
        'id,label,cause,contradicting,remark\n1,SUPPORTS,"right evidence, wrong label",,annotation error\n',
        encoding="utf-8",
    )
    shown = CliRunner().invoke(command_line(), ["eval", "errors", str(path)], catch_exceptions=False).stdout
    assert "1 claim read by a person" in shown
    assert "100.0%" in shown


def test_an_interrupted_run_says_where_its_answers_are(evaluate, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("veriscope.cli.eval_pipeline.evaluate_pipeline", interrupted)
    with pytest.raises(VeriscopeError, match=r"interrupted; the answers so far are in .*log\.jsonl"):
        evaluate("--resume", tmp_path / "log.jsonl")
    with pytest.raises(VeriscopeError, match="interrupted; with --resume FILE, the answers would be kept"):
        evaluate()


def test_a_second_run_takes_the_answers_of_the_first(evaluate, tmp_path):
    reports = [json.loads(evaluate("--resume", tmp_path / "log.jsonl", "--json").stdout) for _ in range(2)]
    assert [report["kept_from_before"] for report in reports] == [0, 20]
    assert reports[0]["ms_per_claim"] == reports[1]["ms_per_claim"]


def test_a_wrong_command_line_is_named(evaluate, config, tmp_path):
    with pytest.raises(UsageError, match="--ablation: needs a single setting"):
        evaluate("--ablation", "--oracle", "pages")
    with pytest.raises(UsageError, match="two files are called plain"):
        evaluate("--config", config)
    (tmp_path / "odd.toml").write_text("colour = 1", encoding="utf-8")
    with pytest.raises(UsageError, match="no setting named 'colour'"):
        evaluate("--config", tmp_path / "odd.toml")


def test_files_that_cannot_be_written_are_named_before_the_work(evaluate, tmp_path):
    with pytest.raises(UsageError, match=r"--errors: there is no folder .*nowhere"):
        evaluate("--errors", tmp_path / "nowhere" / "wrong.csv")
    with pytest.raises(UsageError, match=r"--predictions: .* is a folder; name a file"):
        evaluate("--predictions", tmp_path)


def test_gold_that_cannot_be_scored_is_named(evaluate, tmp_path):
    with pytest.raises(InputError, match="looks like fever-predictions; this command reads claims: fever, feverous"):
        evaluate(gold=write(tmp_path, {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", 0]]}))
    row = {"id": 1, "claim": "Lima.", "label": "SUPPORTS", "evidence": [["Lima#sentence-0"]]}
    with pytest.raises(InputError, match="another corpus"):
        evaluate(gold=write(tmp_path, row))


def test_sources_leave_out_what_is_not_read(evaluate):
    kinds = ("both", "sentences", "tables")
    both, *parts = (json.loads(evaluate("--sources", kind, "--json").stdout)["evidence_recall"] for kind in kinds)
    assert both > max(parts)
    assert parts[0] != parts[1]
