import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import InputError, UsageError

ROWS = [
    {"id": 1, "claim": "Lima is a city.", "label": "SUPPORTS", "evidence": [["Lima#sentence-0", "Peru#cell-0-1-2"]]},
    {"id": 2, "claim": "Lima is loud.", "label": "NOT ENOUGH INFO", "evidence": [], "challenge": "Other"},
]
OPERATIONS = {"annotator_operations": [{"operation": "search", "value": "x", "time": "12.5"}]}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "claims.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


def run(*arguments):
    return CliRunner().invoke(command_line(), ["dataset", *map(str, arguments)], catch_exceptions=False)


def test_stats_prints_tables(file):
    file.write_text(json.dumps(ROWS[0] | OPERATIONS) + "\n" + json.dumps(ROWS[1]) + "\n", encoding="utf-8")
    printed = run("stats", file).stdout
    for part in ("SUPPORTS", "combined", "Challenges", "need several pages", "100.00%", "operations per claim: search"):
        assert part in printed


def test_stats_prints_one_json_object(file):
    stats = json.loads(run("stats", file, "--json").stdout)
    assert stats["labels"] == {"NOT ENOUGH INFO": 1, "SUPPORTS": 1}
    assert stats["set_kinds"]["combined"] == 1
    assert stats["shares"]["needs_several_pages"] == 1.0


def test_stats_of_a_submission_is_an_error(tmp_path):
    path = tmp_path / "predictions.jsonl"
    path.write_text('{"predicted_label": "SUPPORTS", "predicted_evidence": [["Lima", 0]]}\n', encoding="utf-8")
    with pytest.raises(
        InputError,
        match="holds predictions, not claims; this command reads claims: fever, feverous, hybridqa, tabfact, veriscope",
    ):
        run("stats", path)


def test_stats_of_a_header_only_is_an_error(tmp_path):
    path = tmp_path / "claims.jsonl"
    path.write_text('{"id": "", "claim": "", "label": "", "evidence": ""}\n', encoding="utf-8")
    with pytest.raises(InputError, match="holds no claims"):
        run("stats", path, "--format", "feverous")


def test_validate_is_silent_on_stdout_when_all_is_well(file):
    found = run("validate", file)
    assert (found.exit_code, found.stdout) == (0, "")
    assert "2 rows read as veriscope, 0 of them bad" in found.stderr


def test_validate_names_bad_rows_and_fails(file):
    with file.open("a", encoding="utf-8") as stream:
        stream.write("{\n")
    found = run("validate", file)
    assert found.exit_code == 1
    assert found.stdout == f"{file}:3: the line ends inside a value; the file may have been cut short\n"
    assert "3 rows read as veriscope, 1 of them bad" in found.stderr


def test_validate_prints_one_json_object(file):
    found = json.loads(run("validate", file, "--json").stdout)
    assert found == {"format": "veriscope", "rows": 2, "bad_rows": 0, "absent_evidence": 0, "problems": []}


def test_validate_counts_the_evidence_that_is_absent(file):
    rows = [{"id": 1, "claim": "a", "label": "SUPPORTS", "evidence": [piece]} for piece in (None, ["Lima", 0])]
    file.write_text(
        "".join(json.dumps(row | {"id": number}) + "\n" for number, row in enumerate(rows)), encoding="utf-8"
    )
    found = run("validate", file)
    assert (found.exit_code, found.stdout) == (0, "")
    assert "2 rows read as fever-training, 0 of them bad" in found.stderr
    assert "1 claim with evidence that is not, or not all, in the corpus" in found.stderr


def test_convert_refuses_losses_and_names_them_when_they_are_allowed(file, tmp_path):
    out = tmp_path / "out.jsonl"
    with pytest.raises(InputError, match="cannot hold 1 × cell"):
        run("convert", file, "--to", "fever", "--out", out)
    assert not out.exists()
    found = run("convert", file, "--to", "fever", "--out", out, "--lossy")
    assert "1 claim written" in found.stderr
    assert "left out: 1 evidence set and 1 claim, because fever cannot hold 1 × cell" in found.stderr
    assert found.stdout == ""


def test_stats_of_pages_is_an_error(tmp_path):
    path = tmp_path / "pages.jsonl"
    for page in ({"title": "Lima", "order": [], "sentence_0": "x"}, {"id": "Lima", "text": "x", "lines": "0\tx"}):
        path.write_text(json.dumps(page) + "\n", encoding="utf-8")
        with pytest.raises(InputError, match=r"pages\.jsonl holds pages, not claims"):
            run("stats", path)


def test_a_guessed_format_is_named_when_it_fails(file):
    file.write_text('{"id": 1, "label": "SUPPORTS", "evidence": [["Lima#sentence-0"]]}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"claim: missing.*\(read as veriscope; --format names another\)"):
        run("stats", file)
    with pytest.raises(InputError) as caught:
        run("stats", file, "--format", "veriscope")
    assert "read as" not in str(caught.value)


def test_validate_lists_fifty_problems_unless_all_are_wanted(file):
    file.write_text("{\n" * 53, encoding="utf-8")
    few = run("validate", file, "--format", "fever").stdout.splitlines()
    assert (len(few), few[-1]) == (51, "… and 3 more (--all lists them)")
    assert len(run("validate", file, "--format", "fever", "--all").stdout.splitlines()) == 53
    assert len(json.loads(run("validate", file, "--format", "fever", "--json").stdout)["problems"]) == 53


def test_one_row_is_one_row(file):
    file.write_text(json.dumps(ROWS[0]) + "\n", encoding="utf-8")
    assert "1 row read as veriscope, 0 of them bad" in run("validate", file).stderr


def test_convert_refuses_to_replace_its_input(file, tmp_path):
    before = file.read_bytes()
    link = tmp_path / "link.jsonl"
    link.symlink_to(file)
    for out in (file, link):
        with pytest.raises(UsageError, match="is the file to convert; name another"):
            run("convert", file, "--to", "feverous", "--out", out)
    assert file.read_bytes() == before


@pytest.mark.parametrize("options", [[], ["--lossy"]])
def test_convert_writes_nothing_when_no_claim_is_left(file, tmp_path, options):
    file.write_text(json.dumps(ROWS[0]) + "\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    with pytest.raises(InputError, match="no claim is left for fever, which cannot hold 1 × cell; nothing was written"):
        run("convert", file, "--to", "fever", "--out", out, *options)
    assert not out.exists()


def test_convert_warns_of_what_the_target_format_does_not_allow(file, tmp_path):
    many = ROWS[0] | {"id": 3, "evidence": [[f"Lima#sentence-{number}"] for number in range(4)]}
    file.write_text("".join(json.dumps(row) + "\n" for row in (*ROWS, many)), encoding="utf-8")
    found = run("convert", file, "--to", "feverous", "--out", tmp_path / "out.jsonl")
    assert found.exit_code == 0
    assert (
        "warning: not valid feverous: 1 row without the evidence that the label needs, "
        "1 row with more than 3 evidence sets; `veriscope dataset validate" in found.stderr
    )


def test_convert_to_feverous_writes_a_header(file, tmp_path):
    run("convert", file, "--to", "feverous", "--out", tmp_path / "out.jsonl")
    header, first, _ = (json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines())
    assert header["claim"] == ""
    assert first["evidence"][0]["content"] == ["Lima_sentence_0", "Peru_cell_0_1_2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["stats", "--format", "fevr"],
            "--format: no format named 'fevr'; choose one of: auto, fever, feverous, hybridqa, tabfact, veriscope",
        ),
        (
            ["convert", "--to", "auto", "--out", "x"],
            "--to: no format named 'auto'; choose one of: fever, feverous, hybridqa, tabfact, veriscope",
        ),
    ],
)
def test_an_unknown_format_is_wrong_usage(file, arguments, message):
    with pytest.raises(UsageError, match=message):
        run(*arguments, file)


def test_a_missing_option_is_wrong_usage(file):
    assert run("convert", file).exit_code == 2


def test_several_files_are_the_splits_of_a_data_set(file):
    one, both = run("stats", file), run("stats", file, file).stdout
    assert one.exit_code == 0
    (claims,) = (line.split() for line in both.splitlines() if line.strip().startswith("claims"))
    assert claims[0] == "claims"
    assert int(claims[3]) == int(claims[1]) + int(claims[2])
    files = json.loads(run("stats", file, file, "--json").stdout)["files"]
    assert [each["file"] for each in files] == [str(file)] * 2
    assert files[0]["claims"] == int(claims[1])
