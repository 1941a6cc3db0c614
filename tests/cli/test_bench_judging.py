"""`bench run` and `bench report` over small scenarios."""

import json

import pytest
from typer.testing import CliRunner

from tests.cli.small_scenarios import make_graph, make_scenarios
from veriscope.cli.main import command_line, run


def veriscope(*words):
    return CliRunner().invoke(command_line(), [*map(str, words)], catch_exceptions=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    make_graph(folder)
    make_scenarios(folder)
    return folder


@pytest.fixture(scope="module")
def judged(folder):
    """The words of a run, and what it printed."""
    words = ("bench", "run", folder / "scenarios", "--kb", folder / "kb", "--method", "kl,jaccard")
    out = folder / "results.json"
    return out, words, veriscope(*words, "--out", out)


def test_a_run_prints_the_means_of_each_method(judged):
    out, _, done = judged
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["method", "kl", "jaccard"]
    assert f"results written to {out}" in done.stderr


def test_a_program_reads_the_rows(judged):
    out, words, _ = judged
    done = veriscope(*words, "--out", out, "--json")
    told = json.loads(done.stdout)
    assert "4 cells measured by an earlier run" in done.stderr
    assert len(told["rows"]) == 4
    wanted = {"scenario", "predicate", "method", "auroc", "average_precision", "train_s", "check_s", "facts"}
    assert all(wanted <= set(row) for row in told["rows"])


def test_a_report_is_printed_and_written(judged, tmp_path):
    out, _, _ = judged
    done = veriscope("bench", "report", out, "--html", tmp_path / "report.html")
    assert done.exit_code == 0
    assert "jaccard has the highest AUROC on average" in done.stdout
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    told = json.loads(veriscope("bench", "report", out, "--json").stdout)
    assert [method["method"] for method in told["methods"]] == ["jaccard", "kl"]


def test_a_folder_takes_the_results_and_gives_them(judged, tmp_path):
    _, words, _ = judged
    assert veriscope(*words, "--out", tmp_path).exit_code == 0
    assert (tmp_path / "results.json").is_file()
    assert veriscope("bench", "report", tmp_path).exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--method", "kl"], 2, "does not say which graph it is from; name it: --kb KB"),
        (["--method", "magic", "--kb", "x"], 2, "no method named 'magic'"),
        (["--method", "kl", "--kb", "/nowhere"], 1, "/nowhere"),
    ],
)
def test_a_wrong_run_is_one_clear_line(folder, tmp_path, words, code, says, monkeypatch, capsys):
    command = ["veriscope", "bench", "run", folder / "scenarios", "--out", tmp_path / "results.json", *words]
    monkeypatch.setattr("sys.argv", [*map(str, command)])
    with pytest.raises(SystemExit) as ended:
        run()
    said = capsys.readouterr().err
    assert ended.value.code == code
    assert says in said
    assert len(said.strip().splitlines()) == 1


def test_a_folder_without_scenarios_is_one_clear_line(tmp_path, monkeypatch, capsys):
    words = ["veriscope", "bench", "run", tmp_path, "--kb", "x", "--method", "kl", "--out", tmp_path / "r.json"]
    monkeypatch.setattr("sys.argv", [*map(str, words)])
    with pytest.raises(SystemExit):
        run()
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_an_interrupt_tells_what_is_kept(folder, tmp_path, monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("veriscope.cli.bench_run.run_bench", interrupted)
    out = tmp_path / "results.json"
    words = ["bench", "run", folder / "scenarios", "--kb", folder / "kb", "--method", "kl", "--out", out]
    monkeypatch.setattr("sys.argv", ["veriscope", *map(str, words)])
    with pytest.raises(SystemExit):
        run()
    assert f"interrupted; measurements so far are in {out}.cells.jsonl" in capsys.readouterr().err
