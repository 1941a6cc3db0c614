import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import UsageError

LEXICAL = ("--selector", "lexical", "--verdict", "lexical")
ANSWER = "Vell is a town in the north of Arvania. Vell has a harbour for whales. Is it old?\n"


@pytest.fixture
def notes(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "vell.txt").write_text("Vell is a town in the north of Arvania.\n", encoding="utf-8")
    (tmp_path / "notes" / "photo.png").write_bytes(b"\x89PNG")
    return tmp_path / "notes"


def check(*words, text=None):
    command = ["check", *map(str, words), *LEXICAL]
    return CliRunner().invoke(command_line(), command, input=text, catch_exceptions=False)


def test_an_answer_is_checked_against_files_with_one_number_for_all_of_it(notes):
    done = check("--text", "-", "--against", notes, "--against", notes / "vell.txt", text=ANSWER)
    assert "50% supported (95% interval 9% to 91%)." in done.stdout
    assert "warning: photo.png: no reader for .png" in done.stderr


def test_the_json_of_an_answer_leads_to_both_texts(notes):
    fields = json.loads(check("--text", "-", "--json", "--against", notes, text=ANSWER).stdout)
    assert fields["summary"]["supported"]["share"] == 0.5
    part = fields["parts"][0]
    assert ANSWER[part["start"] : part["end"]] == "Vell is a town in the north of Arvania."
    piece = part["trace"]["evidence"][0]
    assert piece["source"] == {"source": str(notes / "vell.txt"), "start": 0, "end": 39}


def test_the_report_of_an_answer_colours_it_and_names_the_sources(notes, tmp_path):
    page = tmp_path / "report.html"
    check("--text", "-", "--html", page, "--against", notes, text=ANSWER)
    html = page.read_text(encoding="utf-8")
    assert '<a class="sentence supports" href="#claim-1"' in html
    assert "<b>50%</b> supported" in html
    assert "vell.txt 0–39" in html


def test_a_claim_and_a_file_of_claims_are_checked_against_files(notes, tmp_path):
    assert check("Vell is a town in the north of Arvania.", "--against", notes).stdout.startswith("SUPPORTS")
    claims, out = tmp_path / "claims.txt", tmp_path / "out.jsonl"
    claims.write_text("Vell is a town in the north of Arvania.\n", encoding="utf-8")
    done = check("--file", claims, "--out", out, "--against", notes)
    assert "warning: photo.png" in done.stderr
    assert json.loads(out.read_text(encoding="utf-8"))["label"] == "SUPPORTS"


def test_files_and_a_corpus_do_not_go_together(notes):
    with pytest.raises(UsageError, match="--against and --corpus both name"):
        check("Vell is a town.", "--against", notes, "--corpus", "wiki")
