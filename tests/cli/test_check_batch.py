import copy
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line, run
from veriscope.datasets import DATASET_CHECKS, validate_dataset

WORLD_CLAIMS = Path(__file__).resolve().parents[1] / "world" / "claims.jsonl"


def veriscope(*words):
    return CliRunner().invoke(command_line(), [*map(str, words)], catch_exceptions=False)


def check(*words):
    return veriscope("check", *words, "--selector", "lexical", "--verdict", "lexical")


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def feverous(world, tmp_path_factory):
    """The claims of the small world, checked, as a FEVEROUS submission."""
    out = tmp_path_factory.mktemp("batch") / "predictions.jsonl"
    done = check("--file", WORLD_CLAIMS, "--out", out, "--corpus", world.path)
    assert done.exit_code == 0
    assert "20 results written" in done.stderr
    return WORLD_CLAIMS, out


@pytest.fixture(scope="module")
def fever(world, tmp_path_factory):
    """Some claims in FEVER's format, checked, as a FEVER submission."""
    folder = tmp_path_factory.mktemp("batch")
    gold, out = folder / "gold.jsonl", folder / "predictions.jsonl"
    claims = [
        ("Port Ellis is the capital of Arvania.", "SUPPORTS", [[[1, 2, "Port_Ellis", 0]]]),
        ("Vell is the capital of Arvania.", "REFUTES", [[[3, 4, "Port_Ellis", 0]], [[3, 5, "Arvania", 1]]]),
        ("Port Ellis has a tram.", "NOT ENOUGH INFO", [[[6, None, None, None]]]),
    ]
    records = [
        {"id": 9 + place, "verifiable": "VERIFIABLE", "claim": claim, "label": label, "evidence": evidence}
        for place, (claim, label, evidence) in enumerate(claims)
    ]
    gold.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    assert check("--file", gold, "--out", out, "--corpus", world.path).exit_code == 0
    return gold, out


@pytest.mark.parametrize("task", ["fever", "feverous"])
def test_a_submission_is_valid_and_our_scorer_takes_it(request, task):
    gold, predictions = request.getfixturevalue(task)
    assert not validate_dataset(predictions, check=DATASET_CHECKS[f"{task}-predictions"]).problems
    scores = json.loads(veriscope("eval", task, predictions, gold, "--json").stdout)
    assert scores["claims"] == len(rows(predictions))
    assert scores["label_accuracy"] >= 0.5
    assert scores["evidence_recall"] > 0.3
    assert scores["warnings"] == []


def test_the_official_fever_scorer_agrees(fever):
    official = pytest.importorskip("fever.scorer", reason="the official scorer is not installed")
    gold, predictions = map(rows, fever)
    score = official.fever_score(copy.deepcopy(predictions), copy.deepcopy(gold))
    ours = json.loads(veriscope("eval", "fever", fever[1], fever[0], "--json").stdout)
    assert score == tuple(
        ours[name] for name in ("fever_score", "label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1")
    )


def test_the_official_feverous_scorer_agrees(feverous):
    official = pytest.importorskip("feverous.evaluation.feverous_scorer", reason="the official scorer is not installed")
    gold, predictions = rows(feverous[0])[1:], rows(feverous[1])
    for claim, prediction in zip(gold, predictions, strict=True):
        prediction["label"] = claim["label"]
        prediction["evidence"] = [[_address(piece) for piece in group["content"]] for group in claim["evidence"]]
    score = official.feverous_score(predictions)
    ours = json.loads(veriscope("eval", "feverous", feverous[1], feverous[0], "--json").stdout)
    assert score[:2] == (ours["feverous_score"], ours["label_accuracy"])
    assert score[3] == ours["evidence_recall"]


def _address(piece):
    page, kind, position = piece.split("_", 2)
    return [page, kind, position]


def test_a_finished_batch_says_so(fever, world):
    done = check("--file", fever[0], "--out", fever[1], "--corpus", world.path)
    assert done.exit_code == 0
    assert "is already finished" in done.stderr


def test_bad_rows_are_named_with_file_and_line_and_the_exit_code_is_1(world, tmp_path, monkeypatch, capsys):
    claims = tmp_path / "claims.jsonl"
    claims.write_text('{"id": 1, "claim": "Vell is a town."}\n{"id": 2}\n', encoding="utf-8")
    words = ["veriscope", "check", "--file", claims, "--out", tmp_path / "out.jsonl", "--corpus", world.path]
    monkeypatch.setattr("sys.argv", [*map(str, words)])
    with pytest.raises(SystemExit) as ended:
        run()
    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert f"{claims}:2: claim: missing" in said
    assert "veriscope: 1 row of" in said
    assert len(rows(tmp_path / "out.jsonl")) == 2


def test_an_interrupt_tells_what_is_kept(world, tmp_path, monkeypatch, capsys):
    def interrupted(plan, *, report, **_):
        report(3, 20)
        raise KeyboardInterrupt

    monkeypatch.setattr("veriscope.cli.check_batch.run_batch", interrupted)
    words = ["check", "--file", WORLD_CLAIMS, "--out", tmp_path / "out.jsonl", "--corpus", world.path]
    monkeypatch.setattr("sys.argv", ["veriscope", *map(str, words)])
    with pytest.raises(SystemExit):
        run()
    assert "interrupted; 3 of 20 claims are done and kept in" in capsys.readouterr().err
