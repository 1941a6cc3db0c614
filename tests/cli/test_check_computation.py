"""What is computed from a table is shown wherever a check is: in the terminal, as JSON, as HTML."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from veriscope.cli.check_text import show_text_report
from veriscope.cli.main import command_line
from veriscope.cli.trace_view import show_trace
from veriscope.domain import Label, parse_evidence_id
from veriscope.errors import UsageError
from veriscope.lab.evaluation.pipeline_plan import PipelinePlan, ablations, check_plan, learned_weights
from veriscope.pipeline import PipelineConfig, Trace, Verifier, trace_as_json
from veriscope.pipeline.config_file import read_config
from veriscope.programs import parse
from veriscope.reports import load_schema
from veriscope.reports.html_claim import claim_html
from veriscope.reports.html_text import text_html

TRUE = "Five of the ten countries of Northern Europe pay with the euro."
FALSE = "Six of the ten countries of Northern Europe pay with the euro."


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VERISCOPE_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
        yield


@pytest.fixture(scope="module")
def traces(cache) -> dict[str, Trace]:
    """Both claims, checked against the starter atlas."""
    with Verifier() as verifier:
        return {claim: verifier.check(claim) for claim in (TRUE, FALSE)}


def printed(trace):
    console = Console(file=io.StringIO(), width=80, color_system=None)
    show_trace(console, trace)
    return console.file.getvalue().splitlines()


def test_the_command_prints_json_and_writes_a_page(cache, tmp_path):
    words = ["check", TRUE, "--json", "--html", str(tmp_path / "claim.html")]
    done = CliRunner().invoke(command_line(), words, catch_exceptions=False)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["computations"][0]["result"] is True
    assert "5, as the claim says" in (tmp_path / "claim.html").read_text(encoding="utf-8")


def test_the_terminal_tells_what_was_counted(traces):
    lines = printed(traces[TRUE])
    assert lines[0].startswith("SUPPORTS")
    assert lines[1:4] == [
        f"  Computed from Northern Europe, table 1  supports {traces[TRUE].verdict.computed[0].supports:.0%}",
        "    · rows where Currency is euro: 5 of 10",
        "    → 5, as the claim says",
    ]


def test_a_false_count_is_refuted_with_the_right_one(traces):
    lines = printed(traces[FALSE])
    assert lines[0].startswith("REFUTES")
    assert "    → 5, and the claim says 6" in lines


def test_the_cells_that_were_counted_are_the_evidence(traces):
    trace = traces[TRUE]
    (computed,) = trace.computations
    assert len(computed.cells) == 5
    assert set(computed.cells) <= {piece.id for piece in trace.evidence}
    assert {
        trace.evidence[place].text for place in trace.key_evidence if trace.evidence[place].id in computed.cells
    } == {"Euro"}


def test_the_json_names_the_program_and_its_cells(traces):
    fields = json.loads(json.dumps(trace_as_json(traces[TRUE])))
    (computed,) = fields["computations"]
    wanted = load_schema("trace")["$defs"]["computation"]
    assert set(computed) == set(wanted["required"]) == set(wanted["properties"])
    assert (computed["page"], computed["table"], computed["result"]) == ("Northern Europe", 0, True)
    assert parse(computed["program"]).operator == "eq"
    assert {parse_evidence_id(cell).page for cell in computed["cells"]} == {"Northern Europe"}
    assert fields["stages"]["computation"] == {"name": "programs"}
    assert fields["timings_ms"]["computation"] > 0


def test_the_page_shows_the_steps_and_folds_the_program_away(traces):
    page = claim_html(traces[TRUE])
    assert (
        '<section class="computed"><h2>Computed</h2><p class="place">Northern Europe, table 1<span class="stance'
        in page
    )
    assert "<li>rows where Currency is euro: 5 of 10</li>" in page
    assert (
        f"<details><summary>The program</summary><code>{traces[TRUE].computations[0].program}</code></details>" in page
    )


def test_a_checked_text_shows_what_was_computed(cache):
    with Verifier() as verifier:
        report = verifier.check_text(f"# Money\n\n{FALSE}\n")
    console = Console(file=io.StringIO(), width=80, color_system=None)
    show_text_report(console, report)
    assert "    → 5, and the claim says 6\n" in console.file.getvalue()
    page = text_html(report, name="money.md")
    assert '<div class="computed"><p class="place">Northern Europe, table 1<span class="stance' in page
    assert "<b>5, and the claim says 6</b>" in page


def test_a_computation_cannot_put_marks_into_the_page(traces):
    (computed,) = traces[TRUE].computations
    odd = computed._replace(page="<b>", steps=("<i>1</i>",), conclusion="a & <u>", program="eq{<s>}")
    trace = replace(traces[TRUE], computations=(odd,))
    page = claim_html(trace)
    assert not [mark for mark in ("<b>,", "<i>1", "<u>", "<s>") if mark in page]
    assert "&lt;i&gt;1&lt;/i&gt;" in page
    assert "\x1b" not in "".join(printed(trace))


def test_a_config_turns_computing_off(cache, tmp_path):
    path = tmp_path / "plain.toml"
    path.write_text('computation = "none"\n', encoding="utf-8")
    config = read_config(path)
    assert config == PipelineConfig(computation="none")
    with Verifier(config=config) as verifier:
        trace = verifier.check(TRUE)
    assert trace.computations == ()
    assert not [line for line in printed(trace) if "Computed" in line]
    assert "Computed" not in claim_html(trace)
    assert trace_as_json(trace)["stages"]["computation"] == {"name": "none"}
    assert trace_as_json(trace)["computations"] == []


@pytest.mark.parametrize(("name", "is_computed"), [("programs", True), ("none", False)])
def test_an_option_of_the_command_says_what_computes_in_claims_texts_and_files(cache, tmp_path, name, is_computed):
    claims, results = tmp_path / "money.txt", tmp_path / "traces.jsonl"
    claims.write_text(f"{TRUE}\n", encoding="utf-8")

    def check(*words):
        asked = ["check", "--computation", name, *map(str, words)]
        return CliRunner().invoke(command_line(), asked, catch_exceptions=False).stdout

    assert ("Computed from" in check(TRUE)) is is_computed
    assert ("Computed from" in check("--text", claims)) is is_computed
    check("--file", claims, "--out", results, "--format", "trace")
    (trace,) = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    assert trace["stages"]["computation"]["name"] == name
    assert bool(trace["computations"]) is is_computed


def test_an_unknown_computer_of_the_command_line_is_one_clear_line():
    with pytest.raises(UsageError, match="no computation named 'abacus'; choose one of: none, programs"):
        CliRunner().invoke(command_line(), ["check", TRUE, "--computation", "abacus"], catch_exceptions=False)


def test_an_unknown_computer_is_one_clear_line_before_any_work(world):
    message = r"^no computation named 'abacus'; choose one of: none, programs$"
    plan = PipelinePlan("wrong", Path("nowhere"), PipelineConfig(computation="abacus"))
    with pytest.raises(UsageError, match=message):
        check_plan(plan)
    with pytest.raises(UsageError, match=message):
        Verifier(world, plan.config)


def test_ablations_keep_the_computer():
    plan = PipelinePlan("default", Path("nowhere"), PipelineConfig(computation="none"))
    assert {each.config.computation for each in ablations(plan)} == {"none"}


def test_answers_are_kept_only_while_the_rankers_of_programs_are_the_same():
    assert "pick_program.json" in learned_weights()


def test_a_question_of_yes_or_no_is_computed_like_its_statement_and_no_other_question_is(cache, traces):
    with Verifier() as verifier:
        asked = verifier.check("Do five of the ten countries of Northern Europe pay with the euro?")
        other = verifier.check("How many countries of Northern Europe pay with the euro?")
    assert (asked.computations, asked.label) == (traces[TRUE].computations, Label.SUPPORTS)
    assert (other.computations, other.label) == ((), Label.NOT_ENOUGH_INFO)
