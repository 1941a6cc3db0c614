"""A checked text in the terminal: the sum, the refuted claims first, then the others, then what was left out."""

from rich.console import Console
from rich.text import Text

from veriscope.cli.page_view import visible
from veriscope.cli.trace_view import (
    STYLES,
    answer,
    print_indented,
    show_computation,
    show_correction,
    show_evidence,
    show_graph,
)
from veriscope.datasets import counted
from veriscope.domain import Label
from veriscope.pipeline.text_claims import Passage
from veriscope.pipeline.text_report import CheckedClaim, TextReport

_ORDER = (Label.REFUTES, Label.NOT_ENOUGH_INFO, Label.SUPPORTS)
_TITLES = {Label.REFUTES: "refuted", Label.NOT_ENOUGH_INFO: "not enough information", Label.SUPPORTS: "supported"}
_PIECES = {Label.REFUTES: 3, Label.NOT_ENOUGH_INFO: 1, Label.SUPPORTS: 1}
_MAX_LEFT_OUT = 100


def show_text_report(console: Console, report: TextReport) -> None:
    """Print the report."""
    console.print(summary_line(report))
    for label in _ORDER:
        for claim in report.with_label(label):
            console.print()
            _show_claim(console, claim)
    if report.left_out:
        console.print()
        console.print(Text("Left out", style="bold"))
        for passage in report.left_out:
            print_indented(console, _passage(passage), indent=2)


def summary_line(report: TextReport) -> Text:
    """`12 claims checked: 2 refuted, 1 not enough information, 9 supported; 3 passages left out.`"""  # noqa: D400
    line = Text(f"{counted(len(report.checked), 'claim')} checked")
    for place, label in enumerate(_ORDER):
        count = len(report.with_label(label))
        line.append(": " if place == 0 else ", ")
        line.append(f"{count:,} {_TITLES[label]}", style=f"bold {STYLES[label]}" if count else "")
    return line.append(f"; {counted(len(report.left_out), 'passage')} left out.")


def _show_claim(console: Console, claim: CheckedClaim) -> None:
    trace = claim.trace
    console.print(answer(trace).append(visible(claim.source.sentence)), soft_wrap=True)
    if claim.source.claim != claim.source.sentence:
        print_indented(console, Text(f"read as: {visible(claim.source.claim)}", style="italic"), indent=2)
    if trace.verdict.reason:
        print_indented(console, Text(trace.verdict.reason, style="yellow"), indent=2)
    for computed in trace.computed:
        show_computation(console, computed)
    show_correction(console, trace)
    show_graph(console, trace)
    show_evidence(console, trace, limit=_PIECES[trace.label])


def _passage(passage: Passage) -> Text:
    why = f"{passage.why.value} (“{passage.word}”)" if passage.word else passage.why.value
    sentence = visible(passage.sentence[:_MAX_LEFT_OUT])
    return Text.assemble((f"{why}: ", "dim"), sentence, "…" if len(passage.sentence) > _MAX_LEFT_OUT else "")
