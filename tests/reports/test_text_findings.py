import io
import re
from types import SimpleNamespace

import junitparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.pipeline import PipelineConfig, Verifier
from veriscope.pipeline.text_report import CheckedClaim, TextReport
from veriscope.reports import FailOn, NamedReport, junit_xml, sarif_log, text_findings

LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")
CAPITALS = "Port Ellis is the capital\nof Arvania. Vell is the capital of Arvania."
TEXT = f"# Vell\r\n\r\n{CAPITALS}\n\nZorblax is a 7-fold quux.\n"


@pytest.fixture(scope="module")
def named(world):
    return NamedReport("notes/a b.md", Verifier(world, LEXICAL).check_text(TEXT))


def results(log):
    return log["runs"][0]["results"]


def test_a_finding_says_where_the_claim_stands_in_the_text(named):
    places = [(finding.label, *finding.start, *finding.end) for finding in text_findings(named.report)]
    assert places == [
        (Label.SUPPORTS, 3, 1, 4, 12),
        (Label.REFUTES, 4, 13, 4, 44),
        (Label.NOT_ENOUGH_INFO, 6, 1, 6, 26),
    ]


@given(st.text(alphabet="ab\n\r", min_size=1), st.data())
def test_the_lines_are_those_that_an_editor_counts(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    source = SimpleNamespace(start=start, end=len(text))
    checked = CheckedClaim(source, SimpleNamespace(label=Label.SUPPORTS))
    (finding,) = text_findings(TextReport(text, (checked,)))
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    before = sum(map(len, lines[: finding.start.line - 1]))
    assert before + finding.start.column - 1 == start
    assert finding.start.column <= len(lines[finding.start.line - 1])


def test_a_run_fails_on_refuted_claims_or_on_all_that_are_not_supported():
    assert [FailOn.REFUTED.fails(label) for label in Label] == [False, True, False]
    assert [FailOn.UNSUPPORTED.fails(label) for label in Label] == [False, True, True]


@pytest.mark.parametrize(("fail_on", "failures", "skipped"), [(FailOn.REFUTED, 1, 1), (FailOn.UNSUPPORTED, 2, 0)])
def test_another_reader_of_junit_finds_the_claims(named, fail_on, failures, skipped):
    read = junitparser.JUnitXml.fromstring(junit_xml([named, named], fail_on=fail_on))
    (suite, _) = read
    assert (read.tests, read.failures, read.skipped) == (6, 2 * failures, 2 * skipped)
    assert (suite.name, suite.tests, suite.failures, suite.skipped) == ("notes/a b.md", 3, failures, skipped)
    case = list(suite)[1]
    assert case.name == "4:13 Vell is the capital of Arvania."
    assert case.result[0].message.startswith("REFUTES")
    assert "Arvania#" in case.result[0].text


def test_characters_that_xml_cannot_hold_are_replaced(world):
    report = Verifier(world, LEXICAL).check_text("Vell is the capital of Arvania \x0b\ufffe.")
    read = junitparser.JUnitXml.fromfile(io.BytesIO(junit_xml([NamedReport("bell\x07.md", report)])))
    assert [suite.name for suite in read] == ["bell\ufffd.md"]


def test_sarif_lists_what_is_not_supported_with_its_region(named):
    log = sarif_log([named])
    assert log["version"] == "2.1.0"
    assert [(result["ruleId"], result["level"]) for result in results(log)] == [
        ("refuted", "error"),
        ("not-enough-info", "note"),
    ]
    place = results(log)[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "notes/a%20b.md"
    assert place["region"] == {"startLine": 4, "startColumn": 13, "endLine": 4, "endColumn": 44}
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in results(log)] == ["refuted", "not-enough-info"]


def test_sarif_calls_what_fails_the_run_an_error(named):
    assert {result["level"] for result in results(sarif_log([named], fail_on=FailOn.UNSUPPORTED))} == {"error"}


def test_a_claim_keeps_its_fingerprint_when_lines_above_it_change(world, named):
    moved = NamedReport("b.md", Verifier(world, LEXICAL).check_text(f"A first line is here.\n\n{TEXT}"))
    prints = [{one["partialFingerprints"]["claim/v1"] for one in results(sarif_log([text]))} for text in (named, moved)]
    assert prints[0] <= prints[1]
