"""Checked texts as SARIF 2.1.0, which code hosts show beside the lines of a text."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePath
from urllib.parse import quote

from veriscope import __version__
from veriscope.domain import Label
from veriscope.files import JsonObject, JsonValue
from veriscope.reports.text_findings import (
    FailOn,
    Finding,
    NamedReport,
    evidence_lines,
    text_findings,
    verdict_line,
)

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_HOME = "https://github.com/veriscope/veriscope"
_RULES: dict[Label, tuple[str, str]] = {
    Label.REFUTES: ("refuted", "The corpus refutes the statement."),
    Label.NOT_ENOUGH_INFO: ("not-enough-info", "The corpus does not decide the statement."),
}


def sarif_log(texts: Sequence[NamedReport], *, fail_on: FailOn = FailOn.REFUTED) -> JsonObject:
    """The log: a result for each claim that the corpus does not support, an error if it fails the run."""
    results: list[JsonValue] = [
        _result(name, finding)
        for name, report in texts
        for finding in text_findings(report, fail_on=fail_on)
        if finding.label in _RULES
    ]
    rules: list[JsonValue] = [{"id": name, "shortDescription": {"text": said}} for name, said in _RULES.values()]
    driver: JsonObject = {"name": "Veriscope", "version": __version__, "informationUri": _HOME, "rules": rules}
    run: JsonObject = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(name: str, finding: Finding) -> JsonObject:
    rule, _ = _RULES[finding.label]
    trace, claim = finding.checked.trace, finding.checked.source.claim
    message = "\n".join([f"“{claim}” {verdict_line(trace)}", *evidence_lines(trace)])
    return {
        "ruleId": rule,
        "ruleIndex": [other for other, _ in _RULES.values()].index(rule),
        "level": "error" if finding.is_failure else "note",
        "message": {"text": message},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(name)}, "region": _region(finding)}}],
        # By this a code host knows a claim again when lines above it come or go.
        "partialFingerprints": {"claim/v1": sha256(claim.encode()).hexdigest()[:16]},
    }


def _region(finding: Finding) -> JsonObject:
    return {
        "startLine": finding.start.line,
        "startColumn": finding.start.column,
        "endLine": finding.end.line,
        "endColumn": finding.end.column,
    }


def _uri(name: str) -> str:
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), safe="/")
