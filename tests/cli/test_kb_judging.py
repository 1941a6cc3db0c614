"""`kb check` and `kb eval` over a small graph."""

import json

import pytest
from typer.testing import CliRunner

from tests.cli.small_scenarios import PEOPLE, home, make_graph
from veriscope.cli.main import command_line, run


def veriscope(*words):
    return CliRunner().invoke(command_line(), [*map(str, words)], catch_exceptions=False)


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    return make_graph(tmp_path_factory.mktemp("kb"))


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def labelled(folder, numbers, *, name="facts.tsv", shift=1):
    path = folder / name
    rows = [f"{PEOPLE[number]}\tcitizenOf\t{home(number)}\t1\n" for number in numbers]
    rows += [f"{PEOPLE[number]}\tcitizenOf\t{home(number + shift)}\t0\n" for number in numbers]
    path.write_text("".join(rows), encoding="utf-8")
    return path


def test_a_triple_is_scored_and_explained(kb):
    done = veriscope("kb", "check", kb, "person07", "citizenOf", "land2", "--method", "kl", "--explain")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "person07 —citizen of→ land2"
    assert "held: the graph holds the fact\nprobability 0.99\n" in done.stdout
    assert "by kl, which does not see this" in done.stdout
    assert "person07 —born in→ city7 —inside→ land2" in done.stdout


def test_a_program_reads_the_score_and_its_explanation(kb):
    done = veriscope("kb", "check", kb, "person06", "citizenOf", "land3", "--method", "kl", "--json")
    told = json.loads(done.stdout)
    assert [told[key] for key in ("subject", "predicate", "object", "holding")] == [
        "person06", "citizenOf", "land3", "contradicted",
    ]  # fmt: skip
    holding, row = told["rows"]
    assert [set(each) >= {"method", "score", "probability", "explanation", "ms"} for each in told["rows"]] == [True] * 2
    assert (holding["method"], row["method"]) == ("holding", "kl")
    assert 0 < told["probability"] == holding["probability"] < 0.1
    assert holding["explanation"][0]["facts"][0]["subject"] == "person06"
    assert 0 < row["score"] < 1
    assert row["probability"] is None
    assert row["explanation"][0]["paths"][0]["steps"]
    assert row["above_known"] < 0.5


@pytest.mark.parametrize(
    ("city", "said"),
    [
        ("Sydney", ["contradicted: the graph holds another object, and the predicate allows one", "probability 0.0"]),
        ("Canberra", ["held: the graph holds the fact", "probability 0.99"]),
    ],
)
def test_what_the_graph_says_itself_comes_first_and_decides(city, said):
    done = veriscope("kb", "check", "starter", city, "capital of", "Australia")
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert lines[0] == f"Australia —capital→ {city}"
    assert [line.startswith(start) for line, start in zip(lines[1:], said, strict=True)] == [True, True]


def test_an_open_triple_is_scored_at_once_by_kl():
    done = veriscope("kb", "check", "starter", "Germany", "borders", "Japan", "--json")
    told = json.loads(done.stdout)
    assert told["holding"] == "open"
    assert [row["method"] for row in told["rows"]] == ["kl"]


def test_a_file_keeps_its_rows_and_gets_scores(kb, tmp_path):
    facts, out = labelled(tmp_path, range(10)), tmp_path / "scores.tsv"
    done = veriscope("kb", "check", kb, "--file", facts, "--out", out, "--gerbil", tmp_path / "s.nt", "--method", "kl")
    assert done.exit_code == 0
    assert "20 triples scored by kl; 10 of them, which the graph holds, were hidden" in done.stdout
    rows = [line.split("\t") for line in out.read_text(encoding="utf-8").splitlines()]
    assert ["\t".join(row[:4]) for row in rows] == facts.read_text(encoding="utf-8").splitlines()
    assert min(float(row[4]) for row in rows[:10]) > 0
    assert (tmp_path / "s.nt").read_text(encoding="utf-8").count("hasTruthValue") == 20


def test_rows_that_cannot_be_judged_are_named_and_the_exit_code_is_1(kb, tmp_path, monkeypatch, capsys):
    facts, out = tmp_path / "facts.tsv", tmp_path / "scores.tsv"
    facts.write_text("person07\tcitizenOf\tland2\nperson99x\tcitizenOf\tland2\n", encoding="utf-8")
    words = ["veriscope", "kb", "check", kb, "--file", facts, "--out", out, "--method", "kl"]
    monkeypatch.setattr("sys.argv", [*map(str, words)])
    with pytest.raises(SystemExit) as ended:
        run()
    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert f"{facts}:2: the graph has no entity 'person99x'; did you mean" in said
    assert "1 row of" in said
    assert out.read_text(encoding="utf-8").splitlines()[1] == "person99x\tcitizenOf\tland2\t"


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["person07", "citizenOf"], 2, "give one of: SUBJECT PREDICATE OBJECT, or --file"),
        (["a", "b", "c", "--out", "x"], 2, "--out and --gerbil belong to --file"),
        (["--file", "nowhere.tsv"], 2, "--file needs --out"),
        (
            ["person07", "citizenOf", "land2", "--method", "magic"],
            2,
            "no method named 'magic'; choose one of: adamic-adar",
        ),
        (
            ["person07", "citizenof2", "land2", "--method", "kl"],
            1,
            "no predicate 'citizenof2'; did you mean: citizenOf",
        ),
    ],
)
def test_a_wrong_command_is_one_clear_line(kb, words, code, says, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [*map(str, ["veriscope", "kb", "check", kb, *words])])
    with pytest.raises(SystemExit) as ended:
        run()
    said = capsys.readouterr().err
    assert ended.value.code == code
    assert says in said
    assert len(said.strip().splitlines()) == 1


def test_methods_are_measured_side_by_side(kb, tmp_path):
    facts, train = labelled(tmp_path, range(20)), labelled(tmp_path, range(20, 40), name="train.tsv")
    words = ("kb", "eval", kb, "--facts", facts, "--train", train, "--method", "kl,degree-product")
    shown = veriscope(*words, "--by-predicate").stdout
    assert [line.split()[0] for line in shown.splitlines()[:3]] == ["method", "kl", "degree-product"]
    rows = json.loads(veriscope(*words, "--json").stdout)["rows"]
    assert [row["method"] for row in rows] == ["kl", "degree-product"]
    assert rows[0]["auroc"] > 0.7 > rows[1]["auroc"]
    assert rows[0]["ci_low"] < rows[0]["auroc"] < rows[0]["ci_high"]
    assert rows[0]["accuracy_at"] == "training"
    assert rows[1]["behind_best"] < 0


def test_without_training_facts_the_accuracy_says_what_it_is(kb, tmp_path):
    done = veriscope("kb", "eval", kb, "--facts", labelled(tmp_path, range(20)), "--method", "kl")
    assert "at the threshold that is best for these facts" in done.stdout


def test_folds_learn_from_the_facts_themselves(kb, tmp_path):
    facts = labelled(tmp_path, range(40))
    done = veriscope("kb", "eval", kb, "--facts", facts, "--method", "kl", "--folds", 4, "--json")
    told = json.loads(done.stdout)
    assert told["accuracy_at"] == "training"
    assert told["accuracy"] > 0.8


def test_an_embedding_that_saw_a_judged_fact_is_not_used(kb, tmp_path):
    facts = labelled(tmp_path, range(20))
    assert veriscope("kb", "train", kb, "--epochs", 3, "--dimension", 8, "--name", "all").exit_code == 0
    words = ("kb", "eval", kb, "--facts", facts, "--method", "transe", "--json")
    trained_anew = json.loads(veriscope(*words).stdout)
    assert trained_anew["auroc"] == json.loads(veriscope(*words).stdout)["auroc"]
    saved = ("kb", "train", kb, "--epochs", 3, "--dimension", 8, "--name", "some", "--exclude", facts)
    assert veriscope(*saved).exit_code == 0
    by_saved = json.loads(veriscope(*words).stdout)
    assert by_saved["auroc"] != trained_anew["auroc"]


def test_ends_of_facts_are_ranked_among_all_entities(kb, tmp_path):
    facts = tmp_path / "test.tsv"
    facts.write_text("".join(f"{PEOPLE[number]}\tcitizenOf\t{home(number)}\n" for number in range(8)), encoding="utf-8")
    done = veriscope("kb", "eval", kb, "--facts", facts, "--ranking", "--method", "transe", "--json")
    told = json.loads(done.stdout)
    assert told["facts"] == 8
    assert 0 < told["mrr"] <= 1
    assert told["hits_at_1"] <= told["hits_at_3"] <= told["hits_at_10"]
    shown = veriscope("kb", "eval", kb, "--facts", facts, "--ranking", "--method", "transe").stdout
    assert "Hits@10" in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--folds", 1], "--folds 1 leaves nothing"),
        (["--folds", 3, "--train", "x"], "give one of them"),
        (["--valid", "x"], "--valid belongs to --ranking"),
        (["--ranking", "--method", "kl"], "kl gives no ranks; --ranking takes: transe, transh"),
        (["--method", ","], "no method is named"),
    ],
)
def test_a_wrong_evaluation_is_one_clear_line(kb, tmp_path, words, says, monkeypatch, capsys):
    facts = labelled(tmp_path, range(4))
    monkeypatch.setattr("sys.argv", [*map(str, ["veriscope", "kb", "eval", kb, "--facts", facts, *words])])
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 2
    assert says in capsys.readouterr().err
