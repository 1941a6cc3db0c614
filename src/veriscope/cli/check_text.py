"""`veriscope check --text`: checks every statement in a text."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from veriscope.cli.check_against import warn_unread
from veriscope.cli.check_options import AnswerOptions, RunOptions
from veriscope.cli.check_output import Answer, require_one_form, write_answer
from veriscope.cli.output import check_writable, out, print_json, visible
from veriscope.cli.progress import Update, progress
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
from veriscope.errors import StoppedError, UsageError
from veriscope.files import replacing
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
from veriscope.reports import FailOn, NamedReport, junit_xml, sarif_log, text_claim_reviews, text_html

_STDIN = "-"


def check_text_files(
    paths: Sequence[Path],
    source: Path | GivenFiles,
    config: PipelineConfig,
    output: AnswerOptions,
    run: RunOptions,
) -> list[Label]:
    """Check texts from files or from standard input, and answer in the chosen form; returns all verdicts."""
    require_one_form(output)
    if len(paths) > 1 and (output.html is not None or output.as_claim_review):
        raise UsageError("--html and --claimreview take one text; --json, --junit and --sarif take several")
    check_writable(junit=run.junit, sarif=run.sarif)
    texts = [(_name(path), _read(path)) for path in paths]
    checked = _check_with_progress(texts, source, config)
    _write_findings(checked, run)
    if len(checked) == 1:
        write_answer(_answer(*checked[0], output), output)
    elif output.as_json:
        print_json({"texts": [{"name": name, **text_report_as_json(report)} for name, report in checked]})
    else:
        for name, report in checked:
            out.print(Text(visible(name), style="bold"))
            show_text_report(out, report)
            out.print()
    return [claim.trace.label for _, report in checked for claim in report.checked]


def _name(path: Path) -> str:
    return "standard input" if str(path) == _STDIN else str(path)


def _read(path: Path) -> str:
    return decode_text(sys.stdin.buffer.read(), name=_name(path)) if str(path) == _STDIN else read_text(path)


def _answer(path: str, report: TextReport, output: AnswerOptions) -> Answer:
    name = Path(path).name
    return Answer(
        as_json=lambda: text_report_as_json(report),
        as_claim_review=lambda: text_claim_reviews(report, name=name, author=output.author, url=output.url),
        as_html=lambda: text_html(report, name=name),
        show=lambda: show_text_report(out, report),
    )


def _write_findings(texts: Sequence[NamedReport], run: RunOptions) -> None:
    fail_on = run.failing or FailOn.REFUTED
    if run.junit is not None:
        with replacing(run.junit) as stream:
            stream.write(junit_xml(texts, fail_on=fail_on))
    if run.sarif is not None:
        with replacing(run.sarif) as stream:
            stream.write(json.dumps(sarif_log(texts, fail_on=fail_on), ensure_ascii=False, indent=2).encode() + b"\n")


def _check_with_progress(
    texts: Sequence[tuple[str, str]], source: Path | GivenFiles, config: PipelineConfig
) -> list[NamedReport]:
    try:
        with Verifier(source, config) as verifier, progress("claims") as update:
            warn_unread(source, verifier.corpus)
            return [_checked(name, text, verifier, update) for name, text in texts]
    except KeyboardInterrupt:
        raise StoppedError("interrupted; nothing was written") from None


def _checked(name: str, text: str, verifier: Verifier, update: Update) -> NamedReport:
    return NamedReport(
        name, check_text(text, verifier.check, report=lambda done, total: update(name, done, total, done))
    )


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
