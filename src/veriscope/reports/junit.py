"""Checked texts as JUnit XML, which continuous integration shows as tests: a text is a suite, a claim a test."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from veriscope.domain import Label
from veriscope.reports.text_findings import (
    FailOn,
    Finding,
    NamedReport,
    evidence_lines,
    text_findings,
    verdict_line,
)

# XML 1.0 has no place for these, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(texts: Sequence[NamedReport], *, fail_on: FailOn = FailOn.REFUTED) -> bytes:
    """The document. A claim that fails the run is a failure; one without a verdict that does not is skipped."""
    root = Xml.Element("testsuites", name="veriscope")
    for name, report in texts:
        found = list(text_findings(report, fail_on=fail_on))
        suite = Xml.SubElement(root, "testsuite", {"name": _legal(name), **_counts(found)})
        for finding in found:
            _add_case(suite, name, finding)
    for count in ("tests", "failures", "skipped", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    Xml.indent(root)
    return bytes(Xml.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _counts(found: Sequence[Finding]) -> dict[str, str]:
    return {
        "tests": str(len(found)),
        "failures": str(sum(finding.is_failure for finding in found)),
        "skipped": str(sum(_is_skipped(finding) for finding in found)),
        "errors": "0",
        "time": f"{sum(map(_seconds, found)):.3f}",
    }


def _is_skipped(finding: Finding) -> bool:
    return finding.label is Label.NOT_ENOUGH_INFO and not finding.is_failure


def _seconds(finding: Finding) -> float:
    return sum(time_ms for _, time_ms in finding.checked.trace.timings_ms) / 1000


def _add_case(suite: Xml.Element, name: str, finding: Finding) -> None:
    start, trace = finding.start, finding.checked.trace
    case = Xml.SubElement(
        suite,
        "testcase",
        classname=_legal(name),
        name=_legal(f"{start.line}:{start.column} {finding.checked.source.claim}"),
        file=_legal(name),
        line=str(start.line),
        time=f"{_seconds(finding):.3f}",
    )
    evidence = _legal("\n".join(evidence_lines(trace)))
    if finding.is_failure:
        failure = Xml.SubElement(case, "failure", message=_legal(verdict_line(trace)), type=trace.label.value)
        failure.text = evidence
    elif _is_skipped(finding):
        Xml.SubElement(case, "skipped", message=_legal(verdict_line(trace)))
    else:
        Xml.SubElement(case, "system-out").text = evidence


def _legal(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
