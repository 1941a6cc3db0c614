import io
import json

import pytest
from rich.console import Console
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.cli.trace_view import show_trace
from veriscope.errors import UsageError

LEXICAL = ("--selector", "lexical", "--verdict", "lexical")


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def check(*words):
    result = CliRunner().invoke(command_line(), ["check", *map(str, words)], catch_exceptions=False)
    assert result.exit_code == 0
    return result


def test_the_main_job_runs_on_the_starter_atlas():
    done = check("Canberra is the capital of Australia.")
    assert done.stdout.startswith("SUPPORTS")
    assert "Canberra#sentence-0" in done.stdout
    assert "baseline" not in done.stderr


def test_the_baseline_says_that_it_is_one(world):
    done = check("Port Ellis is the capital of Arvania.", *LEXICAL, "--corpus", world.path)
    assert "baseline" in done.stderr


def test_a_false_claim_is_refuted_by_the_atlas():
    assert check("Sydney is the capital of Australia.").stdout.startswith("REFUTES")


def test_the_trace_is_one_json_object(world):
    trace = json.loads(check("Port Ellis is the capital of Arvania.", "--json", "--corpus", world.path).stdout)
    assert trace["label"] == "SUPPORTS"
    assert trace["stages"]["selection"]["name"] == "reranked"
    assert trace["stages"]["verdict"]["name"] == "encoder"
    assert trace["label"] == max(trace["probabilities"], key=trace["probabilities"].get)


def test_the_parts_of_a_compound_claim_are_shown_with_their_evidence(world, tmp_path):
    claim = "Port Ellis is the capital of Arvania and has two moons."
    report = tmp_path / "report.html"
    shown = check(claim, "--parts", "--html", report, "--corpus", world.path).stdout
    assert "Part: SUPPORTS" in shown
    assert "Port Ellis has two moons." in shown
    assert "Part by part" in report.read_text(encoding="utf-8")
    trace = json.loads(check(claim, "--parts", "--json", "--corpus", world.path).stdout)
    assert [part["text"] for part in trace["parts"]] == [
        "Port Ellis is the capital of Arvania.",
        "Port Ellis has two moons.",
    ]
    assert trace["label"] != "SUPPORTS"
    assert json.loads(check(claim, "--json", "--corpus", world.path).stdout)["parts"] == []


def test_unknown_things_are_not_enough_info(world):
    done = check("Zorblax is a fruit.", "--corpus", world.path)
    assert done.stdout.startswith("NOT ENOUGH INFO")


def test_the_evidence_is_shown_with_its_stance_and_its_table(refuted):
    console = Console(file=io.StringIO(), width=80, color_system=None)
    show_trace(console, refuted)
    assert console.file.getvalue().splitlines() == [
        "REFUTES  85%  Vell is the capital of Arvania.",
        "  Arvania#sentence-1  refutes 97%  Towns: Its capital is not Vell but Port",
        "  Ellis.",
        "  Arvania#cell-0-0-1  refutes 90%",
        "    Facts",
        "    Capital │ ▸ Port Ellis",
        "    … 3 more rows",
    ]


def test_deciding_words_are_marked(refuted):
    console = Console(file=io.StringIO(), width=200, force_terminal=True, color_system="standard")
    show_trace(console, refuted)
    said = console.file.getvalue()
    assert "\x1b[1mVell\x1b[0m" in said
    assert "\x1b[1;4;31mnot\x1b[0m" in said


def test_a_wide_table_stays_within_80_columns(world, monkeypatch):
    monkeypatch.setattr("veriscope.cli.check.out", Console(width=80, color_system=None))
    said = check("Twelve boats sailed in the Quiet Sea Cup of 2018.", "--corpus", world.path, *LEXICAL).stdout
    assert "▸" in said
    assert all(len(line) <= 80 for line in said.splitlines()[1:])


def test_control_characters_never_reach_the_terminal(world):
    said = check("Vell \x1b[31m is a town.", "--corpus", world.path).stdout
    assert "\x1b" not in said
    assert "1 control character was left out" in said


def test_the_reason_for_no_verdict_is_told_without_a_percentage(world):
    said = check("What is Vell?", "--corpus", world.path).stdout
    assert said.startswith("NOT ENOUGH INFO  What is Vell?")
    assert "a question states nothing" in said


def test_a_stage_can_be_swapped_and_confidence_asked_for(world):
    stages = ("--retriever", "titles", "--selector", "tfidf-bigram", "--verdict", "lexical")
    claim = ("Port Ellis is the capital of Arvania.", "--corpus", world.path, "--json", *stages)
    assert json.loads(check(*claim).stdout)["label"] == "SUPPORTS"
    trace = json.loads(check(*claim, "--min-confidence", 0.9).stdout)
    assert {stage: found["name"] for stage, found in trace["stages"].items()} == {
        "retrieval": "titles", "selection": "tfidf-bigram", "computation": "programs", "verdict": "lexical"
    }  # fmt: skip
    assert trace["label"] == "NOT ENOUGH INFO"
    assert trace["reason"] == "the model leans to SUPPORTS with 75%, less than the 90% needed"


def test_a_review_and_a_report_are_written(world, tmp_path):
    page = tmp_path / "claim.html"
    words = ("Vell is the capital of Arvania.", "--corpus", world.path, "--claimreview", "--html", page, *LEXICAL)
    review = json.loads(check(*words, "--author", "The Courier", "--url", "https://courier.example").stdout)
    assert review["reviewRating"]["alternateName"] == "Refuted"
    assert review["author"]["name"] == "The Courier"
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "nothing to check"),
        (["Vell is old.", "--text", "a.md"], "found --text and"),
        (["Vell is old.", "--json", "--claimreview"], "give one of them"),
        (["Vell is old.", "--out", "x"], "belong to --file"),
        (["--file", "x"], "needs --out"),
        (["--file", "x", "--out", "y", "--json"], "--format trace keeps whole traces"),
        (["Vell is old.", "--verdict", "nope"], "no verdict model named 'nope'"),
        (["Vell is old.", "--min-confidence", "2"], "expected a number from 0 to 1"),
    ],
)
def test_wrong_usage_is_told_in_one_line(words, message):
    with pytest.raises(UsageError, match=message):
        CliRunner().invoke(command_line(), ["check", *words], catch_exceptions=False)
