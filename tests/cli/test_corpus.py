import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import StoreError, UsageError


def run(*words, fails=None):
    result = CliRunner().invoke(command_line(), [str(word) for word in words], catch_exceptions=True)
    if fails is None:
        assert result.exit_code == 0, result.output + repr(result.exception)
    else:
        assert isinstance(result.exception, fails), result.output + repr(result.exception)
    return result


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "prices.md").write_text("# Prices\n\nA pen costs 3 euros.\n\n| item | price |\n|---|---|\n| pen | 3 |\n")
    (folder / "notes.txt").write_text("The shop opens at nine. It closes at six.\n")
    (folder / "stock.csv").write_text("item,count\npen,40\nbook,7\n")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8")
    return folder


def test_a_folder_becomes_a_corpus_that_can_be_looked_into(docs, tmp_path):
    built = run("corpus", "build", tmp_path / "c", docs, "--workers", "1")
    assert "skipped 1" in built.stderr
    info = json.loads(run("corpus", "info", tmp_path / "c", "--json", "--verify").stdout)
    assert {key: info[key] for key in ("pages", "sentences", "tables", "cells", "skipped")} == {
        "pages": 3,
        "sentences": 3,
        "tables": 2,
        "cells": 10,
        "skipped": 1,
    }
    assert info["problems"] == []
    shown = run("corpus", "show", tmp_path / "c", "PRICES").stdout
    assert "#sentence-0  A pen costs 3 euros." in shown
    assert "pen 1-0" in shown
    page = json.loads(run("corpus", "show", tmp_path / "c", "Prices", "--json").stdout)
    assert page["elements"][0]["id"] == "Prices#sentence-0"
    assert "photo.jpg" in run("corpus", "info", tmp_path / "c", "--skipped").stdout


def test_pages_and_sources_are_added_and_removed(docs, tmp_path):
    run("corpus", "build", tmp_path / "c", docs / "prices.md", "--workers", "1")
    run("corpus", "add", tmp_path / "c", docs / "stock.csv", "--workers", "1")
    run("corpus", "remove", tmp_path / "c", "Prices")
    run("corpus", "remove", tmp_path / "c", "--source", docs / "stock.csv")
    assert json.loads(run("corpus", "info", tmp_path / "c", "--json").stdout)["pages"] == 0


def lines_of(printed):
    return [line.split() for line in printed.splitlines()]


def test_changes_are_told(docs, tmp_path):
    run("corpus", "build", tmp_path / "c", docs, "--workers", "1")
    (docs / "more.md").write_text("# More\n\nA new page.\n")
    assert ["pages", "3", "4"] in lines_of(run("corpus", "add", tmp_path / "c", docs, "--workers", "1").stdout)
    again = run("corpus", "add", tmp_path / "c", docs, "--workers", "1")
    assert "the counts are as before" in again.stdout
    assert "1 × file: no reader for .jpg" in again.stderr
    assert ["pages", "4", "3"] in lines_of(run("corpus", "remove", tmp_path / "c", "More").stdout)


def test_a_source_inside_another_is_refused(docs, tmp_path):
    run("corpus", "build", tmp_path / "c", docs, "--workers", "1")
    error = run("corpus", "add", tmp_path / "c", docs / "prices.md", "--workers", "1", fails=UsageError).exception
    assert "lies inside the source" in str(error)
    run("corpus", "build", tmp_path / "d", tmp_path / "c", fails=UsageError)


def test_titles_are_listed_and_the_atlas_has_a_name(docs, tmp_path):
    run("corpus", "build", tmp_path / "c", docs, "--workers", "1")
    assert run("corpus", "show", tmp_path / "c").stdout.split() == ["notes", "Prices", "stock"]
    assert json.loads(run("corpus", "info", "starter", "--json").stdout)["pages"] > 1000
    assert "#sentence-0" in run("corpus", "show", "starter", "Canberra").stdout


def test_the_example_of_the_readme_holds(docs, tmp_path):
    run("corpus", "build", tmp_path / "c", docs, "--workers", "1")
    assert run("check", "--corpus", tmp_path / "c", "A pen costs 3 euros.").stdout.startswith("SUPPORTS")
    assert run("check", "--corpus", tmp_path / "c", "A pen costs 4 euros.").stdout.startswith("REFUTES")


def test_a_wrong_title_suggests_the_right_one(docs, tmp_path):
    run("corpus", "build", tmp_path / "c", docs, "--workers", "1")
    error = run("corpus", "show", tmp_path / "c", "pri", fails=StoreError).exception
    assert "did you mean: Prices" in str(error)


def test_control_characters_do_not_reach_the_terminal(tmp_path):
    (tmp_path / "evil.md").write_text("# Evil\n\nRed \x1b[31mtext\x1b]0;owned\x07 here.\n")
    run("corpus", "build", tmp_path / "c", tmp_path / "evil.md", "--workers", "1")
    assert "\x1b" not in run("corpus", "show", tmp_path / "c", "Evil").stdout


def test_names_with_brackets_are_shown_as_they_are(tmp_path):
    (tmp_path / "docs" / "[red]x[").mkdir(parents=True)
    (tmp_path / "docs" / "a.md").write_text("# A\n\n[b]Text[/b] here.\n")
    (tmp_path / "docs" / "[red]x[/b].bin").write_bytes(b"x")
    run("corpus", "build", tmp_path / "c[/b]", tmp_path / "docs", "--workers", "1")
    assert "[red]x[/b].bin" in run("corpus", "info", tmp_path / "c[/b]", "--skipped").stdout
    skips = json.loads(run("corpus", "info", tmp_path / "c[/b]", "--skipped", "--json").stdout)["skips"]
    assert skips[0]["place"] == "[red]x[/b].bin"


def test_one_source_under_two_names_is_read_once(docs, tmp_path):
    (tmp_path / "link").symlink_to(docs)
    run("corpus", "build", tmp_path / "c", docs, docs / ".." / "docs", tmp_path / "link", "--workers", "1")
    run("corpus", "add", tmp_path / "c", tmp_path / "link", "--workers", "1")
    assert json.loads(run("corpus", "info", tmp_path / "c", "--json").stdout)["pages"] == 3


def test_wrong_usage_is_told(docs, tmp_path):
    run("corpus", "build", tmp_path / "c", tmp_path / "absent", fails=UsageError)
    run("corpus", "build", tmp_path / "c", docs, "--format", "docx", fails=UsageError)
    run("corpus", "info", tmp_path / "absent", fails=StoreError)
    run("corpus", "build", tmp_path / "c", docs, "--workers", "1")
    run("corpus", "remove", tmp_path / "c", fails=UsageError)


@pytest.mark.slow
def test_a_table_of_ten_thousand_columns_is_shown_in_part(tmp_path):
    (tmp_path / "wide.csv").write_text("\n".join(",".join(f"{row}.{n}" for n in range(10_000)) for row in range(3)))
    run("corpus", "build", tmp_path / "c", tmp_path / "wide.csv", "--workers", "1")
    assert "9,970 more columns" in run("corpus", "show", tmp_path / "c", "wide").stdout
    assert json.loads(run("corpus", "info", tmp_path / "c", "--json").stdout)["cells"] == 30_000


def test_a_line_of_seventy_megabytes_is_a_counted_skip(tmp_path):
    with (tmp_path / "pages.jsonl").open("wb") as file:
        file.write(b'{"title": "Lima", "order": ["sentence_0"], "sentence_0": "x."}\n{"title": "')
        for _ in range(70):
            file.write(b"a" * 2**20)
        file.write(b'"}\n')
    built = run("corpus", "build", tmp_path / "c", tmp_path / "pages.jsonl", "--workers", "1")
    assert "bytes, more than any page" in built.stderr
    assert json.loads(run("corpus", "info", tmp_path / "c", "--json").stdout)["pages"] == 1
