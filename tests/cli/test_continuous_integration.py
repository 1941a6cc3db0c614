"""What continuous integration uses: exit codes by verdict, files that it shows, spreadsheets, the hook, the action."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import junitparser
import pytest
import yaml
from python_calamine import CalamineWorkbook
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, MissingExtraError, UsageError, VeriscopeError

ROOT = Path(__file__).resolve().parents[2]
TRUE, FALSE, UNKNOWN = "Port Ellis is the capital of Arvania.", "Vell is the capital of Arvania.", "Zorblax has a quux."
README = ROOT / "README.md"
LEXICAL = ("--selector", "lexical", "--verdict", "lexical")


def check(world, *words):
    words = ["check", *map(str, words), "--corpus", str(world.path), *LEXICAL]
    return CliRunner().invoke(command_line(), words)


@pytest.fixture
def text(tmp_path):
    def write(*claims, name="a.md"):
        path = tmp_path / name
        path.write_text("\n\n".join(claims), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("claim", "fail_on", "says"),
    [
        (TRUE, "refuted", None),
        (TRUE, "unsupported", None),
        (FALSE, "refuted", "1 of 1 claim is refuted"),
        (FALSE, "unsupported", "1 of 1 claim is unsupported"),
        (UNKNOWN, "refuted", None),
        (UNKNOWN, "unsupported", "1 of 1 claim is unsupported"),
    ],
)
def test_a_verdict_of_the_named_kind_fails_the_run_after_the_answer_is_printed(
    world, text, tmp_path, claim, fail_on, says
):
    batch = tmp_path / "claims.txt"
    batch.write_text(claim, encoding="utf-8")
    for asked in ([claim], ["--text", text(claim)], ["--file", batch, "--out", tmp_path / "out.jsonl"]):
        done = check(world, *asked, "--fail-on", fail_on)
        assert done.stdout.strip()
        if says is None:
            assert done.exit_code == 0
        else:
            assert type(done.exception) is VeriscopeError
            assert str(done.exception) == says


def test_an_unknown_kind_is_refused_before_any_work():
    done = CliRunner().invoke(command_line(), ["check", TRUE, "--corpus", "/nowhere", "--fail-on", "wrong"])
    assert isinstance(done.exception, UsageError)
    assert str(done.exception) == "no kind of verdict named 'wrong'; choose one of: refuted, unsupported"


def test_several_texts_are_checked_in_one_run(world, text, tmp_path):
    paths = [text(TRUE), text(FALSE, UNKNOWN, name="b.md")]
    files = {"--junit": tmp_path / "out.xml", "--sarif": tmp_path / "out.sarif"}
    done = check(world, "--text", *paths, "--json", *(word for pair in files.items() for word in pair))
    assert done.exit_code == 0
    texts = json.loads(done.stdout)["texts"]
    assert [(one["name"], one["summary"]["checked"]) for one in texts] == [(str(paths[0]), 1), (str(paths[1]), 2)]
    suites = junitparser.JUnitXml.fromfile(str(files["--junit"]))
    assert [(suite.name, suite.tests) for suite in suites] == [
        (str(path), n) for path, n in zip(paths, (1, 2), strict=True)
    ]
    found = json.loads(files["--sarif"].read_text("utf-8"))["runs"][0]["results"]
    assert [one["ruleId"] for one in found] == ["refuted", "not-enough-info"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--junit", "x.xml", TRUE], "--junit and --sarif belong to --text"),
        (["--text", README, README, "--html", "x.html"], "--html and --claimreview take one text"),
        (["--text", README, "b.md"], "found --text and 'b.md', which is no file"),
        (["Vell", "is", "a", "town"], 'found 4 arguments; put quotes around the claim: "Vell is a town"'),
        (["--text", README, "--sarif", "/nowhere/x.sarif"], "--sarif: there is no folder /nowhere"),
    ],
)
def test_what_does_not_go_together_is_said(world, words, says):
    done = check(world, *words)
    assert isinstance(done.exception, UsageError)
    assert says in str(done.exception)


COLUMNS = ["id", "line", "claim", "label", "probability", "supports", "refutes", "not_enough_info"]


@pytest.fixture
def claims(tmp_path):
    path = tmp_path / "claims.txt"
    path.write_bytes(f"{TRUE}\n=1+1 is Vell, “or so”\n\xff\n{FALSE}\n".encode("latin-1", "replace"))
    return path


@pytest.mark.parametrize("name", ["out.csv", "out.xlsx"])
def test_a_batch_becomes_a_spreadsheet_by_the_name_of_its_target(world, claims, tmp_path, name):
    out = tmp_path / name
    done = check(world, "--file", claims, "--out", out)
    assert isinstance(done.exception, InputError)  # a row is no text; it keeps its place
    if name.endswith("csv"):
        rows = list(csv.reader(out.read_text("utf-8").splitlines()))
    else:
        rows = CalamineWorkbook.from_path(str(out)).get_sheet_by_index(0).to_python()
    assert rows[0][: len(COLUMNS)] == COLUMNS
    assert [row[3] for row in rows[1:]] == ["SUPPORTS", "NOT ENOUGH INFO", "", "REFUTES"]
    assert rows[2][2].startswith("=1+1 is Vell")
    assert "is not UTF-8" in rows[3][-1]
    assert "Arvania#" in rows[4][8]


def test_a_flat_row_can_be_json_too(world, claims, tmp_path):
    check(world, "--file", claims, "--out", tmp_path / "out.jsonl", "--format", "table")
    first = json.loads((tmp_path / "out.jsonl").read_text("utf-8").splitlines()[0])
    assert list(first)[: len(COLUMNS)] == COLUMNS


def test_a_spreadsheet_holds_no_submission(world, claims, tmp_path):
    done = check(world, "--file", claims, "--out", tmp_path / "out.csv", "--format", "fever")
    assert isinstance(done.exception, UsageError)
    assert "holds no fever" in str(done.exception)


def test_without_the_writer_of_xlsx_nothing_is_begun(world, claims, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    done = check(world, "--file", claims, "--out", tmp_path / "out.xlsx")
    assert isinstance(done.exception, MissingExtraError)
    assert "veriscope[xlsx]" in str(done.exception)
    assert not list(tmp_path.glob("out*"))


@pytest.fixture
def bench(tmp_path, world):
    """A folder with two texts, and the program's name on the search path, as an installation has it."""
    program = tmp_path / "bin" / "veriscope"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m veriscope "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "one page.md").write_text(TRUE, encoding="utf-8")
    (tmp_path / "docs" / "two.md").write_text(FALSE, encoding="utf-8")
    environment = os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}"}

    def run(*command, **values):
        return subprocess.run(
            command, cwd=tmp_path, env=environment | values, capture_output=True, text=True, check=False
        )

    return run


@pytest.mark.slow
def test_the_hook_of_pre_commit_checks_the_files_that_it_is_given(bench, world):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    command = [*hook["entry"].split(), "--corpus", str(world.path), *hook["args"]]
    assert bench(*command, "docs/one page.md").returncode == 0
    done = bench(*command, "docs/one page.md", "docs/two.md")
    assert done.returncode == 1
    assert done.stderr.endswith("veriscope: 1 of 2 claims is refuted\n")


@pytest.mark.slow
def test_the_action_checks_what_its_patterns_match(bench, world, tmp_path):
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    step = action["runs"]["steps"][-1]
    defaults = {name: value.get("default", "") for name, value in action["inputs"].items()}
    given = {"files": "docs/**/*.md\nnothing/*.md", "corpus": str(world.path)}
    values = {
        name: (defaults | given)[source.split("inputs.")[1].removesuffix(" }}")] for name, source in step["env"].items()
    }
    assert set(action["inputs"]) == {source.split("inputs.")[1].removesuffix(" }}") for source in step["env"].values()}
    done = bench("bash", "-e", "-c", step["run"], **values)
    assert done.returncode == 1
    assert done.stderr.endswith("veriscope: 1 of 2 claims is refuted\n")
    found = json.loads((tmp_path / "veriscope.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert found[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "docs/two.md"
    assert bench("bash", "-e", "-c", step["run"], **values | {"FILES": "nothing/*.md"}).returncode == 2
