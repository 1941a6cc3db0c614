"""`veriscope check --text`: checks every statement in a text."""

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from veriscope.cli.check_against import warn_unread
from veriscope.cli.check_options import AnswerOptions
from veriscope.cli.check_output import Answer, require_one_form, write_answer
from veriscope.cli.output import out, visible
from veriscope.cli.progress import progress
from veriscope.cli.trace_view import (
    STYLES,
    answer,
    print_indented,
    show_computations,
    show_correction,
    show_evidence,
    show_graph,
)
from veriscope.corpus import GivenFiles
from veriscope.datasets import count_text
from veriscope.domain import Label
from veriscope.errors import VeriscopeError
from veriscope.pipeline import (
    CheckedClaim,
    Passage,
    PipelineConfig,
    TextReport,
    Verifier,
    check_text,
    decode_text,
    read_text,
    text_report_as_json,
)
from veriscope.reports import text_claim_reviews, text_html

_STDIN = "-"


def check_text_file(path: Path, source: Path | GivenFiles, config: PipelineConfig, output: AnswerOptions) -> None:
    """Check a text from a file or from standard input, and answer in the chosen form."""
    require_one_form(output)
    is_stdin = str(path) == _STDIN
    name = "standard input" if is_stdin else path.name
    text = decode_text(sys.stdin.buffer.read(), name=name) if is_stdin else read_text(path)
    report = _check_with_progress(text, source, config, name=name)
    answer = Answer(
        as_json=lambda: text_report_as_json(report),
        as_claim_review=lambda: text_claim_reviews(report, name=name, author=output.author, url=output.url),
        as_html=lambda: text_html(report, name=name),
        show=lambda: show_text_report(out, report),
    )
    write_answer(answer, output)


def _check_with_progress(text: str, source: Path | GivenFiles, config: PipelineConfig, *, name: str) -> TextReport:
    try:
        with Verifier(source, config) as verifier, progress("claims") as update:
            warn_unread(source, verifier.corpus)
            return check_text(text, verifier.check, report=lambda done, total: update(name, done, total, done))
    except KeyboardInterrupt:
        raise VeriscopeError("interrupted; nothing was written") from None


_ORDER = (Label.REFUTES, Label.NOT_ENOUGH_INFO, Label.SUPPORTS)
_TITLES = {Label.REFUTES: "refuted", Label.NOT_ENOUGH_INFO: "not enough information", Label.SUPPORTS: "supported"}
_PIECES = {Label.REFUTES: 3, Label.NOT_ENOUGH_INFO: 1, Label.SUPPORTS: 1}
_MAX_LEFT_OUT = 100


def show_text_report(console: Console, report: TextReport) -> None:
    """Print the report."""
    console.print(summary_line(report))
    if share := report.supported_share:
        console.print(f"{share.value:.0%} supported (95% interval {share.low:.0%} to {share.high:.0%}).")
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
    line = Text(f"{count_text(len(report.checked), 'claim')} checked")
    for place, label in enumerate(_ORDER):
        count = len(report.with_label(label))
        line.append(": " if place == 0 else ", ")
        line.append(f"{count:,} {_TITLES[label]}", style=f"bold {STYLES[label]}" if count else "")
    return line.append(f"; {count_text(len(report.left_out), 'passage')} left out.")


def _show_claim(console: Console, claim: CheckedClaim) -> None:
    trace = claim.trace
    console.print(answer(trace).append(visible(claim.source.sentence)), soft_wrap=True)
    if claim.source.claim != claim.source.sentence:
        print_indented(console, Text(f"read as: {visible(claim.source.claim)}", style="italic"), indent=2)
    for note in trace.remarks:
        print_indented(console, Text(note, style="yellow"), indent=2)
    show_computations(console, trace)
    show_correction(console, trace)
    show_graph(console, trace)
    show_evidence(console, trace, limit=_PIECES[trace.label])


def _passage(passage: Passage) -> Text:
    why = f"{passage.why.value} (“{passage.word}”)" if passage.word else passage.why.value
    sentence = visible(passage.sentence[:_MAX_LEFT_OUT])
    return Text.assemble((f"{why}: ", "dim"), sentence, "…" if len(passage.sentence) > _MAX_LEFT_OUT else "")
