import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line

LEXICAL = ("--selector", "lexical", "--verdict", "lexical")
TEXT = "# Vell\n\nVell is the capital of Arvania. It has a wool market. Is it old?\n"


def check(world, *words, text=None):
    words = ["check", *map(str, words), "--corpus", str(world.path), *LEXICAL]
    return CliRunner().invoke(command_line(), words, input=text, catch_exceptions=False)


def test_a_text_is_summed_up_refuted_claims_first(world, tmp_path):
    path = tmp_path / "answer.md"
    path.write_text(TEXT, encoding="utf-8")
    said = check(world, "--text", path).stdout
    assert "2 claims checked: 1 refuted, 0 not enough information, 1 supported; 2 passages left out." in " ".join(
        said.split()
    )
    assert said.index("REFUTES") < said.index("SUPPORTS")
    assert "read as: Vell has a wool market." in said
    assert "a question: Is it old?" in said


def test_a_text_comes_from_standard_input_and_goes_out_as_json(world):
    fields = json.loads(check(world, "--text", "-", "--json", text=TEXT).stdout)
    assert fields["summary"]["REFUTES"] == 1
    assert fields["parts"][2]["replaced"] == [["It", "Vell"]]


def test_a_text_becomes_a_report_and_reviews(world, tmp_path):
    page = tmp_path / "report.html"
    done = check(world, "--text", "-", "--html", page, "--claimreview", text=TEXT)
    assert len(json.loads(done.stdout)["@graph"]) == 2
    assert f"report written to {page}" in "".join(done.stderr.splitlines())
    assert "standard input" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "  \n", "\x00"])
def test_an_empty_text_is_an_error(world, text):
    result = CliRunner().invoke(command_line(), ["check", "--text", "-", "--corpus", str(world.path)], input=text)
    assert result.exit_code != 0
    assert "the text is empty" in str(result.exception) or "is not text" in str(result.exception)
