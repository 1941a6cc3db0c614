import json
import shutil

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import StoreError


def run(*words, fails=None):
    result = CliRunner().invoke(command_line(), [str(word) for word in words], catch_exceptions=True)
    if fails is None:
        assert result.exit_code == 0, result.output + repr(result.exception)
    else:
        assert isinstance(result.exception, fails), result.output + repr(result.exception)
    return result


@pytest.fixture
def corpus(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "prices.md").write_text("# Prices\n\nA pen costs 3 euros.\n\nWe raised no price this year.\n")
    (tmp_path / "docs" / "stock.csv").write_text("item,count\npen,40\nbook,7\n")
    run("corpus", "build", tmp_path / "c", tmp_path / "docs", "--workers", "1")
    return tmp_path / "c"


def test_a_search_shows_passages_with_their_ids(corpus):
    shown = run("corpus", "search", corpus, "what do pens cost").stdout
    assert "#sentence-0  A pen costs 3 euros." in shown
    assert shown.index("Prices") < shown.index("stock")
    assert "#cell-0-1-1  pen › count: 40" in run("corpus", "search", corpus, "count of pens").stdout


def test_programs_get_stable_keys(corpus):
    results = json.loads(run("corpus", "search", corpus, 'pen "3 euros"', "--json", "--limit", "1").stdout)
    assert {key: results[key] for key in ("query", "total", "suggestions", "left_out")} == {
        "query": 'pen "3 euros"',
        "total": 2,
        "suggestions": [],
        "left_out": 0,
    }
    (hit,) = results["hits"]
    assert set(hit) == {"title", "score", "title_marks", "passage"}
    assert hit["passage"] == {
        "id": "Prices#sentence-0",
        "text": "A pen costs 3 euros.",
        "context": [],
        "marks": [[2, 5], [12, 19]],
    }


def test_an_empty_result_says_so_and_suggests_titles(corpus):
    assert run("corpus", "search", corpus, "pri").stdout.splitlines() == [
        "nothing found for 'pri'",
        "did you mean: Prices",
    ]
    assert run("corpus", "search", corpus, "xyzzyx").stdout.splitlines() == ["nothing found for 'xyzzyx'"]


def test_titles_are_suggested_as_one_types(corpus):
    assert run("corpus", "search", corpus, "PR", "--titles").stdout.split() == ["Prices"]
    assert json.loads(run("corpus", "search", corpus, "s", "--titles", "--json").stdout) == ["stock"]


def test_a_long_query_says_what_was_left_out(corpus):
    assert "936 of its words were left out" in run("corpus", "search", corpus, "pen " * 1000).stdout


def test_a_corpus_without_an_index_names_the_command_and_the_command_helps(corpus, tmp_path):
    shutil.rmtree(corpus / "index")
    error = run("corpus", "search", corpus, "pen", fails=StoreError).exception
    assert f"veriscope corpus index {corpus}" in str(error)
    assert run("corpus", "index", corpus).stdout == "built: search\n"
    assert run("corpus", "index", corpus).stdout == "up to date: search\n"
    assert run("corpus", "index", corpus, "--rebuild").stdout == "built: search\n"
    assert "A pen costs" in run("corpus", "search", corpus, "pen").stdout


def test_the_index_stays_in_step_with_the_pages(corpus, tmp_path):
    (tmp_path / "more.md").write_text("# More\n\nInk costs 5 euros.\n")
    run("corpus", "add", corpus, tmp_path / "more.md", "--workers", "1")
    run("corpus", "remove", corpus, "Prices")
    assert json.loads(run("corpus", "info", corpus, "--json", "--verify").stdout)["problems"] == []
    assert "Ink costs" in run("corpus", "search", corpus, "euros").stdout


def test_wrong_usage_is_told(corpus, tmp_path):
    run("corpus", "search", tmp_path / "absent", "pen", fails=StoreError)


def test_the_atlas_answers(tmp_path):
    assert "1,064" in run("corpus", "search", "starter", "gold melting point", "--limit", "1").stdout


def test_control_characters_do_not_reach_the_terminal(tmp_path):
    (tmp_path / "evil.md").write_text("# Evil\n\nRed \x1b[31mtext\x1b]0;owned\x07 here.\n")
    run("corpus", "build", tmp_path / "c", tmp_path / "evil.md", "--workers", "1")
    assert "\x1b" not in run("corpus", "search", tmp_path / "c", "text").stdout
    assert "\x1b" not in run("corpus", "search", tmp_path / "c", "\x1b[31mzz").stdout
