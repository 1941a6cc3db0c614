import json
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, MissingExtraError, UsageError
from veriscope.verdict.claim_only import ClaimOnly
from veriscope.verdict.word_label_pmi import WordLabelPmi

VERBS = {"SUPPORTS": "is", "REFUTES": "is not", "NOT ENOUGH INFO": "may be"}
ROWS = [
    {"id": f"{label} {number}", "label": label, "claim": f"Town {number} {verb} old.", "evidence_text": texts}
    for label, verb in VERBS.items()
    for texts in [[] if label.startswith("NOT") else [f"The town {verb} old ."]]
    for number in range(60)
]


@pytest.fixture
def claims(tmp_path):
    path = tmp_path / "claims.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


def train(*words):
    return CliRunner().invoke(command_line(), ["train", *map(str, words)], catch_exceptions=False)


def test_claim_only_is_trained_and_says_how(claims, tmp_path):
    report = json.loads(train("claim-only", "--claims", claims, "--out", tmp_path / "m", "--json").stdout)
    assert (report["model"], report["claims"]) == ("claim-only", len(ROWS))
    ClaimOnly(tmp_path / "m")


def test_telling_words_are_shown(claims, tmp_path):
    done = train("word-label-pmi", "--claims", claims, "--out", tmp_path / "m", "--min-claims", 20, "--top", 1)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["REFUTES", "not", "1.000", "60", "60"] in lines
    WordLabelPmi(tmp_path / "m")


def test_telling_words_are_counted_for_programs(claims, tmp_path):
    done = train("word-label-pmi", "--claims", claims, "--out", tmp_path / "m", "--min-claims", 20, "--json")
    telling = json.loads(done.stdout)["telling"]["REFUTES"][0]
    assert telling == {"word": "not", "npmi": pytest.approx(1), "claims": 60, "labelled": 60}


def test_a_finished_model_is_not_trained_over(claims, tmp_path):
    train("claim-only", "--claims", claims, "--out", tmp_path / "m")
    with pytest.raises(UsageError, match="already holds a trained model"):
        train("word-label-pmi", "--claims", claims, "--out", tmp_path / "m")


def test_a_folder_that_cannot_be_made_is_told_before_any_work(claims, tmp_path):
    with pytest.raises(UsageError, match="cannot make the folder"):
        train("claim-only", "--claims", tmp_path / "nothing", "--out", claims)


@pytest.mark.parametrize("words", [[], ["--claims", "x"], ["--corpus", "x"], ["--inference", "x", "--claims", "y"]])
def test_attention_learns_from_claims_or_from_inference_pairs(words, tmp_path):
    with pytest.raises(UsageError, match="either --claims and --corpus, or --inference"):
        train("decomposable-attention", "--out", tmp_path / "m", *words)


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed")
def test_without_torch_the_extra_is_named(claims, world, tmp_path):
    with pytest.raises(MissingExtraError, match=r"pip install 'veriscope\[train\]'"):
        train("fever-mlp", "--claims", claims, "--corpus", world.path, "--out", tmp_path / "m")


@pytest.mark.parametrize(
    ("command", "options"),
    [("fever-mlp", ["--nei", "randoms"]), ("decomposable-attention", ["--vectors", "random"])],
)
def test_a_paper_model_is_trained_from_claims_and_a_corpus(command, options, claims, world, tmp_path):
    pytest.importorskip("torch", reason="training needs the extra `train`")
    words = [command, "--claims", claims, "--corpus", world.path, "--out", tmp_path / "m", "--epochs", 2, "--json"]
    report = json.loads(train(*words, *options).stdout)
    assert report["model"] == command
    assert report["pairs"] + report["held_out"] + report["left_out"] == len(ROWS)
    assert [path.name for path in sorted((tmp_path / "m").iterdir())] == ["log.jsonl", "model.json", "weights.npz"]


def test_vectors_that_are_not_there_are_one_clear_error(claims, world, tmp_path):
    pytest.importorskip("torch", reason="training needs the extra `train`")
    (tmp_path / "vectors.txt").write_text("island 0.1 0.2\nsea 0.3\n", encoding="utf-8")
    words = ["--claims", claims, "--corpus", world.path, "--out", tmp_path / "m"]
    with pytest.raises(InputError, match=r"vectors.txt:2: a line holds a word and as many numbers"):
        train("decomposable-attention", *words, "--vectors", tmp_path / "vectors.txt")
