import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, StoreError, UsageError

pytestmark = pytest.mark.slow

TABLE = """\
Q1\tP1\tQ2
Q2\tP1\tQ3
Q3\tP2\t"1900"
Q3\tP2
"""


def run(*words, fails=None):
    result = CliRunner().invoke(command_line(), [str(word) for word in words], catch_exceptions=True)
    if fails is None:
        assert result.exit_code == 0, result.output + repr(result.exception)
    else:
        assert isinstance(result.exception, fails), result.output + repr(result.exception)
    return result


@pytest.fixture
def kb(tmp_path):
    files = {
        "facts.tsv": TABLE,
        "types.tsv": "Q1\tC1\n",
        "labels.tsv": "Q1\tNew Zealand\nQ2\tNew York\n",
        "relations.tsv": "P1\tplace of birth\n",
        "subclasses.tsv": "C1\tC2\nC2\tC1\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    options = ["--types", "types.tsv", "--labels", "labels.tsv", "--predicate-labels", "relations.tsv"]
    words = [
        tmp_path / word if word.endswith(".tsv") else word for word in [*options, "--subclasses", "subclasses.tsv"]
    ]
    built = run("kb", "build", tmp_path / "kb", tmp_path / "facts.tsv", *words)
    assert "left out 1 × malformed line (tsv)" in built.stderr
    assert "facts.tsv:4: 2 fields separated by tabs, 3 expected" in built.stderr.replace("\n", "")
    assert "a cycle of subclasses: C1, C2" in built.stderr
    return tmp_path / "kb"


def test_info_tells_what_the_graph_holds(kb):
    told = json.loads(run("kb", "info", kb, "--json").stdout)
    assert {key: told[key] for key in ("facts", "entities", "predicates", "classes", "types")} == {
        "facts": 3,
        "entities": 3,
        "predicates": 2,
        "classes": 2,
        "types": 1,
    }
    assert told["left_out"][0]["count"] == 1
    assert told["class_cycles"] == [["C1", "C2"]]
    assert [(source["role"], source["statements"]) for source in told["sources"]][:2] == [("tsv", 3), ("types", 1)]
    shown = run("kb", "info", kb)
    assert [line.split() for line in shown.stdout.splitlines()][1] == ["facts", "3"]
    assert "labels.tsv (labels, 2 lines, 2 statements)" in shown.stdout
    assert "left out 1" in run("kb", "info", kb, "--left-out").stderr


def test_predicates_are_listed_with_their_functionality(kb):
    told = json.loads(run("kb", "predicates", kb, "--json").stdout)
    assert told["count"] == 2
    first = told["predicates"][0]
    assert (first["predicate"], first["label"], first["facts"]) == ("P1", "place of birth", 2)
    assert (first["functionality"], first["kind"]) == (1.0, "one-to-one")
    assert "… and 1 more" in run("kb", "predicates", kb, "--limit", "1").stdout


def test_a_search_finds_entities_and_predicates(kb):
    told = json.loads(run("kb", "search", kb, "new", "--json").stdout)
    assert [(each["iri"], each["label"], each["classes"]) for each in told["entities"]] == [
        ("Q2", "New York", []),
        ("Q1", "New Zealand", ["C1"]),
    ]
    assert run("kb", "search", kb, "birth").stdout == "predicate  place of birth  P1  2 facts\n"
    run("kb", "search", kb, " ", fails=UsageError)
    assert run("kb", "search", kb, "zzz").stdout == "nothing found for 'zzz'\n"


def test_a_search_shows_letters_and_no_escapes(tmp_path):
    (tmp_path / "facts.tsv").write_text("http://x/S%C3%A3o_Paulo\thttp://x/in\thttp://x/Brazil\n", encoding="utf-8")
    run("kb", "build", tmp_path / "kb", tmp_path / "facts.tsv")
    found = run("kb", "search", tmp_path / "kb", "paulo").stdout
    assert found == "entity  São Paulo  http://x/São_Paulo  1 edges\n"
    assert json.loads(run("kb", "search", tmp_path / "kb", "paulo", "--json").stdout)["entities"][0]["iri"] == (
        "http://x/S%C3%A3o_Paulo"
    )


def test_a_graph_that_is_there_needs_replace(kb):
    source = kb.parent / "facts.tsv"
    run("kb", "build", kb, source, fails=UsageError)
    run("kb", "build", kb, source, "--replace")
    assert json.loads(run("kb", "info", kb, "--json").stdout)["classes"] == 0


def test_what_is_no_graph_or_no_file_is_told(tmp_path):
    run("kb", "info", tmp_path / "none", fails=StoreError)
    run("kb", "info", tmp_path, fails=StoreError)
    run("kb", "build", tmp_path / "kb", tmp_path / "none.nt", fails=InputError)
    assert list(tmp_path.iterdir()) == []


def test_the_embedded_kb_needs_no_build(tmp_path):
    environment = {**os.environ, "VERISCOPE_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "veriscope", "kb", "info", "--json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)
    assert (told["facts"], told["entities"], told["predicates"], told["classes"]) == (7736, 1380, 50, 33)
    assert [path.name.startswith("starter-kb-") for path in tmp_path.iterdir()] == [True]
