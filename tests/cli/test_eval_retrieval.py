import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, StoreError, UsageError, VeriscopeError

pytestmark = pytest.mark.slow

CLAIMS = Path(__file__).resolve().parents[1] / "world" / "claims.jsonl"


@pytest.fixture
def evaluate(world):
    def run(*arguments, corpus=world.path, gold=CLAIMS):
        words = ["retrieval", "--corpus", corpus, "--gold", gold, "--retriever", "titles", "--selector", "lexical"]
        return CliRunner().invoke(
            command_line(), ["eval", *map(str, words), *map(str, arguments)], catch_exceptions=False
        )

    return run


def write(folder, *rows):
    path = folder / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_json_holds_the_contract(evaluate):
    report = json.loads(evaluate("--json", "--k", "1,5").stdout)
    assert report["claims"] == 20
    for kind in ("pages", "sentences", "tables", "cells"):
        for column in ("fully_supported", "oracle_accuracy"):
            assert list(report[kind][column]) == ["1", "5"]
            assert 0 <= report[kind][column]["1"] <= report[kind][column]["5"] <= 1
    assert set(report["ms_per_claim"]) == {"median", "p95"}
    assert report["per_second"] > 0
    assert report["unreachable"] == 0
    assert "runs" not in report


def test_the_default_ranks_are_those_of_fevers_table(evaluate):
    report = json.loads(evaluate("--json").stdout)
    assert list(report["pages"]["fully_supported"]) == ["1", "5", "10", "25", "50", "100"]


def test_tables_name_each_retriever(evaluate):
    shown = evaluate("--retriever", "bm25", "--by", "sentences", "--misses", "1").stdout
    assert "Pages (" in shown
    assert "Fully supported" in shown
    assert "titles, lexical" in shown
    assert "bm25, lexical" in shown
    assert "By sentences: bm25, lexical" in shown
    assert "(gold pages" in shown


def test_several_retrievers_stand_under_runs(evaluate):
    report = json.loads(evaluate("--retriever", "bm25", "--json").stdout)
    assert [run["retriever"] for run in report["runs"]] == ["titles", "bm25"]
    assert report["pages"] == report["runs"][0]["pages"]


def test_names_may_be_divided_by_commas(world):
    arguments = [
        "retrieval",
        "--corpus",
        str(world.path),
        "--gold",
        str(CLAIMS),
        "--retriever",
        "bm25, titles",
        "--json",
    ]
    done = CliRunner().invoke(command_line(), ["eval", *arguments, "--selector", "lexical"], catch_exceptions=False)
    assert [run["retriever"] for run in json.loads(done.stdout)["runs"]] == ["bm25", "titles"]


def test_a_sample_depends_on_its_seed_alone(evaluate):
    def ids(seed):
        report = json.loads(evaluate("--json", "--sample", "8", "--misses", "99", "--seed", seed).stdout)
        assert report["claims"] == 8
        return [miss["id"] for miss in report.get("misses", [])]

    assert ids(1) == ids(1)
    assert any(ids(1) != ids(seed) for seed in range(2, 6))


def test_the_breakdown_counts_every_claim_once(evaluate):
    report = json.loads(evaluate("--json", "--by", "label").stdout)
    assert sum(group["claims"] for group in report["breakdown"]["label"].values()) == report["claims"]


def test_an_oracle_takes_the_claims_that_have_gold(evaluate):
    report = json.loads(evaluate("--json", "--oracle", "tables").stdout)
    assert (report["pages"], report["tables"], report["oracle"]) == (None, None, "tables")
    assert report["cells"]["claims"] > 0
    assert report["claims"] < 20


def test_trec_files_are_written(evaluate, tmp_path):
    done = evaluate("--run", tmp_path / "run", "--qrels", tmp_path / "qrels", "--k", "3")
    first = (tmp_path / "run").read_text(encoding="utf-8").splitlines()[0].split(" ")
    assert (first[1], first[3], first[5]) == ("Q0", "1", "titles")
    assert (tmp_path / "qrels").read_text(encoding="utf-8").splitlines()[0] == "1 0 Arvania 1"
    assert "written to" in done.stderr


def test_gold_that_the_corpus_lacks_is_told_and_missed(evaluate, tmp_path):
    rows = [
        {"id": 1, "claim": "Vell is known for its wool.", "label": "SUPPORTS", "evidence": [["Vell#sentence-0"]]},
        {"id": 2, "claim": "Vell is a city.", "label": "SUPPORTS", "evidence": [["Vell#sentence-99"]]},
    ]
    done = evaluate("--json", gold=write(tmp_path, *rows))
    assert "1 claim of 2 cannot be found" in done.stderr
    report = json.loads(done.stdout)
    assert report["unreachable"] == 1
    assert report["sentences"]["fully_supported"]["5"] <= 0.5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--retriever", "bm52"], "no retriever named 'bm52'; choose one of"),
        (["--selector", "x"], "no selector named 'x'; choose one of"),
        (["--retriever", "titles,"], "--retriever: a name is empty"),
        (["--k", "0"], "--k: found '0'; expected whole numbers from 1 to 10,000"),
        (["--k", "1,x"], "--k: found '1,x'"),
        (["--k", ""], "--k: found ''"),
        (["--k", "-1"], "--k: found '-1'"),
        (["--k", "²"], "--k: found"),
        (["--k", "99999999"], "--k: found"),
        (["--by", "colour"], "--by: no grouping named 'colour'; choose one of: challenge"),
        (["--run", "x", "--retriever", "bm25"], "--run: one run file holds the ranking of one retriever"),
    ],
)
def test_a_wrong_command_line_is_named(evaluate, arguments, message):
    with pytest.raises(UsageError, match=message):
        evaluate(*arguments)


def test_a_missing_corpus_is_named(evaluate, tmp_path):
    with pytest.raises(StoreError, match="nowhere"):
        evaluate(corpus=tmp_path / "nowhere")


def test_missing_and_empty_gold_is_named(evaluate, tmp_path):
    with pytest.raises(InputError, match=r"no\.jsonl"):
        evaluate(gold=tmp_path / "no.jsonl")
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(InputError, match="the file holds no records"):
        evaluate(gold=tmp_path / "empty.jsonl")
    unverifiable = {"id": 1, "claim": "c", "label": "NOT ENOUGH INFO", "evidence": []}
    with pytest.raises(InputError, match="no claim has evidence"):
        evaluate(gold=write(tmp_path, unverifiable))


def test_the_gold_of_another_corpus_is_recognised(evaluate, tmp_path):
    row = {"id": 1, "claim": "Lima.", "label": "SUPPORTS", "evidence": [["Lima#sentence-0"]]}
    with pytest.raises(InputError, match=r"none of the pages of its evidence \(1\) is in .*another corpus"):
        evaluate(gold=write(tmp_path, row))


def test_an_interrupt_is_one_line(evaluate, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("veriscope.cli.eval_retrieval.evaluate_retrieval", interrupted)
    with pytest.raises(VeriscopeError, match="interrupted; nothing was scored"):
        evaluate()


def test_predictions_are_no_gold(evaluate, tmp_path):
    row = {"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", 0]]}
    with pytest.raises(InputError, match="looks like fever-predictions; this command reads claims"):
        evaluate(gold=write(tmp_path, row))


def test_what_a_selector_does_not_return_is_a_dash_and_not_a_zero(evaluate):
    """TF-IDF of bigrams selects sentences alone."""
    shown = evaluate("--selector", "tfidf-bigram,lexical").stdout
    cells = shown.partition("Cells, captions and items")[2]
    (only_sentences, both) = (next(row for row in cells.splitlines() if name in row) for name in ("bigram", "lexical"))
    assert "–" in only_sentences
    assert "0.0000" not in only_sentences
    assert "–" not in both
