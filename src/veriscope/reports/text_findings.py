"""The claims of checked texts as continuous integration sees them: where each stands, and whether it fails the run."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.pipeline import CheckedClaim, TextReport, Trace

_LINE_END = re.compile(r"\r\n|\r|\n")


class FailOn(StrEnum):
    """Which verdicts fail a run: those that refute, or all that do not support."""

    REFUTED = "refuted"
    UNSUPPORTED = "unsupported"

    def fails(self, label: Label) -> bool:
        """Whether a verdict fails the run."""
        return label is Label.REFUTES or (self is FailOn.UNSUPPORTED and label is not Label.SUPPORTS)


class NamedReport(NamedTuple):
    """A checked text and the path or name that a reader knows it by."""

    name: str
    report: TextReport


class TextPlace(NamedTuple):
    """A place in a text; lines and columns count from 1, columns in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim of a text: where it begins, where it ends (the place after its last character), and its check."""

    start: TextPlace
    end: TextPlace
    checked: CheckedClaim
    is_failure: bool

    @property
    def label(self) -> Label:
        """The verdict on the claim."""
        return self.checked.trace.label


def text_findings(report: TextReport, *, fail_on: FailOn = FailOn.REFUTED) -> Iterator[Finding]:
    """The claims of a text, in its order."""
    starts = [0, *(end.end() for end in _LINE_END.finditer(report.text))]
    for checked in report.checked:
        start, end = _place(starts, checked.source.start), _place(starts, checked.source.end)
        yield Finding(start, end, checked, fail_on.fails(checked.trace.label))


def _place(starts: Sequence[int], offset: int) -> TextPlace:
    line = bisect_right(starts, offset)
    return TextPlace(line, offset - starts[line - 1] + 1)


def verdict_line(trace: Trace) -> str:
    """The verdict in a line: label, probability, and what a reader should know first."""
    share = f" {trace.probability:.0%}" if trace.was_decided else ""
    said = trace.correction.words if trace.correction else "; ".join(trace.remarks)
    return f"{trace.label.value}{share}{': ' if said else ''}{said}"


def evidence_lines(trace: Trace) -> list[str]:
    """The pieces that explain the verdict, each with its address and its headings or headers."""
    return [_evidence_line(trace, place) for place in trace.key_evidence]


def _evidence_line(trace: Trace, place: int) -> str:
    piece = trace.evidence[place]
    context = "".join(f"{part}: " for part in piece.context[1:])
    return f"{piece.id}  {context}{trace.readable(place)[0]}"
